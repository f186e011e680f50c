import type { InferenceService } from "@cenote/contracts";
import { CHAT_BOUNDS } from "@cenote/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ModelDirectory } from "../../models/directory";
import { JSON_TYPE } from "../../server/answers/json-type";
import { answerHeaders } from "../../server/answers/answer-headers";
import { paidIdOf } from "../../server/answers/paid-id";
import { sendAnswer } from "../../server/answers/send-answer";
import { contextOfRequest } from "../../server/calls/call-context";
import type { Exchanges } from "../../server/calls/exchanges";
import { cacheHeaders } from "../document-parts";
import { MESSAGES_RULES } from "../foreign-fields";
import { type RelayParts, relayAnswer } from "../relay-answer";
import { createUnknownFields } from "../unknown-fields";
import { type CountBody, type MessagesBody, messagesBody } from "./body";
import { apiKeyHeader, countDocument, messagesDocument } from "./document";
import { messagesErrorJson } from "./error-body";
import { refuseForeignTools } from "./refuse-foreign-tools";
import { createMessageWriter } from "./to-events";
import { toMessage } from "./to-message";
import { toMessagesRequest } from "./to-request";
import { fieldNamesOf } from "./field-names";

export interface MessagesRouteParts extends RelayParts {
  readonly inference: Pick<InferenceService, "createChatCompletion" | "streamChatCompletion" | "countPromptTokens">;
  readonly directory: ModelDirectory;
  readonly exchanges: Exchanges;
}

type MessagesHttpRequest = FastifyRequest<{ Body: MessagesBody }>;

const unknownFieldsOf = createUnknownFields(messagesBody, MESSAGES_RULES);

/**
 * Sets the header in which Anthropic's clients look for the request id. It is set on Node's response, because answers
 * bypass the framework's.
 */
const setRequestId = ({ id }: FastifyRequest, { raw }: FastifyReply, done: () => void): void => {
  raw.setHeader("request-id", id);
  done();
};

export const addMessagesRoute = (server: FastifyInstance, parts: MessagesRouteParts): void => {
  const { inference, directory, exchanges, clock } = parts;

  const answer = async (request: MessagesHttpRequest, reply: FastifyReply): Promise<void> => {
    const { body } = request;
    const { signal } = request.exchange.abort;
    const fieldNames = fieldNamesOf(body);
    const unknown = unknownFieldsOf(body);
    const context = contextOfRequest(request, body.zdr);
    const { chat, ignored } = toMessagesRequest(body, (await directory.list()).find(body.model)?.model);
    const unknownFields = [...ignored, ...unknown];
    if (body.stream === true) {
      const messages = inference.streamChatCompletion({ context, chat }, signal);
      await relayAnswer(parts, { request, reply, messages, writerOf: createMessageWriter, unknownFields, fieldNames });
      return;
    }
    const made = await inference.createChatCompletion({ context, chat }, signal);
    const headers = answerHeaders(request, { info: fieldNames.inInfo(made.info), unknownFields }, clock);
    sendAnswer(reply, toMessage(paidIdOf(made.info, request.id), made), headers);
  };

  const count = async (request: FastifyRequest<{ Body: CountBody }>, reply: FastifyReply): Promise<void> => {
    const { body } = request;
    // Only for its errors: the count has no header that names ignored fields.
    unknownFieldsOf(body);
    const context = contextOfRequest(request, undefined);
    const { chat } = toMessagesRequest({ ...body, max_tokens: CHAT_BOUNDS.maxTokens.maximum }, undefined);
    const { promptTokens } = await inference.countPromptTokens({ context, chat }, request.exchange.abort.signal);
    void reply.type(JSON_TYPE).send(`{"input_tokens":${promptTokens}}`);
  };

  const config = {
    operation: "chat",
    takesApiKeyHeader: true,
    errorJson: messagesErrorJson,
    documentedHeaders: { ...apiKeyHeader, ...cacheHeaders },
  } as const;
  const hooks = {
    onRequest: [setRequestId, exchanges.admit],
    preValidation: async ({ body }: FastifyRequest): Promise<void> => {
      refuseForeignTools(body);
    },
  };
  const reworded = (body: Pick<MessagesBody, "thinking" | "output_format">) => (thrown: unknown) => {
    throw fieldNamesOf(body).inError(thrown);
  };

  server.post<{ Body: MessagesBody }>(
    "/v1/messages",
    { schema: messagesDocument, config, ...hooks },
    (request, reply) => answer(request, reply).catch(reworded(request.body)),
  );
  server.post<{ Body: CountBody }>(
    "/v1/messages/count_tokens",
    { schema: countDocument, config, ...hooks },
    (request, reply) => count(request, reply).catch(reworded(request.body)),
  );
};
