import { CHAT_BOUNDS, REASONING_EFFORTS } from "@cenote/core";
import { type Static, Type } from "typebox";
import {
  optionalBoolean,
  optionalEnum,
  optionalInteger,
  optionalObject,
  optionalOf,
  optionalString,
  taggedUnion,
} from "../../schema/fields";
import { callFields, functionName, MOST, pdfDataUrl } from "../call-fields";

/**
 * OpenAI's limits. A response repeats metadata and no model reads it, so it is free for the caller and must be bounded.
 */
const LABEL_CHARACTERS = { name: 64, value: 512 } as const;
const USER_CHARACTERS = 512;

const inputText = Type.Object({
  type: Type.Literal("input_text"),
  text: Type.String({ description: "Text of the message." }),
});
const outputText = Type.Object({
  type: Type.Literal("output_text"),
  text: Type.String({ description: "Text of an earlier answer." }),
});
const refusal = Type.Object({
  type: Type.Literal("refusal"),
  refusal: Type.String({ description: "Text of an earlier refusal." }),
});
const inputImage = Type.Object({
  type: Type.Literal("input_image"),
  image_url: Type.String({ pattern: "^(https://|data:)", description: "an `https:` or `data:` URL" }),
  detail: optionalEnum(
    ["auto", "low", "high", "original"],
    "How closely it is looked at, where the provider lets one choose. `original` is taken as `high`.",
  ),
});

const inputFile = Type.Object({
  type: Type.Literal("input_file"),
  filename: optionalString({ description: "Name of the file." }),
  file_data: pdfDataUrl,
});

export type OutputPart =
  | Static<typeof inputText>
  | Static<typeof outputText>
  | Static<typeof inputImage>
  | Static<typeof inputFile>;
export type MessagePart = OutputPart | Static<typeof refusal>;

const message = Type.Object({
  type: Type.Literal("message", { description: "May be left out." }),
  role: Type.Unsafe<"user" | "assistant" | "system" | "developer">({
    type: "string",
    enum: ["user", "assistant", "system", "developer"],
    description: "The author. `developer` is treated as `system`.",
  }),
  content: Type.Union(
    [
      Type.String(),
      Type.Array(taggedUnion<MessagePart>("type", [inputText, outputText, refusal, inputImage, inputFile]), {
        minItems: 1,
      }),
    ],
    { description: "A text, or parts. Only a user's message may have images and files." },
  ),
});

const functionCall = Type.Object({
  type: Type.Literal("function_call"),
  call_id: Type.String({ minLength: 1, description: "`call_id` from the answer." }),
  name: Type.String({ description: "Name of the function." }),
  arguments: Type.String({ description: "JSON text, as the model wrote it." }),
});

const functionCallOutput = Type.Object({
  type: Type.Literal("function_call_output"),
  call_id: Type.String({ minLength: 1, description: "`call_id` of the call that this answers." }),
  output: Type.Union(
    [Type.String(), Type.Array(taggedUnion<OutputPart>("type", [inputText, outputText, inputImage, inputFile]))],
    {
      description:
        "The function's result: a text, or parts. Its images and files are sent as the user's after the outputs, because not every provider takes them in outputs.",
    },
  ),
});

const reasoningItem = Type.Object({
  type: Type.Literal("reasoning"),
  summary: optionalOf(Type.Array(Type.Object({ text: Type.String() })), "`summary` from the answer."),
  encrypted_content: optionalString({
    description: "`encrypted_content` from the answer: with it the model continues its own reasoning.",
  }),
});

/** OpenAI's items, except those that need stored state or the provider's own tools. */
export type InputItem =
  | Static<typeof message>
  | Static<typeof functionCall>
  | Static<typeof functionCallOutput>
  | Static<typeof reasoningItem>;

const functionTool = Type.Object({
  type: Type.Literal("function"),
  name: functionName,
  description: optionalString({ description: "What it does and when to call it, for the model." }),
  parameters: optionalObject("JSON Schema of the arguments."),
  strict: optionalBoolean("Arguments keep to the schema, where the provider can promise it."),
});

const namedFunction = Type.Object({ type: Type.Literal("function"), name: functionName });
const allowedTools = Type.Object({
  type: Type.Literal("allowed_tools"),
  mode: Type.Unsafe<"auto" | "required">({
    type: "string",
    enum: ["auto", "required"],
    description: "Whether one of them must be called.",
  }),
  tools: Type.Array(namedFunction, {
    minItems: 1,
    maxItems: MOST.tools,
    description: "The `tools` that may be called; others are not sent to the model.",
  }),
});

