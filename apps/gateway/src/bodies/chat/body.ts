import { CHAT_BOUNDS, REASONING_EFFORTS } from "@cenote/core";
import { type Static, Type } from "typebox";
import {
  optionalBoolean,
  optionalEnum,
  optionalInteger,
  optionalNumber,
  optionalObject,
  optionalOf,
  optionalString,
  taggedUnion,
} from "../../schema/fields";
import { callFields, functionName, MOST, pdfDataUrl } from "../call-fields";
import { reasoningDetail } from "./reasoning-details";
import { HTTPS_OR_DATA_URL } from "../url-patterns";

/** A pattern, not an enum: from a second enum, oapi-codegen would generate a second type `ReasoningEffort`. */
const openRouterEffort = optionalString({
  pattern: `^(?:${REASONING_EFFORTS.join("|")})$`,
  description: `one of ${REASONING_EFFORTS.join(", ")}, as \`reasoning_effort\``,
});

const textPart = Type.Object({
  type: Type.Literal("text"),
  text: Type.String({ description: "Text of the message." }),
});
const imagePart = Type.Object({
  type: Type.Literal("image_url"),
  image_url: Type.Object(
    {
      url: Type.String({ pattern: HTTPS_OR_DATA_URL, description: "an `https:` or `data:` URL" }),
      detail: optionalEnum(
        ["auto", "low", "high", "original"],
        "The resolution at which the model sees it, if the provider has such a setting. `original` is treated as `high`.",
      ),
    },
    { description: "The image, by URL or inline." },
  ),
});
const filePart = Type.Object({
  type: Type.Literal("file"),
  file: Type.Object(
    { filename: optionalString({ description: "Name of the file." }), file_data: pdfDataUrl },
    { description: "The file. The model needs the capability `pdf`. Ids of files are not supported." },
  ),
});
const refusalPart = Type.Object({
  type: Type.Literal("refusal"),
  refusal: Type.String({ description: "Text of the model's earlier refusal." }),
});

export type TextPart = Static<typeof textPart>;
export type ImagePart = Static<typeof imagePart>;
export type FilePart = Static<typeof filePart>;
export type RefusalPart = Static<typeof refusalPart>;

const contentOf = <T>(description: string, ...parts: Parameters<typeof taggedUnion>[1]) =>
  Type.Union([Type.String(), Type.Array(taggedUnion<T>("type", parts), { minItems: 1 })], { description });

const speaker = (
  description = "Name of the speaker. Dropped, and reported in `x-gateway-dropped-fields`, if the model does not support it.",
) => optionalString({ description });

const toolCall = Type.Object({
  id: Type.String({ description: "As in the answer." }),
  type: Type.Literal("function"),
  function: Type.Object(
    {
      name: Type.String({ description: "Name of the function." }),
      arguments: Type.String({ description: "JSON text, exactly as the model wrote it." }),
    },
    { description: "The function and its arguments." },
  ),
});

const systemMessage = Type.Object({
  role: Type.Unsafe<"system" | "developer">({
    enum: ["system", "developer"],
    description: "`developer` is treated as `system`.",
  }),
  content: contentOf<TextPart>("A text, or parts of text.", textPart),
  name: speaker(),
});
const userMessage = Type.Object({
  role: Type.Literal("user"),
  content: contentOf<TextPart | ImagePart | FilePart>(
    "A text, or parts of text, images and files.",
    textPart,
    imagePart,
    filePart,
  ),
  name: speaker(),
});
const assistantMessage = Type.Object({
  role: Type.Literal("assistant"),
  content: optionalOf(
    contentOf<TextPart | RefusalPart>("A text, or parts.", textPart, refusalPart),
    "Content of an earlier answer; may be omitted if there are `tool_calls`.",
  ),
  name: speaker(),
  refusal: optionalString({ description: "Text of an earlier refusal, as in the answer." }),
  reasoning_content: optionalString({ description: "The model's reasoning in an earlier turn." }),
  reasoning_details: optionalOf(Type.Array(reasoningDetail), "As in an earlier answer."),
  tool_calls: optionalOf(
    Type.Array(toolCall),
    "Calls in an earlier answer; each is followed by a message with role `tool`.",
  ),
});
const toolMessage = Type.Object({
  role: Type.Literal("tool"),
  content: contentOf<TextPart | ImagePart | FilePart>(
    "The function's result: a text, or parts of text, images and files. Providers that take only text in a result get the rest as the user's, after the results.",
    textPart,
    imagePart,
    filePart,
  ),
  name: speaker("Not sent to providers, which identify the call by its id."),
  tool_call_id: Type.String({ minLength: 1, description: "`id` of the tool call that this message answers." }),
});

