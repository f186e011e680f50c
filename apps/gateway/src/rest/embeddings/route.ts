import type { InferenceService } from "@cenote/contracts";
import type { Clock } from "@cenote/core";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { answerHeaders } from "../../server/answers/answer-headers";
import { sendPieces } from "../../server/answers/send-pieces";
import { contextOfRequest } from "../../server/calls/call-context";
import { callerOf, shareOfCaller } from "../../server/calls/caller";
import type { Exchanges } from "../../server/calls/exchanges";
import type { SlowReaders } from "../../server/readers/slow-readers";
import {
  cacheHeaders,
  callHeaders,
  costProperties,
  errorResponses,
  PAID_CALL_ERRORS,
  unknownFieldsText,
} from "../document-parts";
import { unknownEmbeddingFields } from "../foreign-fields";
import { type EmbeddingsBody, embeddingsBody } from "../../bodies/embeddings/body";
import { bytesOf, toEmbeddingsPieces } from "./to-answer";
import { toEmbeddingsRequest } from "../../bodies/embeddings/to-request";

const embeddings = Type.Object(
  {
    object: Type.Literal("list"),
    model: Type.String(),
    data: Type.Array(
      Type.Object({
        object: Type.Literal("embedding"),
        index: Type.Integer({ description: "Index of the input." }),
        embedding: Type.Union([
          Type.Array(Type.Number()),
          Type.String({ description: "With `encoding_format: base64`." }),
        ]),
      }),
    ),
    usage: Type.Object({ prompt_tokens: Type.Integer(), total_tokens: Type.Integer(), ...costProperties }),
  },
  { title: "Embeddings" },
);

const document = {
  operationId: "createEmbeddings",
  summary: "Text embeddings",
  description: unknownFieldsText([['`provider` with `zdr: true` or `data_collection: "deny"`', "use `zdr: true`"]]),
  tags: ["Embeddings"],
  security: [{ apiKey: [] }],
  body: embeddingsBody,
  response: {
    200: {
      description: "One vector per input, in the same order.",
      headers: callHeaders,
      content: { "application/json": { schema: embeddings } },
    },
    ...errorResponses(...PAID_CALL_ERRORS),
  },
};

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
      schema: document,
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
