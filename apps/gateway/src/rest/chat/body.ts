import { MODEL_ID_CHARACTERS } from "@cenote/core";
import { type Static, Type } from "typebox";
import {
  optionalBoolean, optionalEnum, optionalInteger, optionalNumber, optionalObject, optionalOf, optionalString, taggedUnion,
} from "../../schema/fields";
import { reasoningDetail } from "./reasoning-details";

/** Bounds OpenAI's clients know, and those no provider goes beyond. */
export const CHAT_LIMITS = {
  temperature: 2,
  topLogprobs: 20,
  penalty: 2,
  stopSequences: 16,
  tools: 128,
  fallbackModels: 8,
  logitBiases: 1024,
} as const;

/** Largest integer that JSON numbers and an int32 on the inner wire both hold. */
const MAX_TOKENS = 2_147_483_647;

const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh"] as const;

const modelId = (description: string) => Type.String({ minLength: 1, maxLength: MODEL_ID_CHARACTERS, description });

const textPart = Type.Object({ type: Type.Literal("text"), text: Type.String() });
const imagePart = Type.Object({
  type: Type.Literal("image_url"),
  image_url: Type.Object({
    url: Type.String({ pattern: "^(https://|data:)", description: "an `https:` or `data:` URL" }),
    detail: optionalEnum(["auto", "low", "high"]),
  }),
});
const refusalPart = Type.Object({ type: Type.Literal("refusal"), refusal: Type.String() });

export type TextPart = Static<typeof textPart>;
export type ImagePart = Static<typeof imagePart>;
export type RefusalPart = Static<typeof refusalPart>;

const contentOf = <T>(...parts: Parameters<typeof taggedUnion>[1]) =>
  Type.Union([Type.String(), Type.Array(taggedUnion<T>("type", parts), { minItems: 1 })]);

const toolCall = Type.Object({
  id: Type.String(),
  type: Type.Literal("function"),
  function: Type.Object({ name: Type.String(), arguments: Type.String({ description: "JSON text, as the model wrote it." }) }),
});

const systemMessage = Type.Object({
  role: Type.Unsafe<"system" | "developer">({ enum: ["system", "developer"], description: "`developer` is taken as `system`." }),
  content: contentOf<TextPart>(textPart),
  name: optionalString(),
});
const userMessage = Type.Object({
  role: Type.Literal("user"),
  content: contentOf<TextPart | ImagePart>(textPart, imagePart),
  name: optionalString(),
});
const assistantMessage = Type.Object({
  role: Type.Literal("assistant"),
  content: optionalOf(contentOf<TextPart | RefusalPart>(textPart, refusalPart)),
  name: optionalString(),
  refusal: optionalString(),
  reasoning_content: optionalString({ description: "The model's reasoning of an earlier turn." }),
  reasoning_details: optionalOf(Type.Array(reasoningDetail, { description: "As an earlier answer gave them." })),
  tool_calls: optionalOf(Type.Array(toolCall)),
});
const toolMessage = Type.Object({
  role: Type.Literal("tool"),
  content: contentOf<TextPart>(textPart),
  name: optionalString({ description: "Not sent on: providers know the call by its id." }),
  tool_call_id: Type.String({ minLength: 1 }),
});

export type ChatBodyMessage =
  | Static<typeof systemMessage> | Static<typeof userMessage> | Static<typeof assistantMessage> | Static<typeof toolMessage>;

const functionName = Type.String({ pattern: "^[a-zA-Z0-9_-]{1,64}$", description: "1 to 64 letters, digits, `_` or `-`" });

const functionTool = Type.Object({
  type: Type.Literal("function"),
  function: Type.Object({
    name: functionName,
    description: optionalString(),
    parameters: optionalObject("JSON Schema of the arguments."),
    strict: optionalBoolean(),
  }),
});
const tool = taggedUnion<Static<typeof functionTool>>("type", [functionTool]);

const namedFunction = Type.Object({ type: Type.Literal("function"), function: Type.Object({ name: Type.String({ minLength: 1 }) }) });

