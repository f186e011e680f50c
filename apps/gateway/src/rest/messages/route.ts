import type { InferenceService } from "@cenote/contracts";
import { CHAT_BOUNDS } from "@cenote/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ModelDirectory } from "../../models/directory";
import type { Exchanges } from "../../server/calls/exchanges";
import { type ChatAnswerParts, createChatAnswer, createPromptCount } from "../chat-api";
import { cacheHeaders } from "../document-parts";
import { mayOmitWords } from "../edition";
import { unknownMessagesFields } from "../foreign-fields";
import { type CountBody, type MessagesBody, omitsThinking } from "./body";
import { apiKeyHeader, countDocument, messagesDocument } from "./document";
import { messagesErrorJson } from "./error-body";
import { fieldNamesOf } from "./field-names";
import { refuseForeignTools } from "./refuse-foreign-tools";
import { createMessageWriter } from "./to-events";
import { toMessage } from "./to-message";
import { toMessagesRequest } from "./to-request";

export interface MessagesRouteParts extends ChatAnswerParts {
  readonly inference: ChatAnswerParts["inference"] & Pick<InferenceService, "countPromptTokens">;
  readonly directory: ModelDirectory;
  readonly exchanges: Exchanges;
}

/**
 * Sets the header in which Anthropic's clients look for the request id. It is set on Node's response, because answers
 * bypass the framework's.
 */
const setRequestId = ({ id }: FastifyRequest, { raw }: FastifyReply, done: () => void): void => {
  raw.setHeader("request-id", id);
  done();
};

export const addMessagesRoute = (server: FastifyInstance, parts: MessagesRouteParts): void => {
  const { directory, exchanges } = parts;
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

  server.post<{ Body: MessagesBody }>(
    "/v1/messages",
    { schema: messagesDocument, config, ...hooks },
    createChatAnswer<MessagesBody>(parts, {
      fieldNamesOf,
      unknownFieldsOf: unknownMessagesFields,
      toChat: async (body) => toMessagesRequest(body, (await directory.list()).find(body.model)?.model),
      toText: (requestId, answer, asked) =>
        toMessage(requestId, answer, omitsThinking(asked) && mayOmitWords(answer.info)),
      createWriter: (begun, asked) =>
        createMessageWriter(begun, omitsThinking(asked) && mayOmitWords(begun.started.info)),
    }),
  );
  server.post<{ Body: CountBody }>(
    "/v1/messages/count_tokens",
    { schema: countDocument, config, ...hooks },
    createPromptCount<CountBody>(parts, {
      fieldNamesOf,
      unknownFieldsOf: unknownMessagesFields,
      toChat: (body) => toMessagesRequest({ ...body, max_tokens: CHAT_BOUNDS.maxTokens.maximum }, undefined).chat,
      toText: (promptTokens) => `{"input_tokens":${promptTokens}}`,
    }),
  );
};
