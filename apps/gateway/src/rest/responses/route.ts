import type { InferenceService } from "@cenote/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Exchanges } from "../../server/calls/exchanges";
import { type ChatAnswerParts, type ChatApi, createChatAnswer, createPromptCount, NOTHING_IGNORED } from "../chat-api";
import { cacheHeaders } from "../document-parts";
import { createFieldNames } from "../field-names";
import { unknownResponsesFields } from "../foreign-fields";
import type { CountBody, ResponsesBody } from "./body";
import { countDocument, responsesDocument } from "./document";
import { nameMessages } from "./name-messages";
import { refuseHostedTools } from "./refuse-hosted-tools";
import { createEventWriter } from "./to-events";
import { toChatRequest } from "./to-request";
import { toResponse } from "./to-response";

export interface ResponsesRouteParts extends ChatAnswerParts {
  readonly inference: ChatAnswerParts["inference"] & Pick<InferenceService, "countPromptTokens">;
  readonly exchanges: Exchanges;
}

/** The call's messages don't correspond to the items of `input`, so errors name no index. */
const fieldNames = createFieldNames([
  [/^messages.*$/, "input"],
  [/^max_tokens$/, "max_output_tokens"],
  [/^response_format(?:\.json_schema)?/, "text.format"],
  [/^reasoning_effort$/, "reasoning.effort"],
  [/^verbosity$/, "text.verbosity"],
  [/^logprobs$/, "include"],
  [/^tools\[(\d+)\]\.(?:function|custom)/, "tools[$1]"],
]);

const fieldNamesOf = () => fieldNames;

const api: ChatApi<ResponsesBody> = {
  fieldNamesOf,
  unknownFieldsOf: unknownResponsesFields,
  toChat: (body) => ({ chat: toChatRequest(body), ignored: NOTHING_IGNORED }),
  toText: (requestId, answer, body) => toResponse(requestId, body, answer),
  createWriter: (begun, body) => createEventWriter({ ...begun, body }),
};

/** OpenAI's Responses API: the same call as a chat completion, with the same charges, in another format. */
export const addResponsesRoute = (server: FastifyInstance, parts: ResponsesRouteParts): void => {
  const hooks = {
    onRequest: parts.exchanges.admit,
    preValidation: async (request: FastifyRequest) => {
      nameMessages(request.body);
      refuseHostedTools(request.body);
    },
  };
  server.post<{ Body: ResponsesBody }>(
    "/v1/responses",
    { schema: responsesDocument, config: { operation: "chat", documentedHeaders: cacheHeaders }, ...hooks },
    createChatAnswer(parts, api),
  );
  server.post<{ Body: CountBody }>(
    "/v1/responses/input_tokens",
    { schema: countDocument, config: { operation: "chat" }, ...hooks },
    createPromptCount<CountBody>(parts, {
      fieldNamesOf,
      unknownFieldsOf: unknownResponsesFields,
      toChat: toChatRequest,
      toText: (promptTokens) => `{"object":"response.input_tokens","input_tokens":${promptTokens}}`,
    }),
  );
};
