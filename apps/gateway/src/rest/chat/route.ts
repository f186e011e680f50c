import type { InferenceService } from "@cenote/contracts";
import { invalidRequest } from "@cenote/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { EventPlace } from "../../generations/event-id";
import type { Generation } from "../../generations/generation";
import type { Generations } from "../../generations/generations";
import { answerHeaders } from "../../server/answers/answer-headers";
import { paidIdOf } from "../../server/answers/paid-id";
import { sendAnswer } from "../../server/answers/send-answer";
import { contextOfRequest } from "../../server/calls/call-context";
import { callerOf } from "../../server/calls/caller";
import type { Exchanges } from "../../server/calls/exchanges";
import { cacheHeaders } from "../document-parts";
import { CHAT_RULES } from "../foreign-fields";
import { type RelayParts, relayAnswer } from "../relay-answer";
import { createUnknownFields } from "../unknown-fields";
import { type ChatBody, chatBody } from "../../bodies/chat/body";
import { chatDocument, resumeHeader } from "./document";
import { fieldNamesOf } from "./field-names";
import { LAST_EVENT_ID, lastEventIdOf } from "./last-event-id";
import { refuseResponsesBody } from "./refuse-responses-body";
import { relayResumable } from "./resumable-stream";
import { toChatAnswer } from "./to-answer";
import { createChunkWriter } from "./to-chunks";
import { toChatRequest } from "../../bodies/chat/to-request";

export interface ChatRouteParts extends RelayParts {
  readonly inference: Pick<InferenceService, "createChatCompletion" | "streamChatCompletion">;
  readonly generations: Generations;
  readonly exchanges: Exchanges;
}

type ChatHttpRequest = FastifyRequest<{ Body: ChatBody }>;

const unknownFieldsOf = createUnknownFields(chatBody, CHAT_RULES);

/** The answer that a request resumes, which is never made again. Errors: invalid_request_error, not_found. */
const findAnswer = (generations: Generations, request: ChatHttpRequest, { requestId }: EventPlace): Generation => {
  if (request.body.stream !== true)
    throw invalidRequest(LAST_EVENT_ID, `${LAST_EVENT_ID}: needs \`stream\` to be true.`);
  const { generation, answers } = generations.find(requestId, callerOf(request));
  if (!answers(toChatRequest(request.body)))
    throw invalidRequest(LAST_EVENT_ID, `${LAST_EVENT_ID}: belongs to the answer of another request.`);
  return generation;
};

export const addChatRoute = (server: FastifyInstance, parts: ChatRouteParts): void => {
  const { inference, generations, exchanges, clock } = parts;
  const config = { operation: "chat", documentedHeaders: { ...resumeHeader, ...cacheHeaders } } as const;
  const answer = async (request: ChatHttpRequest, reply: FastifyReply): Promise<void> => {
    const { body } = request;
    const { signal } = request.exchange.abort;
    const fieldNames = fieldNamesOf(body);
    const unknownFields = unknownFieldsOf(body);
    const includeUsage = body.stream_options?.include_usage === true;
    const last = lastEventIdOf(request);
    if (last !== undefined) {
      const generation = findAnswer(generations, request, last);
      await relayResumable(parts, {
        request,
        reply,
        generation,
        from: last.index + 1,
        includeUsage,
        unknownFields,
        fieldNames,
      });
      return;
    }
    const call = { context: contextOfRequest(request, body.zdr), chat: toChatRequest(body) };
    if (body.stream === true) {
      // With zero data retention nothing is kept, not even for a minute.
      if (body.resumable === true && !call.context.zdr) {
        await relayResumable(parts, {
          request,
          reply,
          generation: generations.open(call, callerOf(request)),
          from: 0,
          includeUsage,
          unknownFields,
          fieldNames,
        });
      } else {
        const messages = inference.streamChatCompletion(call, signal);
        await relayAnswer(parts, {
          request,
          reply,
          messages,
          writerOf: (begun) => createChunkWriter({ ...begun, includeUsage }),
          unknownFields,
          fieldNames,
        });
      }
      return;
    }
    const made = await inference.createChatCompletion(call, signal);
    sendAnswer(
      reply,
      toChatAnswer(paidIdOf(made.info, request.id), made),
      answerHeaders(request, { info: fieldNames.inInfo(made.info), unknownFields }, clock),
    );
  };

  server.post<{ Body: ChatBody }>(
    "/v1/chat/completions",
    { schema: chatDocument, config, onRequest: exchanges.admit, preValidation: refuseResponsesBody },
    (request, reply) =>
      answer(request, reply).catch((thrown: unknown) => {
        throw fieldNamesOf(request.body).inError(thrown);
      }),
  );
};