const toolChoice = Type.Union([
  Type.Unsafe<"none" | "auto" | "required">({ type: "string", enum: ["none", "auto", "required"] }),
  namedFunction,
]);

const jsonSchemaFormat = Type.Object({
  type: Type.Literal("json_schema"),
  json_schema: Type.Object({
    name: functionName,
    description: optionalString(),
    schema: optionalObject("JSON Schema of the answer."),
    strict: optionalBoolean(),
  }),
});

export type ChatBodyResponseFormat = { readonly type: "text" | "json_object" } | Static<typeof jsonSchemaFormat>;

/** Body of `POST /v1/chat/completions`: validation, type and document. `null` means absent; what becomes of unknown fields: `../foreign-fields.ts`. */
export const chatBody = Type.Object({
  model: modelId("`<provider>/<model>`"),
  messages: Type.Array(
    taggedUnion<ChatBodyMessage>("role", [systemMessage, userMessage, assistantMessage, toolMessage]),
    { minItems: 1 },
  ),
  temperature: optionalNumber({ minimum: 0, maximum: CHAT_LIMITS.temperature }),
  top_p: optionalNumber({ minimum: 0, maximum: 1, description: "Alternative to temperature." }),
  max_tokens: optionalInteger({ minimum: 1, maximum: MAX_TOKENS, description: "Maximum tokens to generate." }),
  max_completion_tokens: optionalInteger({ minimum: 1, maximum: MAX_TOKENS, description: "Newer name of `max_tokens`; wins where both are given." }),
  n: optionalEnum([1], "One choice an answer."),
  stream: optionalBoolean("Answer with server-sent events."),
  stream_options: optionalOf(Type.Object({
    include_usage: optionalBoolean("Usage on an extra chunk without choices, in place of the final one."),
  })),
  stop: optionalOf(Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: CHAT_LIMITS.stopSequences })])),
  response_format: optionalOf(taggedUnion<ChatBodyResponseFormat>("type", [
    Type.Object({ type: Type.Literal("text") }), Type.Object({ type: Type.Literal("json_object") }), jsonSchemaFormat,
  ])),
  tools: optionalOf(Type.Array(tool, { maxItems: CHAT_LIMITS.tools })),
  tool_choice: optionalOf(toolChoice),
  parallel_tool_calls: optionalBoolean(),
  seed: optionalInteger({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  presence_penalty: optionalNumber({ minimum: -CHAT_LIMITS.penalty, maximum: CHAT_LIMITS.penalty }),
  frequency_penalty: optionalNumber({ minimum: -CHAT_LIMITS.penalty, maximum: CHAT_LIMITS.penalty }),
  reasoning_effort: optionalEnum(EFFORTS),
  reasoning: optionalOf(Type.Object({ effort: optionalEnum(EFFORTS) }, { description: "OpenRouter's: its `effort` is taken where `reasoning_effort` is absent, the rest is left out." })),
  logprobs: optionalBoolean(),
  top_logprobs: optionalInteger({ minimum: 0, maximum: CHAT_LIMITS.topLogprobs }),
  logit_bias: optionalOf(Type.Unsafe<Record<string, number>>({
    type: "object", additionalProperties: { type: "number", minimum: -100, maximum: 100 }, maxProperties: CHAT_LIMITS.logitBiases,
    description: "Token id to bias.",
  })),
  user: optionalString(),
  zdr: optionalBoolean("Zero data retention: only routes marked for it are used, nothing of the content is stored or logged."),
  models: optionalOf(Type.Array(modelId("`<provider>/<model>`"), {
    maxItems: CHAT_LIMITS.fallbackModels, description: "Models to try in order when no route of `model` answers.",
  })),
  continue_on_cut: optionalBoolean("A stream that is cut or falls silent goes on over another route of its model, where one takes the beginning of an answer."),
  resumable: optionalBoolean("With `stream`: the answer outlives a connection that is lost, for a minute, and `Last-Event-ID` goes on with it. A caller who leaves does not stop it. Has no effect on calls with zero data retention."),
});

export type ChatBody = Static<typeof chatBody>;
