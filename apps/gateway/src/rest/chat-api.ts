import type { ChatRequest, CreateChatCompletionResponse, InferenceService } from "@cenote/contracts";
import type { Awaitable } from "@cenote/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import { answerHeaders } from "../server/answers/answer-headers";
import { JSON_TYPE } from "../server/answers/json-type";
import { paidIdOf } from "../server/answers/paid-id";
import { sendAnswer } from "../server/answers/send-answer";
import { type CallBody, contextOfRequest } from "../server/calls/call-context";
import type { AnswerWriter, BegunAnswer } from "./answer-writer";
import type { FieldNames } from "./field-names";
import { type RelayParts, relayAnswer } from "./relay-answer";
import type { UnknownFields } from "./unknown-fields";

/** Fields that the bodies of all chat APIs have. */
interface AnyChatBody extends CallBody {
  readonly stream?: boolean | null;
}

/** One chat API: converts its bodies to requests, and answers to its format. */
export interface ChatApi<Body extends AnyChatBody> {
  readonly fieldNamesOf: (body: Body) => FieldNames;
  readonly unknownFieldsOf: UnknownFields;
  /** `ignored` is reported together with the unknown fields. Errors: invalid_request_error that names the field. */
  readonly toChat: (body: Body) => Awaitable<{ readonly chat: ChatRequest; readonly ignored: readonly string[] }>;
  /** @param requestId Of the charged call. */
  readonly toText: (requestId: string, answer: CreateChatCompletionResponse, body: Body) => string;
  readonly createWriter: (begun: BegunAnswer, body: Body) => AnswerWriter;
}

/** For an API that ignores none of its own fields. */
export const NOTHING_IGNORED: readonly string[] = [];

/** How an API counts the tokens of a prompt. */
export interface PromptCountApi<Body extends CallBody> extends Pick<ChatApi<Body>, "fieldNamesOf" | "unknownFieldsOf"> {
  readonly toChat: (body: Body) => ChatRequest;
  readonly toText: (promptTokens: number) => string;
}

export interface ChatAnswerParts extends RelayParts {
  readonly inference: Pick<InferenceService, "createChatCompletion" | "streamChatCompletion">;
}

type RequestWith<Body> = FastifyRequest & { readonly body: Body };

/** Answers a chat, complete or as a stream. Every chat runs through it, so it creates no promise without need. */
export const createChatAnswer =
  <Body extends AnyChatBody>(parts: ChatAnswerParts, api: ChatApi<Body>) =>
  async (request: RequestWith<Body>, reply: FastifyReply): Promise<void> => {
    const { inference, clock } = parts;
    const { body } = request;
    const fieldNames = api.fieldNamesOf(body);
    try {
      const unknown = api.unknownFieldsOf(body);
      const context = contextOfRequest(request, body);
      const understood = api.toChat(body);
      const { chat, ignored } = understood instanceof Promise ? await understood : understood;
      const unknownFields = ignored.length === 0 ? unknown : [...ignored, ...unknown];
      const { signal } = request.exchange.abort;
      if (body.stream === true) {
        const messages = inference.streamChatCompletion({ context, chat }, signal);
        const writerOf = (begun: BegunAnswer) => api.createWriter(begun, body);
        await relayAnswer(parts, { request, reply, messages, writerOf, unknownFields, fieldNames });
        return;
      }
      const answer = await inference.createChatCompletion({ context, chat }, signal);
      const text = api.toText(paidIdOf(answer.info, request.id), answer, body);
      sendAnswer(reply, text, answerHeaders(request, { info: fieldNames.inInfo(answer.info), unknownFields }, clock));
    } catch (thrown) {
      throw fieldNames.inError(thrown);
    }
  };

/** Answers with the number of tokens of a prompt. */
export const createPromptCount =
  <Body extends CallBody>(
    { inference }: { readonly inference: Pick<InferenceService, "countPromptTokens"> },
    api: PromptCountApi<Body>,
  ) =>
  async (request: RequestWith<Body>, reply: FastifyReply): Promise<FastifyReply> => {
    const { body } = request;
    const fieldNames = api.fieldNamesOf(body);
    try {
      // Only for its errors: the count has no header that names ignored fields.
      api.unknownFieldsOf(body);
      const call = { context: contextOfRequest(request, body), chat: api.toChat(body) };
      const { promptTokens } = await inference.countPromptTokens(call, request.exchange.abort.signal);
      return reply.type(JSON_TYPE).send(api.toText(promptTokens));
    } catch (thrown) {
      throw fieldNames.inError(thrown);
    }
  };
