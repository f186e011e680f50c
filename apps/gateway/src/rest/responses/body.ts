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
import { callFields, functionName, MOST } from "../call-fields";

/**
 * As OpenAI has it. A response repeats them, and no model reads them: without bounds they would cost their caller
 * nothing.
 */
const LABEL_CHARACTERS = { name: 64, value: 512 } as const;
const USER_CHARACTERS = 512;

const inputText = Type.Object({
  type: Type.Literal("input_text"),
  text: Type.String({ description: "Words of the message." }),
});
const outputText = Type.Object({
  type: Type.Literal("output_text"),
  text: Type.String({ description: "Words of an earlier answer." }),
});
const refusal = Type.Object({
  type: Type.Literal("refusal"),
  refusal: Type.String({ description: "The model's words of an earlier refusal." }),
});
const inputImage = Type.Object({
  type: Type.Literal("input_image"),
  image_url: Type.String({ pattern: "^(https://|data:)", description: "an `https:` or `data:` URL" }),
  detail: optionalEnum(
    ["auto", "low", "high", "original"],
    "How closely it is looked at, where the provider lets one choose. `original` is taken as `high`.",
  ),
});

export type OutputPart = Static<typeof inputText> | Static<typeof outputText> | Static<typeof inputImage>;
export type MessagePart = OutputPart | Static<typeof refusal>;

const message = Type.Object({
  type: Type.Literal("message", { description: "May be left out." }),
  role: Type.Unsafe<"user" | "assistant" | "system" | "developer">({
    type: "string",
    enum: ["user", "assistant", "system", "developer"],
    description: "Who speaks. `developer` is taken as `system`.",
  }),
  content: Type.Union(
    [
      Type.String(),
      Type.Array(taggedUnion<MessagePart>("type", [inputText, outputText, refusal, inputImage]), { minItems: 1 }),
    ],
    { description: "A text, or parts. Images are a user's." },
  ),
});

const functionCall = Type.Object({
  type: Type.Literal("function_call"),
  call_id: Type.String({ minLength: 1, description: "As the answer gave it." }),
  name: Type.String({ description: "Of the function." }),
  arguments: Type.String({ description: "JSON text, as the model wrote it." }),
});

const functionCallOutput = Type.Object({
  type: Type.Literal("function_call_output"),
  call_id: Type.String({ minLength: 1, description: "`call_id` of the call that this answers." }),
  output: Type.Union(
    [Type.String(), Type.Array(taggedUnion<OutputPart>("type", [inputText, outputText, inputImage]))],
    {
      description:
        "What the function gave: a text, or parts. Its images are sent on as the user's, behind the outputs: not every provider takes them in one.",
    },
  ),
});

const reasoningItem = Type.Object({
  type: Type.Literal("reasoning"),
  summary: optionalOf(Type.Array(Type.Object({ text: Type.String() })), "As the answer gave it."),
  encrypted_content: optionalString({
    description: "As the answer gave it: with it the model goes on from its own reasoning.",
  }),
});

/** Of the items that OpenAI has, those that need nothing to be kept and no tool of the provider's own. */
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
    description: "Whether one of them has to be called.",
  }),
  tools: Type.Array(namedFunction, {
    minItems: 1,
    maxItems: MOST.tools,
    description: "Those of `tools` that may be called; the model is told of no other.",
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
 * Body of `POST /v1/responses`: validation, type and document. Of OpenAI's Responses API it has what one call needs;
 * the rest: `foreign-fields.ts`.
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
    { description: "The conversation so far, oldest first; a text is one message of the user." },
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
        "What the answer is to be: text, some JSON object, or JSON of a schema. The model needs the capability `json_object` or `json_schema`.",
      ),
    }),
    "What the answer's text is to be.",
  ),
  tools: optionalOf(
    Type.Array(taggedUnion<Static<typeof functionTool>>("type", [functionTool]), { maxItems: MOST.tools }),
    "Functions of yours that the model may ask to have called. It needs the capability `tools`.",
  ),
  tool_choice: optionalOf(
    Type.Union([
      Type.Unsafe<"none" | "auto" | "required">({ type: "string", enum: ["none", "auto", "required"] }),
      taggedUnion<Static<typeof namedFunction> | Static<typeof allowedTools>>("type", [namedFunction, allowedTools]),
    ]),
    "`auto` (the default): the model decides; `none`: no call; `required`: at least one; the one function to call; or `allowed_tools`, some of `tools`.",
  ),
  parallel_tool_calls: callFields.parallel_tool_calls,
  reasoning: optionalOf(
    Type.Object({
      effort: optionalEnum(
        REASONING_EFFORTS,
        "How much the model reasons before it answers; the nearest it has. It needs the capability `reasoning`.",
      ),
    }),
    "What the model shows of its reasoning is given as its summary, whatever `summary` asks for.",
  ),
  include: optionalOf(
    Type.Array(Type.String()),
    "`message.output_text.logprobs`: log probabilities of the answer's tokens. `reasoning.encrypted_content` is always there where the provider gives it.",
  ),
  top_logprobs: optionalInteger({
    ...CHAT_BOUNDS.topLogprobs,
    description: "How many likely tokens to tell at each place.",
  }),
  metadata: Type.Optional(
    Type.Unsafe<Readonly<Record<string, string>> | null>({
      type: ["object", "null"],
      maxProperties: MOST.labels,
      propertyNames: { maxLength: LABEL_CHARACTERS.name },
      additionalProperties: { type: "string", maxLength: LABEL_CHARACTERS.value },
      description: `Given back with the answer: at most ${MOST.labels} names of ${LABEL_CHARACTERS.name} characters, with texts of ${LABEL_CHARACTERS.value}.`,
    }),
  ),
  user: optionalString({
    maxLength: USER_CHARACTERS,
    description: "Who is behind the call, for the provider, where it takes it.",
  }),
  zdr: callFields.zdr,
  models: callFields.models,
  continue_on_cut: callFields.continue_on_cut,
});

export type ResponsesBody = Static<typeof responsesBody>;

/** Body of `POST /v1/responses/input_tokens`: what a prompt is made from. */
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
