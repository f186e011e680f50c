import { CHAT_BOUNDS, REASONING_EFFORTS } from "@cenote/core";
import { type Static, Type } from "typebox";
import {
  optionalBoolean, optionalEnum, optionalInteger, optionalNumber, optionalObject, optionalOf, optionalString, taggedUnion,
} from "../../schema/fields";
import { callFields, functionName, MOST } from "../call-fields";
import { reasoningDetail } from "./reasoning-details";

/** By a pattern: as a list of its own, oapi-codegen would make a second `ReasoningEffort` of it. */
const openRouterEffort = optionalString({
  pattern: `^(?:${REASONING_EFFORTS.join("|")})$`, description: `one of ${REASONING_EFFORTS.join(", ")}, as \`reasoning_effort\``,
});

const textPart = Type.Object({ type: Type.Literal("text"), text: Type.String({ description: "Words of the message." }) });
const imagePart = Type.Object({
  type: Type.Literal("image_url"),
  image_url: Type.Object({
    url: Type.String({ pattern: "^(https://|data:)", description: "an `https:` or `data:` URL" }),
    detail: optionalEnum(["auto", "low", "high"], "How closely it is looked at, where the provider lets one choose."),
  }, { description: "The image, by address or as it is." }),
});
const refusalPart = Type.Object({ type: Type.Literal("refusal"), refusal: Type.String({ description: "The model's words of an earlier refusal." }) });

export type TextPart = Static<typeof textPart>;
export type ImagePart = Static<typeof imagePart>;
export type RefusalPart = Static<typeof refusalPart>;

const contentOf = <T>(description: string, ...parts: Parameters<typeof taggedUnion>[1]) =>
  Type.Union([Type.String(), Type.Array(taggedUnion<T>("type", parts), { minItems: 1 })], { description });

const speaker = (description = "Who speaks. Left out, and told in `x-gateway-dropped-fields`, where the model has no word for it.") => optionalString({ description });

const toolCall = Type.Object({
  id: Type.String({ description: "As the answer gave it." }),
  type: Type.Literal("function"),
  function: Type.Object(
    { name: Type.String({ description: "Of the function." }), arguments: Type.String({ description: "JSON text, as the model wrote it." }) },
    { description: "What was called, and with what." },
  ),
});

const systemMessage = Type.Object({
  role: Type.Unsafe<"system" | "developer">({ enum: ["system", "developer"], description: "`developer` is taken as `system`." }),
  content: contentOf<TextPart>("A text, or parts of text.", textPart),
  name: speaker(),
});
const userMessage = Type.Object({
  role: Type.Literal("user"),
  content: contentOf<TextPart | ImagePart>("A text, or parts of text and images.", textPart, imagePart),
  name: speaker(),
});
const assistantMessage = Type.Object({
  role: Type.Literal("assistant"),
  content: optionalOf(contentOf<TextPart | RefusalPart>("A text, or parts.", textPart, refusalPart), "What an earlier answer said; may be left out beside `tool_calls`."),
  name: speaker(),
  refusal: optionalString({ description: "The words of an earlier refusal, as the answer gave them." }),
  reasoning_content: optionalString({ description: "The model's reasoning of an earlier turn." }),
  reasoning_details: optionalOf(Type.Array(reasoningDetail), "As an earlier answer gave them."),
  tool_calls: optionalOf(Type.Array(toolCall), "Calls of an earlier answer; a message of role `tool` follows for each."),
});
const toolMessage = Type.Object({
  role: Type.Literal("tool"),
  content: contentOf<TextPart>("What the function gave.", textPart),
  name: speaker("Not sent on: providers know the call by its id."),
  tool_call_id: Type.String({ minLength: 1, description: "`id` of the call that this answers." }),
});

export type ChatBodyMessage =
  | Static<typeof systemMessage> | Static<typeof userMessage> | Static<typeof assistantMessage> | Static<typeof toolMessage>;

const functionTool = Type.Object({
  type: Type.Literal("function"),
  function: Type.Object({
    name: functionName,
    description: optionalString({ description: "What it does and when to call it, for the model." }),
    parameters: optionalObject("JSON Schema of the arguments."),
    strict: optionalBoolean("Arguments keep to the schema, where the provider can promise it."),
  }, { description: "A function of yours." }),
});
const tool = taggedUnion<Static<typeof functionTool>>("type", [functionTool]);

const namedFunction = Type.Object({
  type: Type.Literal("function"),
  function: Type.Object({ name: Type.String({ minLength: 1, description: "One of `tools`." }) }, { description: "The one that is meant." }),
});

const allowedTools = Type.Object({
  type: Type.Literal("allowed_tools"),
  allowed_tools: Type.Object({
    mode: Type.Unsafe<"auto" | "required">({ type: "string", enum: ["auto", "required"], description: "Whether one of them has to be called." }),
    tools: Type.Array(namedFunction, { minItems: 1, maxItems: MOST.tools, description: "Those of `tools` that may be called; the model is told of no other." }),
  }, { description: "A choice among some." }),
});