export type ChatBodyMessage =
  | Static<typeof systemMessage>
  | Static<typeof userMessage>
  | Static<typeof assistantMessage>
  | Static<typeof toolMessage>;

const functionTool = Type.Object({
  type: Type.Literal("function"),
  function: Type.Object(
    {
      name: functionName,
      description: optionalString({ description: "What it does and when to call it, for the model." }),
      parameters: optionalObject("JSON Schema of the arguments."),
      strict: optionalBoolean("Arguments follow the schema strictly, if the provider can guarantee it."),
    },
    { description: "A function you provide." },
  ),
});
const tool = taggedUnion<Static<typeof functionTool>>("type", [functionTool]);

const namedFunction = Type.Object({
  type: Type.Literal("function"),
  function: Type.Object(
    { name: Type.String({ minLength: 1, description: "One of `tools`." }) },
    { description: "The function to call." },
  ),
});

const allowedTools = Type.Object({
  type: Type.Literal("allowed_tools"),
  allowed_tools: Type.Object(
    {
      mode: Type.Unsafe<"auto" | "required">({
        type: "string",
        enum: ["auto", "required"],
        description: "Whether one of them must be called.",
      }),
      tools: Type.Array(namedFunction, {
        minItems: 1,
        maxItems: MOST.tools,
        description: "The `tools` that may be called; the others are not sent to the model.",
      }),
    },
    { description: "A choice among some of the tools." },
  ),
});

type BodyToolChoice = Static<typeof namedFunction> | Static<typeof allowedTools>;

const toolChoice = Type.Union([
  Type.Unsafe<"none" | "auto" | "required">({ type: "string", enum: ["none", "auto", "required"] }),
  taggedUnion<BodyToolChoice>("type", [namedFunction, allowedTools]),
]);

const jsonSchemaFormat = Type.Object({
  type: Type.Literal("json_schema"),
  json_schema: Type.Object(
    {
      name: functionName,
      description: optionalString({ description: "Describes the answer to the model." }),
      schema: optionalObject("JSON Schema of the answer."),
      strict: optionalBoolean("The answer follows the schema strictly, if the provider can guarantee it."),
    },
    { description: "The schema and its name." },
  ),
});

const jsonObjectFormat = Type.Object({
  type: Type.Literal("json_object"),
  schema: optionalObject(
    "JSON Schema of the answer, as Instructor writes it: the same as a `json_schema` that has it.",
  ),
});

export type ChatBodyResponseFormat =
  | { readonly type: "text" }
  | Static<typeof jsonObjectFormat>
  | Static<typeof jsonSchemaFormat>;

/**
 * Body of `POST /v1/chat/completions`: validation, type and document in one. `null` means absent. For unknown fields
 * see `../../rest/foreign-fields.ts`.
 */
