import { Type } from "typebox";
import {
  chatCostProperties,
  COUNT_ERRORS,
  countText,
  errorResponses,
  estimateResponse,
  PAID_CALL_ERRORS,
  streamableResponse,
  unknownFieldsText,
} from "../document-parts";
import { countBody, responsesBody } from "./body";

const status = Type.Unsafe<string>({ type: "string", enum: ["in_progress", "completed", "incomplete"] });

const outputText = Type.Object({
  type: Type.Literal("output_text"),
  text: Type.String(),
  annotations: Type.Array(Type.Object({})),
  logprobs: Type.Array(Type.Object({})),
});
const refusal = Type.Object({ type: Type.Literal("refusal"), refusal: Type.String() });

const message = Type.Object({
  id: Type.String(),
  type: Type.Literal("message"),
  status,
  role: Type.Literal("assistant"),
  content: Type.Array(Type.Union([outputText, refusal])),
});
const functionCall = Type.Object({
  id: Type.String(),
  type: Type.Literal("function_call"),
  status,
  call_id: Type.String(),
  name: Type.String(),
  arguments: Type.String({ description: "JSON text, as the model wrote it." }),
});
const reasoning = Type.Object({
  id: Type.String(),
  type: Type.Literal("reasoning"),
  summary: Type.Array(Type.Object({ type: Type.Literal("summary_text"), text: Type.String() }), {
    description: "The reasoning that the provider shows.",
  }),
  encrypted_content: Type.Optional(
    Type.String({
      description:
        "Send it back with the item, so that the model continues from it. `unsigned` for reasoning that is neither signed nor encrypted.",
    }),
  ),
});

const usage = Type.Object({
  input_tokens: Type.Integer({ description: "Tokens of the prompt, including those of a cache." }),
  input_tokens_details: Type.Object({ cached_tokens: Type.Integer(), cache_write_tokens: Type.Integer() }),
  output_tokens: Type.Integer({ description: "Generated tokens, reasoning included." }),
  output_tokens_details: Type.Object({ reasoning_tokens: Type.Integer() }),
  total_tokens: Type.Integer({ description: "The sum of both." }),
  ...chatCostProperties,
});

const response = Type.Object(
  {
    id: Type.String({ pattern: "^resp_[0-9a-f]{24}$", description: "Its digits are those of the request id." }),
    object: Type.Literal("response"),
    created_at: Type.Integer({ description: "Unix seconds." }),
    model: Type.String(),
    status: Type.Unsafe<string>({ type: "string", enum: ["in_progress", "completed", "incomplete", "failed"] }),
    error: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()], {
      description: "Set if a stream failed after it had begun.",
    }),
    incomplete_details: Type.Union([
      Type.Object({ reason: Type.Unsafe<string>({ type: "string", enum: ["max_output_tokens", "content_filter"] }) }),
      Type.Null(),
    ]),
    output: Type.Array(Type.Union([reasoning, message, functionCall])),
    usage: Type.Union([usage, Type.Null()], { description: "Null until the answer has ended." }),
    store: Type.Literal(false, { description: "Responses are not stored." }),
  },
  {
    title: "Response",
    description:
      "The response also repeats the settings of the request, as OpenAI's does. It has `completed_at` (null), `frequency_penalty` and `presence_penalty` (0), because OpenRouter's clients require them.",
  },
);

const event = Type.Object(
  { type: Type.String(), sequence_number: Type.Integer() },
  {
    title: "ResponseEvent",
    description:
      "The type of each event is also its `event:`. `response.created` and `response.in_progress` come first, `response.completed` or `response.incomplete` comes last, with the whole response; " +
      "between them `response.output_item`, `response.content_part`, `response.output_text`, `response.refusal`, `response.reasoning_summary_part`, `response.reasoning_summary_text`, " +
      "`response.function_call_arguments` and `response.custom_tool_call_input`, as in OpenAI's API. A failure after the start is `error`, whose member `error` is the same as in every other answer, and then `response.failed`.",
  },
);

/** The route in the OpenAPI document. */
export const responsesDocument = {
  operationId: "createResponse",
  summary: "Response",
  description:
    "OpenAI's Responses API: the same call as a chat completion, at the same price, with every chat model. Nothing is stored between calls.\n\n" +
    unknownFieldsText([
      [
        "`previous_response_id`, `conversation`, an `item_reference` in `input`",
        "nothing is stored; send the whole conversation in `input`",
      ],
      ["`prompt`", "use `instructions` and `input`"],
      ["`background: true`", "leave it out"],
      ["`tools`, `input` items and parts other than those below", "use tools of your own"],
      ["`web_search`, unless there are other `tools`: then it is left out and named", "use a function of your own"],
      ['`provider` with `zdr: true` or `data_collection: "deny"`', "use `zdr: true`"],
    ]),
  tags: ["Chat"],
  security: [{ apiKey: [] }],
  body: responsesBody,
  response: {
    200: streamableResponse(response, event),
    ...errorResponses(...PAID_CALL_ERRORS),
  },
};

/** The route of the token count in the OpenAPI document. */
export const countDocument = {
  operationId: "countResponseTokens",
  summary: "Estimated tokens of a response's input",
  description: countText("POST /v1/responses"),
  tags: ["Chat"],
  security: [{ apiKey: [] }],
  body: countBody,
  response: {
    200: estimateResponse(
      Type.Object(
        {
          object: Type.Literal("response.input_tokens"),
          input_tokens: Type.Integer({ description: "Tokens of input, instructions, tools and format." }),
        },
        { title: "ResponseInputTokens" },
      ),
    ),
    ...errorResponses(...COUNT_ERRORS),
  },
};