type BodyToolChoice = Static<typeof namedFunction> | Static<typeof allowedTools>;

const toolChoice = Type.Union([
  Type.Unsafe<"none" | "auto" | "required">({ type: "string", enum: ["none", "auto", "required"] }),
  taggedUnion<BodyToolChoice>("type", [namedFunction, allowedTools]),
]);

const jsonSchemaFormat = Type.Object({
  type: Type.Literal("json_schema"),
  json_schema: Type.Object({
    name: functionName,
    description: optionalString({ description: "What the answer is, for the model." }),
    schema: optionalObject("JSON Schema of the answer."),
    strict: optionalBoolean("The answer keeps to the schema, where the provider can promise it."),
  }, { description: "The schema and its name." }),
});

export type ChatBodyResponseFormat = { readonly type: "text" | "json_object" } | Static<typeof jsonSchemaFormat>;

/** Body of `POST /v1/chat/completions`: validation, type and document in one. `null` means absent; for unknown fields see `../foreign-fields.ts`. */
export const chatBody = Type.Object({
  model: callFields.model,
  messages: Type.Array(
    taggedUnion<ChatBodyMessage>("role", [systemMessage, userMessage, assistantMessage, toolMessage]),
    { minItems: 1, description: "The conversation so far, oldest first." },
  ),
  temperature: callFields.temperature,
  top_p: callFields.top_p,
  max_tokens: optionalInteger({ ...CHAT_BOUNDS.maxTokens, description: "Maximum tokens to generate." }),
  max_completion_tokens: optionalInteger({ ...CHAT_BOUNDS.maxTokens, description: "Newer name of `max_tokens`; wins where both are given." }),
  n: optionalEnum([1], "One choice an answer."),
  stream: optionalBoolean("Answer with server-sent events."),
  stream_options: optionalOf(Type.Object({
    include_usage: optionalBoolean("Usage on an extra chunk without choices, in place of the final one."),
  }), "For streams alone. Without it usage is on the final chunk."),
  stop: optionalOf(
    Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: MOST.stopSequences })]),
    "One or more texts that end the answer where it would say them; they are not part of it.",
  ),
  response_format: optionalOf(taggedUnion<ChatBodyResponseFormat>("type", [
    Type.Object({ type: Type.Literal("text") }), Type.Object({ type: Type.Literal("json_object") }), jsonSchemaFormat,
  ]), "What the answer is to be: text, some JSON object, or JSON of a schema. The model needs the capability `json_object` or `json_schema`."),
  tools: optionalOf(Type.Array(tool, { maxItems: MOST.tools }), "Functions that the model may ask to have called. It needs the capability `tools`."),
  tool_choice: optionalOf(toolChoice, "`auto` (the default): the model decides; `none`: no call; `required`: at least one; the one function to call; or `allowed_tools`, some of `tools`."),
  parallel_tool_calls: callFields.parallel_tool_calls,
  seed: optionalInteger({
    ...CHAT_BOUNDS.seed, description: "The same seed and the same request make the same answer more likely, where the provider has it.",
  }),
  presence_penalty: optionalNumber({ ...CHAT_BOUNDS.presencePenalty, description: "Above 0: words that were said once are less likely." }),
  frequency_penalty: optionalNumber({ ...CHAT_BOUNDS.frequencyPenalty, description: "Above 0: the more often a word was said, the less likely it is." }),
  reasoning_effort: optionalEnum(REASONING_EFFORTS, "How much the model reasons before it answers; the nearest it has. It needs the capability `reasoning`."),
  reasoning: optionalOf(
    Type.Object({ effort: openRouterEffort }), "OpenRouter's: its `effort` is taken where `reasoning_effort` is absent, the rest is left out.",
  ),
  logprobs: optionalBoolean("Log probabilities of the answer's tokens."),
  top_logprobs: optionalInteger({ ...CHAT_BOUNDS.topLogprobs, description: "How many likely tokens to tell at each place, with `logprobs`." }),
  logit_bias: optionalOf(Type.Unsafe<Record<string, number>>({
    type: "object", additionalProperties: { type: "number", ...CHAT_BOUNDS.logitBias }, maxProperties: MOST.logitBiases,
    description: "Token id to bias.",
  })),
  user: callFields.user,
  zdr: callFields.zdr,
  models: callFields.models,
  continue_on_cut: callFields.continue_on_cut,
  resumable: optionalBoolean("With `stream`: the answer outlives a connection that is lost, for a minute, and `Last-Event-ID` goes on with it. A caller who leaves does not stop it. Has no effect on calls with zero data retention."),
});

export type ChatBody = Static<typeof chatBody>;
