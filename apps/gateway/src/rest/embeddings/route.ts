import type { InferenceService } from "@cenote/contracts";
import type { Clock } from "@cenote/core";
import type { FastifyInstance } from "fastify";
import { answerHeaders } from "../../server/answers/answer-headers";
import { sendPieces } from "../../server/answers/send-pieces";
import { contextOfRequest } from "../../server/calls/call-context";
import { callerOf, shareOfCaller } from "../../server/calls/caller";
import type { Exchanges } from "../../server/calls/exchanges";
import type { SlowReaders } from "../../server/readers/slow-readers";
import { cacheHeaders } from "../document-parts";
import { unknownEmbeddingFields } from "../foreign-fields";
import type { EmbeddingsBody } from "../../bodies/embeddings/body";
import { embeddingsDocument } from "./document";
import { bytesOf, toEmbeddingsPieces } from "./to-answer";
import { toEmbeddingsRequest } from "../../bodies/embeddings/to-request";

export interface EmbeddingsRouteParts {
  readonly inference: Pick<InferenceService, "createEmbeddings">;
  readonly exchanges: Exchanges;
  readonly readers: SlowReaders;
  readonly clock: Clock;
}

export const addEmbeddingsRoute = (
  server: FastifyInstance,
  { inference, exchanges, readers, clock }: EmbeddingsRouteParts,
): void => {
  server.post<{ Body: EmbeddingsBody }>(
    "/v1/embeddings",
    {
      schema: embeddingsDocument,
      config: { operation: "embeddings", takesTokens: true, documentedHeaders: cacheHeaders },
      onRequest: exchanges.admit,
    },
    async (request, reply) => {
      const { body } = request;
      const unknownFields = unknownEmbeddingFields(body);
      const call = { context: contextOfRequest(request, body), embeddings: toEmbeddingsRequest(body) };
      const share = shareOfCaller(callerOf(request));
      readers.requireRoom(share);
      const answer = await inference.createEmbeddings(call, request.exchange.abort.signal);
      readers.keep(reply.raw, share, bytesOf(answer));
      await sendPieces(
        reply,
        toEmbeddingsPieces(answer, body.encoding_format ?? "float"),
        answerHeaders(request, { info: answer.info, unknownFields }, clock),
        readers,
      );
    },
  );
};
