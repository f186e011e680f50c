import type { InferenceService } from "@cenote/contracts";
import type { FastifyInstance } from "fastify";
import { toCallContext } from "../../server/call-context";
import type { Exchanges } from "../../server/exchange";
import { answerHeaders, sendAnswer } from "../../server/send-answer";
import type { ChatBody } from "./body";
import { chatDocument } from "./document";
import { type RelayParts, relayChat } from "./stream";
import { toChatAnswer } from "./to-answer";
import { toChatRequest } from "./to-request";

export interface ChatRouteParts extends RelayParts {
  readonly inference: Pick<InferenceService, "createChatCompletion" | "streamChatCompletion">;
  readonly exchanges: Exchanges;
}

export const addChatRoute = (server: FastifyInstance, parts: ChatRouteParts): void => {
  const { inference, exchanges, clock } = parts;
  server.post<{ Body: ChatBody }>("/v1/chat/completions", { schema: chatDocument, onRequest: exchanges.admit }, async (request, reply) => {
    const { body } = request;
    const { signal } = request.exchange.abort;
    const call = { context: toCallContext(request, body.zdr), chat: toChatRequest(body) };
    if (body.stream === true) {
      const messages = inference.streamChatCompletion(call, signal);
      await relayChat(parts, { request, reply, messages, includeUsage: body.stream_options?.include_usage === true });
      return;
    }
    const answer = await inference.createChatCompletion(call, signal);
    sendAnswer(reply, toChatAnswer(answer.info?.originalRequestId ?? request.id, answer), answerHeaders(request, answer.info, clock));
  });
};
