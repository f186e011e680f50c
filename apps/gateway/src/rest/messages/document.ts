import { Type } from "typebox";
import { callHeaders, costProperties, errorResponses, SECURED_ERRORS, unknownFieldsText } from "../document-parts";
import { countBody, messagesBody } from "./body";

const requestId = Type.String({ pattern: "^req_[0-9a-f]{24}$", description: "The request id." });

const content = Type.Array(
  Type.Union([
    Type.Object({
      type: Type.Literal("thinking"),
      thinking: Type.String({ description: "The model's reasoning, where the provider shows it." }),
      signature: Type.String({
        description: "To be sent back with the block; empty where the provider signs nothing.",
      }),
    }),
    Type.Object({
      type: Type.Literal("redacted_thinking"),
      data: Type.String({ description: "To be sent back as it came." }),
    }),
    Type.Object({ type: Type.Literal("text"), text: Type.String(), citations: Type.Null() }),
    Type.Object({
      type: Type.Literal("tool_use"),
      id: Type.String(),
      name: Type.String(),
      input: Type.Unsafe({ type: "object" }),
    }),
  ]),
);

const usage = Type.Object({
  input_tokens: Type.Integer({ description: "Tokens of the prompt, without those of a cache." }),
  cache_creation_input_tokens: Type.Integer({ description: "Written to the provider's cache." }),
  cache_read_input_tokens: Type.Integer({ description: "Read from it." }),
  output_tokens: Type.Integer({ description: "Tokens that were made, reasoning included." }),
  output_tokens_details: Type.Object({
    thinking_tokens: Type.Integer({ description: "Spent on reasoning, shown or not." }),
  }),
  ...costProperties,
});

const message = Type.Object(
  {
    id: requestId,
    type: Type.Literal("message"),
    role: Type.Literal("assistant"),
    model: Type.String(),
    content,
    stop_reason: Type.Unsafe<string>({
      type: "string",
      enum: ["end_turn", "max_tokens", "tool_use", "refusal"],
      description: "`end_turn` at a stop sequence, too: which one it was, few providers tell.",
    }),
    stop_sequence: Type.Null(),
    stop_details: Type.Unsafe({
      type: ["object", "null"],
      description: "Of a refusal: the model's words in `explanation`.",
    }),
    usage,
  },
  { title: "Message" },
);

const event = Type.Object(
  {
    type: Type.Unsafe<string>({
      enum: [
        "message_start",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
        "error",
      ],
    }),
  },
  {
    title: "MessageEvent",
    description:
      "One event, as Anthropic's API has them. Usage and both costs are on `message_delta`: the counts on `message_start` are zero. A failure after the start is an event `error`, and no `message_stop` follows.",
  },
);

export const apiKeyHeader = {
  "x-api-key": { type: "string", description: "The API key, in place of `Authorization: Bearer`." },
};

/** What the route is in the OpenAPI document. */
export const messagesDocument = {
  operationId: "createMessage",
  summary: "Chat, in the words of Anthropic's API",
  description: `Any chat model, for clients that speak Anthropic's Messages API; their base URL is without \`/v1\`. Of errors the body is \`{type, error, request_id}\`.\n\n${unknownFieldsText(
    [
      ["`tools` of a type but `custom`", "the providers' own tools are not there"],
      ["`mcp_servers`", "use `tools`"],
      ["`output_format`", "use `output_config.format`"],
      ["`inference_geo`", "where models are asked is the operator's to choose"],
    ],
  )}`,
  tags: ["Chat"],
  security: [{ apiKey: [] }],
  body: messagesBody,
  response: {
    200: {
      description: "The answer, or with `stream` its events.",
      headers: callHeaders,
      content: { "application/json": { schema: message }, "text/event-stream": { schema: event } },
    },
    ...errorResponses(
      "invalid_request_error",
      ...SECURED_ERRORS,
      "insufficient_balance",
      "model_not_found",
      "idempotency_conflict",
      "request_too_large",
      "unsupported_media_type",
      "rate_limit_exceeded",
      "internal_error",
      "provider_unavailable",
      "overloaded",
    ),
  },
};

/** What the count is in it. */
export const countDocument = {
  operationId: "countMessageTokens",
  summary: "Tokens of a prompt, by estimate",
  description:
    "For clients of Anthropic's API. No provider is asked and nothing is charged: the prompt is counted here, with OpenAI's encoding for every model and by samples where it is long. " +
    "It is the count by which `POST /v1/messages` refuses a prompt as too long; what the provider counts and charges may be more or less.",
  tags: ["Chat"],
  security: [{ apiKey: [] }],
  body: countBody,
  response: {
    200: {
      description: "The estimate.",
      content: {
        "application/json": {
          schema: Type.Object(
            { input_tokens: Type.Integer({ description: "Tokens of messages, system and tools." }) },
            { title: "MessageTokens" },
          ),
        },
      },
    },
    ...errorResponses(
      "invalid_request_error",
      ...SECURED_ERRORS,
      "model_not_found",
      "request_too_large",
      "unsupported_media_type",
      "rate_limit_exceeded",
      "internal_error",
      "overloaded",
    ),
  },
};
