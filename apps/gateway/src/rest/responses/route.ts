import type { InferenceService } from "@cenote/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { JSON_TYPE } from "../../server/answers/json-type";
import { answerHeaders } from "../../server/answers/answer-headers";
import { paidIdOf } from "../../server/answers/paid-id";
import { sendAnswer } from "../../server/answers/send-answer";
import { contextOfRequest } from "../../server/calls/call-context";
import type { Exchanges } from "../../server/calls/exchanges";
import { cacheHeaders } from "../document-parts";
import { createFieldNames } from "../field-names";
import { RESPONSES_RULES } from "../foreign-fields";
import { type RelayParts, relayAnswer } from "../relay-answer";
import { createUnknownFields } from "../unknown-fields";
import { type CountBody, type ResponsesBody, responsesBody } from "./body";
import { countDocument, responsesDocument } from "./document";
import { nameMessages } from "./name-messages";
import { refuseHostedTools } from "./refuse-hosted-tools";
import { createEventWriter } from "./to-events";
import { toChatRequest } from "./to-request";
import { toResponse } from "./to-response";

export interface ResponsesRouteParts extends RelayParts {
  readonly inference: Pick<InferenceService, "createChatCompletion" | "streamChatCompletion" | "countPromptTokens">;
  readonly exchanges: Exchanges;
}

const unknownFieldsOf = createUnknownFields(responsesBody, RESPONSES_RULES);

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

/**
 * OpenAI's Responses API over the same call as a chat completion: answers and charges are the same, only the format
 * differs.
 */
export const addResponsesRoute = (server: FastifyInstance, parts: ResponsesRouteParts): void => {
  const { inference, exchanges, clock } = parts;
  const hooks = {
    onRequest: exchanges.admit,
    preValidation: async (request: FastifyRequest) => {
      nameMessages(request.body);
      refuseHostedTools(request.body);
    },
  };
  server.post<{ Body: ResponsesBody }>(
    "/v1/responses",
    { schema: responsesDocument, config: { operation: "chat", documentedHeaders: cacheHeaders }, ...hooks },
    async (request, reply) => {
      const { body } = request;
      const { signal } = request.exchange.abort;
      const unknownFields = unknownFieldsOf(body);
      const call = { context: contextOfRequest(request, body.zdr), chat: toChatRequest(body) };
      try {
        if (body.stream === true) {
          const messages = inference.streamChatCompletion(call, signal);
          await relayAnswer(parts, {
            request,
            reply,
            messages,
            writerOf: (begun) => createEventWriter({ ...begun, body }),
            unknownFields,
            fieldNames,
          });
          return;
        }
        const answer = await inference.createChatCompletion(call, signal);
        const text = toResponse(paidIdOf(answer.info, request.id), body, answer);
        sendAnswer(reply, text, answerHeaders(request, { info: fieldNames.inInfo(answer.info), unknownFields }, clock));
      } catch (thrown) {
        throw fieldNames.inError(thrown);
      }
    },
  );
  server.post<{ Body: CountBody }>(
    "/v1/responses/input_tokens",
    { schema: countDocument, config: { operation: "chat" }, ...hooks },
    async (request, reply) => {
      const { body } = request;
      // Only for its errors: the count has no header that names ignored fields.
      unknownFieldsOf(body);
      const context = contextOfRequest(request, undefined);
      try {
        const chat = toChatRequest(body);
        const { promptTokens } = await inference.countPromptTokens({ context, chat }, request.exchange.abort.signal);
        return reply.type(JSON_TYPE).send(`{"object":"response.input_tokens","input_tokens":${promptTokens}}`);
      } catch (thrown) {
        throw fieldNames.inError(thrown);
      }
    },
  );
};
