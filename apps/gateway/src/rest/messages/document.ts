import { Type } from "typebox";
import {
  costProperties,
  COUNT_ERRORS,
  countText,
  errorResponses,
  estimateResponse,
  PAID_CALL_ERRORS,
  streamableResponse,
  unknownFieldsText,
} from "../document-parts";
import { countBody, messagesBody } from "./body";

const requestId = Type.String({ pattern: "^req_[0-9a-f]{24}$", description: "The request id." });

const content = Type.Array(
  Type.Union([
    Type.Object({
      type: Type.Literal("thinking"),
      thinking: Type.String({ description: "The model's reasoning, if the provider shows it." }),
      signature: Type.String({
        description: "Send it back with the block. Empty if the provider signs nothing.",
      }),
    }),
    Type.Object({
      type: Type.Literal("redacted_thinking"),
      data: Type.String({ description: "Send it back unchanged." }),
    }),
    Type.Object({ type: Type.Literal("text"), text: Type.String() }),
    Type.Object({
      type: Type.Literal("tool_use"),
      id: Type.String(),
      name: Type.String(),
      input: Type.Unsafe({ type: "object" }),
    }),
  ]),
);

const usage = Type.Object({
  input_tokens: Type.Integer({ description: "Tokens of the prompt, without those read from or written to a cache." }),
  cache_creation_input_tokens: Type.Integer({ description: "Tokens written to the provider's cache." }),
  cache_read_input_tokens: Type.Integer({ description: "Tokens read from the provider's cache." }),
  output_tokens: Type.Integer({ description: "Generated tokens, reasoning included." }),
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
      description: "`end_turn` also after a stop sequence, because few providers report which one it was.",
    }),
    stop_sequence: Type.Null(),
    stop_details: Type.Unsafe({
      type: ["object", "null"],
      description: "For a refusal: the model's text is in `explanation`.",
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
      "One event of Anthropic's API. Usage and both costs are in `message_delta`. The counts in `message_start` are the prompt's tokens as known at the start: the provider's count, or an estimate that is rather too high. A failure after the start is an event `error`, without a `message_stop` after it.",
  },
);

export const apiKeyHeader = {
  "x-api-key": { type: "string", description: "The API key, instead of `Authorization: Bearer`." },
};

/** The route in the OpenAPI document. */
export const messagesDocument = {
  operationId: "createMessage",
  summary: "Chat with Anthropic's Messages API",
  description: `Any chat model, for clients of Anthropic's Messages API, whose base URL has no \`/v1\`. The body of errors is \`{type, error, request_id}\`.\n\n${unknownFieldsText(
    [
      ["`tools` of a type other than `custom`", "the providers' own tools are not supported"],
      ["`mcp_servers`", "use `tools`"],
      ["`thread`", "nothing is kept; send the whole conversation in `messages`"],
      ["`inference_geo`", "the operator chooses where models run"],
    ],
  )}`,
  tags: ["Chat"],
  security: [{ apiKey: [] }],
  body: messagesBody,
  response: {
    200: streamableResponse(message, event),
    ...errorResponses(...PAID_CALL_ERRORS),
  },
};

/** The route of the token count in the OpenAPI document. */
export const countDocument = {
  operationId: "countMessageTokens",
  summary: "Estimated tokens of a prompt",
  description: `For clients of Anthropic's API. ${countText("POST /v1/messages")}`,
  tags: ["Chat"],
  security: [{ apiKey: [] }],
  body: countBody,
  response: {
    200: estimateResponse(
      Type.Object(
        { input_tokens: Type.Integer({ description: "Tokens of messages, system and tools." }) },
        { title: "MessageTokens" },
      ),
    ),
    ...errorResponses(...COUNT_ERRORS),
  },
};
