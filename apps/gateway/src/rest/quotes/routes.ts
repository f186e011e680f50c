import type { InferenceService, MediaService } from "@cenote/contracts";
import type { FastifyInstance } from "fastify";
import { JSON_TYPE } from "../../server/answers/json-type";
import { contextOfRequest } from "../../server/calls/call-context";
import type { Exchanges } from "../../server/calls/exchanges";
import { type ChatBody, chatBody } from "../../bodies/chat/body";
import { fieldNamesOf } from "../chat/field-names";
import { refuseResponsesBody } from "../chat/refuse-responses-body";
import { toChatRequest } from "../../bodies/chat/to-request";
import { type EmbeddingsBody, embeddingsBody } from "../../bodies/embeddings/body";
import { toEmbeddingsRequest } from "../../bodies/embeddings/to-request";
import { unknownChatFields, unknownEmbeddingFields } from "../foreign-fields";
import { unknownImageFields, unknownVideoFields } from "../foreign-media-fields";
import { type ImagesBody, imagesBody } from "../../bodies/images/body";
import { toImagesRequest } from "../../bodies/images/to-request";
import { type VideoBody, videoBody } from "../../bodies/videos/body";
import { toVideoRequest } from "../../bodies/videos/to-request";
import { quoteDocuments } from "./document";
import { quoteJson } from "./quote-json";

export interface QuoteRouteParts {
  readonly inference: Pick<InferenceService, "quoteChatCompletion" | "quoteEmbeddings">;
  readonly media: Pick<MediaService, "quoteImages" | "quoteVideo">;
  readonly exchanges: Exchanges;
}

const DOCUMENTS = quoteDocuments({ chat: chatBody, embeddings: embeddingsBody, images: imagesBody, video: videoBody });

/**
 * Of each call that costs something: what it would cost, at the call's own address with `/quote` behind it. Unknown
 * fields are looked at only for their errors: a quote has no header that names ignored fields.
 */
export const addQuoteRoutes = (server: FastifyInstance, { inference, media, exchanges }: QuoteRouteParts): void => {
  const onRequest = exchanges.admit;
  server.post<{ Body: ChatBody }>(
    "/v1/chat/completions/quote",
    { schema: DOCUMENTS.chat, config: { operation: "chat" }, onRequest, preValidation: refuseResponsesBody },
    async (request, reply) => {
      const { body } = request;
      unknownChatFields(body);
      const call = { context: contextOfRequest(request, body.zdr), chat: toChatRequest(body) };
      const { quote } = await inference
        .quoteChatCompletion(call, request.exchange.abort.signal)
        .catch((thrown: unknown) => {
          throw fieldNamesOf(body).inError(thrown);
        });
      return reply.type(JSON_TYPE).send(quoteJson(quote));
    },
  );

  server.post<{ Body: EmbeddingsBody }>(
    "/v1/embeddings/quote",
    { schema: DOCUMENTS.embeddings, config: { operation: "embeddings", takesTokens: true }, onRequest },
    async (request, reply) => {
      const { body } = request;
      unknownEmbeddingFields(body);
      const call = { context: contextOfRequest(request, body.zdr), embeddings: toEmbeddingsRequest(body) };
      const { quote } = await inference.quoteEmbeddings(call, request.exchange.abort.signal);
      return reply.type(JSON_TYPE).send(quoteJson(quote));
    },
  );

  server.post<{ Body: ImagesBody }>(
    "/v1/images/generations/quote",
    { schema: DOCUMENTS.images, config: { operation: "images" }, onRequest },
    async (request, reply) => {
      const { body } = request;
      unknownImageFields(body);
      const call = { context: contextOfRequest(request, body.zdr), images: toImagesRequest(body) };
      const { quote } = await media.quoteImages(call, request.exchange.abort.signal);
      return reply.type(JSON_TYPE).send(quoteJson(quote));
    },
  );

  server.post<{ Body: VideoBody }>(
    "/v1/videos/generations/quote",
    { schema: DOCUMENTS.video, config: { operation: "video" }, onRequest },
    async (request, reply) => {
      const { body } = request;
      unknownVideoFields(body);
      const call = { context: contextOfRequest(request, body.zdr), video: toVideoRequest(body) };
      const { quote } = await media.quoteVideo(call, request.exchange.abort.signal);
      return reply.type(JSON_TYPE).send(quoteJson(quote));
    },
  );
};
