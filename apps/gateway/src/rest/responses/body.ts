import { CHAT_BOUNDS, REASONING_EFFORTS } from "@cenote/core";
import { type Static, Type } from "typebox";
import {
  optionalBoolean,
  optionalEnum,
  optionalInteger,
  optionalOf,
  optionalString,
  taggedUnion,
} from "../../schema/fields";
import { callFields, functionName, MOST, pdfDataUrl } from "../../bodies/call-fields";
import { toolChoice, toolList } from "./body-tools";
import { HTTPS_OR_DATA_URL } from "../../bodies/url-patterns";

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
  image_url: Type.String({ pattern: HTTPS_OR_DATA_URL, description: "an `https:` or `data:` URL" }),
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
  namespace: optionalString({ description: "`namespace` from the answer." }),
  arguments: Type.String({ description: "JSON text, as the model wrote it." }),
});

const customToolCall = Type.Object({
  type: Type.Literal("custom_tool_call"),
  call_id: Type.String({ minLength: 1, description: "`call_id` from the answer." }),
  name: Type.String({ description: "Name of the tool." }),
  namespace: optionalString({ description: "`namespace` from the answer." }),
  input: Type.String({ description: "The text that the model called it with." }),
});

const outputOf = <const T extends "function_call_output" | "custom_tool_call_output">(type: T) =>
  Type.Object({
    type: Type.Literal(type),
    call_id: Type.String({ minLength: 1, description: "`call_id` of the tool call that this answers." }),
    output: Type.Union(
      [Type.String(), Type.Array(taggedUnion<OutputPart>("type", [inputText, outputText, inputImage, inputFile]))],
      {
        description:
          "The tool's result: a text, or parts. Its images and files are sent as the user's after the outputs, because not every provider takes them in outputs.",
      },
    ),
  });
const functionCallOutput = outputOf("function_call_output");
const customToolCallOutput = outputOf("custom_tool_call_output");

const encryptedContent = Type.Object({
  type: Type.Literal("encrypted_content"),
  encrypted_content: Type.String({ description: "The text from an answer. It is not encrypted here." }),
});
export type AgentPart = Static<typeof inputText> | Static<typeof inputImage> | Static<typeof encryptedContent>;

const agentMessage = Type.Object(
  {
    type: Type.Literal("agent_message"),
    content: Type.Array(taggedUnion<AgentPart>("type", [inputText, inputImage, encryptedContent]), { minItems: 1 }),
  },
  { description: "A message of another agent of the client. It is sent as the user's." },
);

const additionalTools = Type.Object(
  { type: Type.Literal("additional_tools"), tools: toolList },
  { description: "More `tools`. A later one replaces an earlier one of the same name." },
);

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
  | Static<typeof customToolCall>
  | Static<typeof customToolCallOutput>
  | Static<typeof agentMessage>
  | Static<typeof additionalTools>
  | Static<typeof reasoningItem>;

const INPUT_ITEMS = [
  message,
  functionCall,
  functionCallOutput,
  customToolCall,
  customToolCallOutput,
  agentMessage,
  additionalTools,
  reasoningItem,
];

const jsonSchemaFormat = Type.Object({
  type: Type.Literal("json_schema"),
  name: functionName,
  description: optionalString({ description: "Describes the answer to the model." }),
  schema: Type.Unsafe<object>({
    type: "object",
    additionalProperties: true,
    description: "JSON Schema of the answer.",
  }),
  strict: optionalBoolean("The answer follows the schema strictly, if the provider can guarantee it."),
});

type TextFormat = { readonly type: "text" | "json_object" } | Static<typeof jsonSchemaFormat>;

/**
 * Body of `POST /v1/responses`: validation, type and document. It has the fields of OpenAI's Responses API that one
 * call needs; for all others see `../foreign-fields.ts`.
 */
export const responsesBody = Type.Object({
  model: callFields.model,
  input: Type.Union([Type.String(), Type.Array(taggedUnion<InputItem>("type", INPUT_ITEMS), { minItems: 1 })], {
    description: "The conversation, oldest item first; a text is one message of the user.",
  }),
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
      verbosity: callFields.verbosity,
    }),
    "Settings of the answer's text.",
  ),
  tools: optionalOf(
    toolList,
    "Functions that the model may call with JSON, and custom tools that it may call with free text, by themselves or in namespaces. It needs the capability `tools`.",
  ),
  tool_choice: optionalOf(
    toolChoice,
    "`auto` (the default): the model decides; `none`: no call; `required`: at least one call; a tool to call; or `allowed_tools`, some of `tools`.",
  ),
  parallel_tool_calls: callFields.parallel_tool_calls,
  reasoning: optionalOf(
    Type.Object({
      effort: optionalEnum(
        REASONING_EFFORTS,
        "How much the model reasons before it answers; its nearest level is used. It needs the capability `reasoning`.",
      ),
      summary: optionalString({
        description:
          "`auto`, `concise` or `detailed`. The visible reasoning is returned as the summary, whatever the value. If the provider shows none, the header of dropped fields names `reasoning.summary`.",
      }),
    }),
    "How much the model reasons, and whether the reasoning is to be seen.",
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
