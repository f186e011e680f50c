import type { FastifyInstance } from "fastify";
import type { ChatBody } from "../../bodies/chat/body";
import { toChatRequest } from "../../bodies/chat/to-request";
import type { Exchanges } from "../../server/calls/exchanges";
import { type ChatAnswerParts, type ChatApi, createChatAnswer, NOTHING_IGNORED } from "../chat-api";
import { cacheHeaders } from "../document-parts";
import { unknownChatFields } from "../foreign-fields";
import { answerResumable, isResumable, type ResumableParts } from "./answer-resumable";
import { chatDocument, resumeHeader } from "./document";
import { fieldNamesOf } from "./field-names";
import { refuseResponsesBody } from "./refuse-responses-body";
import { toChatAnswer } from "./to-answer";
import { createChunkWriter } from "./to-chunks";

export interface ChatRouteParts extends ChatAnswerParts, ResumableParts {
  readonly exchanges: Exchanges;
}

const api: ChatApi<ChatBody> = {
  fieldNamesOf,
  unknownFieldsOf: unknownChatFields,
  toChat: (body) => ({ chat: toChatRequest(body), ignored: NOTHING_IGNORED }),
  toText: toChatAnswer,
  createWriter: (begun, body) =>
    createChunkWriter({ ...begun, includeUsage: body.stream_options?.include_usage === true, summarizes: true }),
};

export const addChatRoute = (server: FastifyInstance, parts: ChatRouteParts): void => {
  const answer = createChatAnswer(parts, api);
  server.post<{ Body: ChatBody }>(
    "/v1/chat/completions",
    {
      schema: chatDocument,
      config: { operation: "chat", documentedHeaders: { ...resumeHeader, ...cacheHeaders } },
      onRequest: parts.exchanges.admit,
      preValidation: refuseResponsesBody,
    },
    (request, reply) => (isResumable(request) ? answerResumable(parts, request, reply) : answer(request, reply)),
  );
};