const jsonSchemaFormat = Type.Object({
  type: Type.Literal("json_schema"),
  name: functionName,
  description: optionalString({ description: "What the answer is, for the model." }),
  schema: Type.Unsafe<object>({
    type: "object",
    additionalProperties: true,
    description: "JSON Schema of the answer.",
  }),
  strict: optionalBoolean("The answer keeps to the schema, where the provider can promise it."),
});

type TextFormat = { readonly type: "text" | "json_object" } | Static<typeof jsonSchemaFormat>;

/**
 * Body of `POST /v1/responses`: validation, type and document. It has the fields of OpenAI's Responses API that one call
 * needs; for all others see `../foreign-fields.ts`.
 */
export const responsesBody = Type.Object({
  model: callFields.model,
  input: Type.Union(
    [
      Type.String(),
      Type.Array(taggedUnion<InputItem>("type", [message, functionCall, functionCallOutput, reasoningItem]), {
        minItems: 1,
      }),
    ],
    { description: "The conversation, oldest item first; a text is one message of the user." },
  ),
  instructions: optionalString({ description: "A system message before `input`." }),
  max_output_tokens: optionalInteger({
    ...CHAT_BOUNDS.maxTokens,
    description: "Maximum tokens to generate, reasoning included.",
  }),
  temperature: callFields.temperature,
  top_p: callFields.top_p,
  stream: optionalBoolean("Answer with server-sent events."),
  text: optionalOf(
    Type.Object({
      format: optionalOf(
        taggedUnion<TextFormat>("type", [
          Type.Object({ type: Type.Literal("text") }),
          Type.Object({ type: Type.Literal("json_object") }),
          jsonSchemaFormat,
        ]),
        "The format of the answer: text, any JSON object, or JSON that matches a schema. JSON needs the model's capability `json_object` or `json_schema`.",
      ),
    }),
    "Settings of the answer's text.",
  ),
  tools: optionalOf(
    Type.Array(taggedUnion<Static<typeof functionTool>>("type", [functionTool]), { maxItems: MOST.tools }),
    "Functions that the model may call. It needs the capability `tools`.",
  ),
  tool_choice: optionalOf(
    Type.Union([
      Type.Unsafe<"none" | "auto" | "required">({ type: "string", enum: ["none", "auto", "required"] }),
      taggedUnion<Static<typeof namedFunction> | Static<typeof allowedTools>>("type", [namedFunction, allowedTools]),
    ]),
    "`auto` (the default): the model decides; `none`: no call; `required`: at least one call; a function to call; or `allowed_tools`, some of `tools`.",
  ),
  parallel_tool_calls: callFields.parallel_tool_calls,
  reasoning: optionalOf(
    Type.Object({
      effort: optionalEnum(
        REASONING_EFFORTS,
        "How much the model reasons before it answers; its nearest level is used. It needs the capability `reasoning`.",
      ),
    }),
    "The visible reasoning is returned as the summary, whatever `summary` requests.",
  ),
  include: optionalOf(
    Type.Array(Type.String()),
    "`message.output_text.logprobs`: log probabilities of the answer's tokens. `reasoning.encrypted_content` is always included if the provider returns it.",
  ),
  top_logprobs: optionalInteger({
    ...CHAT_BOUNDS.topLogprobs,
    description: "Number of most likely tokens to return at each position.",
  }),
  metadata: Type.Optional(
    Type.Unsafe<Readonly<Record<string, string>> | null>({
      type: ["object", "null"],
      maxProperties: MOST.labels,
      propertyNames: { maxLength: LABEL_CHARACTERS.name },
      additionalProperties: { type: "string", maxLength: LABEL_CHARACTERS.value },
      description: `Returned with the answer: at most ${MOST.labels} names of up to ${LABEL_CHARACTERS.name} characters, with values of up to ${LABEL_CHARACTERS.value}.`,
    }),
  ),
  user: optionalString({
    maxLength: USER_CHARACTERS,
    description: "Id of your user, sent to providers that accept one.",
  }),
  zdr: callFields.zdr,
  models: callFields.models,
  continue_on_cut: callFields.continue_on_cut,
});

export type ResponsesBody = Static<typeof responsesBody>;

/** Body of `POST /v1/responses/input_tokens`: the fields that make up the prompt. */
export const countBody = Type.Pick(responsesBody, [
  "model",
  "input",
  "instructions",
  "text",
  "reasoning",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
]);

export type CountBody = Static<typeof countBody>;
