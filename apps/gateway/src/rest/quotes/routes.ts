import type { CallContext, InferenceService, MediaService, Quote } from "@cenote/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { JSON_TYPE } from "../../server/answers/json-type";
import { type CallBody, contextOfRequest } from "../../server/calls/call-context";
import type { Exchanges } from "../../server/calls/exchanges";
import type { ChatBody } from "../../bodies/chat/body";
import { fieldNamesOf } from "../chat/field-names";
import { refuseResponsesBody } from "../chat/refuse-responses-body";
import { toChatRequest } from "../../bodies/chat/to-request";
import type { EmbeddingsBody } from "../../bodies/embeddings/body";
import { toEmbeddingsRequest } from "../../bodies/embeddings/to-request";
import { unknownChatFields, unknownEmbeddingFields } from "../foreign-fields";
import { unknownEditFields, unknownImageFields, unknownVideoFields } from "../foreign-media-fields";
import type { ImagesBody } from "../../bodies/images/body";
import type { EditsBody } from "../../bodies/images/edits-body";
import { toImagesRequest } from "../../bodies/images/to-request";
import { editBodies } from "../images/document";
import { readEditForm } from "../images/edit-form";
import { editNamesOf } from "../images/edit-names";
import type { VideoBody } from "../../bodies/videos/body";
import { toVideoRequest } from "../../bodies/videos/to-request";
import type { UnknownFields } from "../unknown-fields";
import { DOCUMENTS } from "./document";
import { quoteJson } from "./quote-json";

export interface QuoteRouteParts {
  readonly inference: Pick<InferenceService, "quoteChatCompletion" | "quoteEmbeddings">;
  readonly media: Pick<MediaService, "quoteImages" | "quoteVideo">;
  readonly exchanges: Exchanges;
}

/**
 * Answers the quote of one kind of call. @param unknownFieldsOf Called only for its errors: a quote has no header that
 * names ignored fields.
 */
const answerWith =
  <Body extends CallBody>(
    unknownFieldsOf: UnknownFields,
    ask: (
      body: Body,
      context: CallContext,
      signal: AbortSignal,
      request: FastifyRequest,
    ) => Promise<{ readonly quote?: Quote | undefined }>,
  ) =>
  async (request: FastifyRequest & { readonly body: Body }, reply: FastifyReply): Promise<FastifyReply> => {
    const { body } = request;
    unknownFieldsOf(body);
    const { quote } = await ask(body, contextOfRequest(request, body), request.exchange.abort.signal, request);
    return reply.type(JSON_TYPE).send(quoteJson(quote));
  };

/** One quote route for each charged call: the call's own address plus `/quote`. */
export const addQuoteRoutes = (server: FastifyInstance, { inference, media, exchanges }: QuoteRouteParts): void => {
  const onRequest = exchanges.admit;
  server.post<{ Body: ChatBody }>(
    "/v1/chat/completions/quote",
    { schema: DOCUMENTS.chat, config: { operation: "chat" }, onRequest, preValidation: refuseResponsesBody },
    answerWith<ChatBody>(unknownChatFields, (body, context, signal) =>
      inference.quoteChatCompletion({ context, chat: toChatRequest(body) }, signal).catch((thrown: unknown) => {
        throw fieldNamesOf(body).inError(thrown);
      }),
    ),
  );
  server.post<{ Body: EmbeddingsBody }>(
    "/v1/embeddings/quote",
    { schema: DOCUMENTS.embeddings, config: { operation: "embeddings", takesTokens: true }, onRequest },
    answerWith<EmbeddingsBody>(unknownEmbeddingFields, (body, context, signal) =>
      inference.quoteEmbeddings({ context, embeddings: toEmbeddingsRequest(body) }, signal),
    ),
  );
  server.post<{ Body: ImagesBody }>(
    "/v1/images/generations/quote",
    { schema: DOCUMENTS.images, config: { operation: "images" }, onRequest },
    answerWith<ImagesBody>(unknownImageFields, (body, context, signal) =>
      media.quoteImages({ context, images: toImagesRequest(body) }, signal),
    ),
  );
  server.post<{ Body: EditsBody }>(
    "/v1/images/edits/quote",
    {
      schema: DOCUMENTS.edits,
      config: { operation: "images", takesForm: true, documentedBody: editBodies },
      onRequest,
      preValidation: readEditForm,
    },
    answerWith<EditsBody>(unknownEditFields, (body, context, signal, request) =>
      media.quoteImages({ context, images: toImagesRequest(body) }, signal).catch((thrown: unknown) => {
        throw editNamesOf(request).inError(thrown);
      }),
    ),
  );
  server.post<{ Body: VideoBody }>(
    "/v1/videos/generations/quote",
    { schema: DOCUMENTS.video, config: { operation: "video" }, onRequest },
    answerWith<VideoBody>(unknownVideoFields, (body, context, signal) =>
      media.quoteVideo({ context, video: toVideoRequest(body) }, signal),
    ),
  );
};