export const chatBody = Type.Object({
  model: callFields.model,
  messages: Type.Array(
    taggedUnion<ChatBodyMessage>("role", [systemMessage, userMessage, assistantMessage, toolMessage]),
    { minItems: 1, description: "The conversation so far, oldest first." },
  ),
  temperature: callFields.temperature,
  top_p: callFields.top_p,
  max_tokens: optionalInteger({ ...CHAT_BOUNDS.maxTokens, description: "Maximum tokens to generate." }),
  max_completion_tokens: optionalInteger({
    ...CHAT_BOUNDS.maxTokens,
    description: "Newer name of `max_tokens`; takes precedence if both are given.",
  }),
  n: optionalEnum([1], "Number of choices per answer: only 1 is supported."),
  stream: optionalBoolean("Answer with server-sent events."),
  stream_options: optionalOf(
    Type.Object({
      include_usage: optionalBoolean("Usage on an extra chunk without choices, instead of on the final one."),
    }),
    "Only for streams. By default usage is on the final chunk.",
  ),
  stop: optionalOf(
    Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: MOST.stopSequences })]),
    "One or more texts that end the answer where they would appear; they are not included in it.",
  ),
  response_format: optionalOf(
    taggedUnion<ChatBodyResponseFormat>("type", [
      Type.Object({ type: Type.Literal("text") }),
      jsonObjectFormat,
      jsonSchemaFormat,
    ]),
    "Format of the answer: text, any JSON object, or JSON that follows a schema. The model needs the capability `json_object` or `json_schema`.",
  ),
  tools: optionalOf(
    Type.Array(tool, { maxItems: MOST.tools }),
    "Functions that the model may call. It needs the capability `tools`.",
  ),
  tool_choice: optionalOf(
    toolChoice,
    "`auto` (the default): the model decides; `none`: no call; `required`: at least one; the one function to call; or `allowed_tools`, some of `tools`.",
  ),
  parallel_tool_calls: callFields.parallel_tool_calls,
  seed: optionalInteger({
    ...CHAT_BOUNDS.seed,
    description:
      "Repeating a request with the same seed makes the same answer more likely, if the provider supports it.",
  }),
  presence_penalty: optionalNumber({
    ...CHAT_BOUNDS.presencePenalty,
    description: "Above 0: makes words less likely once they have been used.",
  }),
  frequency_penalty: optionalNumber({
    ...CHAT_BOUNDS.frequencyPenalty,
    description: "Above 0: makes words less likely the more often they have been used.",
  }),
  reasoning_effort: optionalEnum(
    REASONING_EFFORTS,
    "How much the model reasons before it answers; the nearest level it supports is used. It needs the capability `reasoning`.",
  ),
  reasoning: optionalOf(
    Type.Object({
      effort: openRouterEffort,
      enabled: optionalBoolean("False: no reasoning, as the effort `none`. True: as the effort `medium`."),
      max_tokens: optionalInteger({
        minimum: 0,
        description: "Budget for reasoning, converted to an effort: its ratio to the answer's maximum tokens decides.",
      }),
    }),
    "OpenRouter's field, used if `reasoning_effort` is absent: its `effort`, or else what the other members say.",
  ),
  thinking: optionalOf(
    Type.Object({
      type: optionalString({
        description:
          "`disabled` means the effort `none`; `enabled` the effort for the budget, or `medium` without one; `adaptive` means `high`.",
      }),
      budget_tokens: optionalInteger({ minimum: 0, description: "As `reasoning.max_tokens`." }),
    }),
    "Anthropic's field, as LiteLLM accepts it. Used if neither `reasoning_effort` nor `reasoning` sets an effort.",
  ),
  verbosity: callFields.verbosity,
  logprobs: optionalBoolean("Log probabilities of the answer's tokens."),
  top_logprobs: optionalInteger({
    ...CHAT_BOUNDS.topLogprobs,
    description: "With `logprobs`: how many of the most likely tokens to return per position.",
  }),
  logit_bias: optionalOf(
    Type.Unsafe<Record<string, number>>({
      type: "object",
      additionalProperties: { type: "number", ...CHAT_BOUNDS.logitBias },
      maxProperties: MOST.logitBiases,
      description: "Token id to bias.",
    }),
  ),
  user: callFields.user,
  zdr: callFields.zdr,
  models: callFields.models,
  continue_on_cut: callFields.continue_on_cut,
  resumable: optionalBoolean(
    "With `stream`: the answer survives a lost connection for a minute, and `Last-Event-ID` resumes it. Disconnecting does not stop it. Has no effect on calls with zero data retention.",
  ),
});

export type ChatBody = Static<typeof chatBody>;
