import { Type } from "typebox";
import {
  errorResponses,
  PAID_CALL_ERRORS,
  streamableResponse,
  unknownFieldsText,
  usageSchema,
} from "../document-parts";
import { chatBody } from "../../bodies/chat/body";
import { reasoningDetail } from "../../bodies/chat/reasoning-details";

const message = Type.Object({
  role: Type.Literal("assistant"),
  content: Type.Union([Type.String(), Type.Null()]),
  refusal: Type.Union([Type.String(), Type.Null()]),
  reasoning_content: Type.Optional(Type.String({ description: "The model's reasoning, if the provider returns it." })),
  reasoning_details: Type.Optional(
    Type.Array(reasoningDetail, { description: "Send these back, unchanged, with the message on the next turn." }),
  ),
  tool_calls: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.Literal("function"),
        function: Type.Object({ name: Type.String(), arguments: Type.String() }),
      }),
    ),
  ),
});

const finishReason = Type.Unsafe<string>({ type: "string", enum: ["stop", "length", "content_filter", "tool_calls"] });
const requestId = Type.String({ pattern: "^req_[0-9a-f]{24}$", description: "The request id." });
const created = Type.Integer({ description: "Unix seconds." });

const completion = Type.Object(
  {
    id: requestId,
    object: Type.Literal("chat.completion"),
    created,
    model: Type.String(),
    choices: Type.Array(
      Type.Object({
        index: Type.Literal(0),
        message,
        logprobs: Type.Unsafe({ type: ["object", "null"] }),
        finish_reason: finishReason,
      }),
      { minItems: 1, maxItems: 1 },
    ),
    usage: usageSchema,
    system_fingerprint: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: "Always null: OpenRouter's clients require it." }),
    ),
  },
  { title: "ChatCompletion" },
);

const chunk = Type.Object(
  {
    id: requestId,
    object: Type.Literal("chat.completion.chunk"),
    created,
    model: Type.String(),
    choices: Type.Array(
      Type.Object({
        index: Type.Literal(0),
        delta: Type.Object({
          role: Type.Optional(Type.Literal("assistant")),
          content: Type.Optional(Type.String()),
          refusal: Type.Optional(Type.String()),
          reasoning_content: Type.Optional(Type.String()),
          reasoning_details: Type.Optional(
            Type.Array(reasoningDetail, {
              description:
                "Each also has an `index`: its position among the details of the answer, or a higher number if `resumable`.",
            }),
          ),
          tool_calls: Type.Optional(
            Type.Array(
              Type.Object({
                index: Type.Integer(),
                id: Type.Optional(Type.String()),
                type: Type.Optional(Type.Literal("function")),
                function: Type.Object({ name: Type.Optional(Type.String()), arguments: Type.String() }),
              }),
            ),
          ),
        }),
        logprobs: Type.Optional(Type.Unsafe({ type: "object" })),
        finish_reason: Type.Unsafe({ enum: ["stop", "length", "content_filter", "tool_calls", null] }),
      }),
    ),
    usage: Type.Optional(Type.Union([usageSchema, Type.Null()])),
  },
  {
    title: "ChatCompletionChunk",
    description:
      "One `data:` event. The first has the role; the last has the finish reason and the usage. Then follows `data: [DONE]`. " +
      "A failure after the start is a `data:` event with the error object, without a [DONE] after it. " +
      "With `resumable` each event also has an `id:` line, for use in `Last-Event-ID`.",
  },
);

export const resumeHeader = {
  "Last-Event-ID": {
    type: "string",
    pattern: "^req_[0-9a-f]{24}[.][0-9]{1,9}$",
    description:
      "Resumes a resumable stream after the event with this `id`. Send the same body. The answer is charged once. " +
      "Works for a minute after the connection was lost or the answer ended, and only on the gateway that started it. Otherwise the error is `not_found`, and nothing is charged.",
  },
};

/** The route in the OpenAPI document. */
export const chatDocument = {
  operationId: "createChatCompletion",
  summary: "Chat completion",
  description: unknownFieldsText([
    ["`functions`, `function_call`", "use `tools`, `tool_choice`"],
    ["`audio`; `modalities` with anything but `text`", "answers are text only"],
    ["`web_search_options`", "there is no web search here"],
    ['`provider` with `zdr: true` or `data_collection: "deny"`', "use `zdr: true`"],
  ]),
  tags: ["Chat"],
  security: [{ apiKey: [] }],
  body: chatBody,
  response: {
    200: streamableResponse(completion, chunk),
    ...errorResponses(...PAID_CALL_ERRORS, "not_found"),
  },
};
