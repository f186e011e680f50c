import { REASONING_EFFORTS } from "@cenote/core";
import { createQuirkReader, headerName, mapping, oneOf, someOf, wholeNumber, yesOrNo } from "../quirk-choices";
import { WHEN, type When } from "../requests/reasoning-effort";
import type { ChatRole } from "../spec";

const IMAGE_STYLES = ["gpt-image", "dall-e", "grok", "plain"] as const;
export type ImageStyle = (typeof IMAGE_STYLES)[number];

/** Fields that some provider refuses or passes over in silence, as REST names them. */
export const LACKABLE_FIELDS = {
  seed: "seed",
  stop: "stop",
  presence_penalty: "presencePenalty",
  frequency_penalty: "frequencyPenalty",
  logit_bias: "logitBias",
  user: "user",
  parallel_tool_calls: "parallelToolCalls",
} as const;
export type LackableField = keyof typeof LACKABLE_FIELDS;

/** JSON formats of answers. */
const RESPONSE_FORMATS = ["json_object", "json_schema"] as const;

/** How a provider deviates from OpenAI's protocol. In the catalog these are snake_case keys of `quirks`. */
export interface Quirks {
  /** `max_tokens_field` */
  readonly maxTokensField: "max_tokens" | "max_completion_tokens";
  /** `stream_usage_option`: takes `stream_options.include_usage`; those that don't tell usage anyway, or never. */
  readonly streamUsageOption: boolean;
  /** `obfuscation_off`: pads stream events with random text unless asked not to. */
  readonly obfuscationOff: boolean;
  /** `seed_field` */
  readonly seedField: "seed" | "random_seed";
  /** `tool_call_ids`: ids it takes in messages. */
  readonly toolCallIds: "any" | "nine_alphanumeric";
  /** `tool_results`: with `paired`, it refuses a result that does not directly follow its call, and a call without a result. */
  readonly toolResults: "any" | "paired";
  /** `message_order`: with `strict`, it refuses the user's words after a tool's result, and late instructions. */
  readonly messageOrder: "any" | "strict";
  /** `lacks`: fields it refuses, or passes over in silence. */
  readonly lacks: readonly LackableField[];
  /** `max_stop_sequences`, `max_tools`: with more it refuses a call; undefined: as many as a caller may send. */
  readonly maxStopSequences: number | undefined;
  readonly maxTools: number | undefined;
  /** `message_names`: takes the name of a speaker; `user`: in the messages of users alone. */
  readonly messageNames: boolean | "user";
  /** `image_urls`: fetches images from https URLs by itself. */
  readonly imageUrls: boolean;
  /** `reasoning_field`: under which earlier reasoning is sent back; `none`: never. */
  readonly reasoningField: "none" | "reasoning_content" | "reasoning";
  /** `reasoning_required`: refuses an earlier answer without its reasoning, in a conversation with tools. */
  readonly reasoningRequired: boolean;
  /** `reasoning_details`: gives signed and encrypted reasoning in a field of that name, and wants to see it again. */
  readonly reasoningDetails: boolean;
  /** `reasoning_off`: said by `reasoning_effort: none`, or by `thinking: { type: disabled }`. */
  readonly reasoningOff: "effort" | "thinking_disabled";
  /** `reasoning_efforts`: those it knows; of any other the nearest of these is asked for. */
  readonly reasoningEfforts: readonly string[];
  /** `reasoning_from_max_tokens`: with a smaller max_tokens it does not reason. */
  readonly reasoningFromMaxTokens: number;
  /**
   * `reasoning_tokens`: whether completion_tokens holds them. `auto` sees it from the total; `from_total` where they
   * are told nowhere and only the total holds them.
   */
  readonly reasoningTokens: "auto" | "included" | "separate" | "from_total";
  /** `reasoning_summary`: tells its reasoning in words. */
  readonly reasoningSummary: boolean;
  /** `verbosity`: has the setting for the length of an answer. */
  readonly verbosity: boolean;
  /** `cache_breakpoints`: reads from its cache what was marked before, so long instructions are. */
  readonly cacheBreakpoints: boolean;
  /** `embeddings_base64`: takes `encoding_format: base64`. */
  readonly embeddingsBase64: boolean;
  /** `dimensions_field`; `none`: its vectors have one length alone. */
  readonly dimensionsField: "dimensions" | "output_dimension" | "none";
  /** `max_inputs`: of one embeddings request; undefined: as many as a caller may send. */
  readonly maxInputs: number | undefined;
  /** `image_style`: how its models are asked for images; undefined: as their names say. */
  readonly imageStyle: ImageStyle | undefined;
  /** `image_edits`: takes images to edit in JSON, as the style writes them; otherwise it is given none. */
  readonly imageEdits: boolean;
  /**
   * `assistant_prefix`: how a last message of the assistant is marked as the beginning of the answer: not at all, or by
   * `prefix: true`; or the call is refused. With `flagged_echoed` the answer repeats it.
   */
  readonly assistantPrefix: "plain" | "flagged" | "flagged_echoed" | "refused";
  /** `assistant_prefix_path`: stands before the path of a call with such a message. */
  readonly assistantPrefixPath: string;
  /** `sampling`: when it takes temperature, top_p, penalties and logprobs. */
  readonly sampling: When;
  /** `tools`: when it takes functions. With `reasoning_off` reasoning is turned off for them. */
  readonly tools: When;
  /**
   * `forced_tools`: when it can be made to call a function. With `reasoning_off` reasoning is turned off for that, with
   * `unnamed` one that is forced by its name is the only one it is given.
   */
  readonly forcedTools: Exclude<When, "without_reasoning"> | "unnamed";
  /** `response_formats`: the JSON formats it takes. */
  readonly responseFormats: readonly string[];
  /** `json_with_tools`: takes a JSON response format and functions in one request. */
  readonly jsonWithTools: boolean;
  /** `schemas`: the JSON Schemas it takes; others are rewritten: `openai` in what OpenAI takes, `moonshot` in a subset. */
  readonly schemas: "any" | "openai" | "moonshot";
  /** `input`: further fields of the request, the same for every chat call. */
  readonly input: Readonly<Record<string, unknown>>;
  /** `key_header`: `authorization` carries `Bearer <key>`, any other the bare key. */
  readonly keyHeader: string;
}

export const DEFAULT_QUIRKS: Quirks = {
  maxTokensField: "max_tokens",
  streamUsageOption: true,
  obfuscationOff: false,
  seedField: "seed",
  toolCallIds: "any",
  toolResults: "any",
  messageOrder: "any",
  lacks: [],
  maxStopSequences: undefined,
  maxTools: undefined,
  messageNames: true,
  imageUrls: true,
  reasoningField: "none",
  reasoningRequired: false,
  reasoningDetails: false,
  reasoningOff: "effort",
  reasoningEfforts: REASONING_EFFORTS,
  reasoningFromMaxTokens: 1,
  reasoningTokens: "auto",
  reasoningSummary: true,
  verbosity: false,
  cacheBreakpoints: false,
  embeddingsBase64: true,
  dimensionsField: "dimensions",
  maxInputs: undefined,
  assistantPrefix: "plain",
  assistantPrefixPath: "",
  imageStyle: undefined,
  imageEdits: true,
  sampling: "always",
  tools: "always",
  forcedTools: "always",
  responseFormats: RESPONSE_FORMATS,
  jsonWithTools: true,
  schemas: "any",
  input: {},
  keyHeader: "authorization",
};

/** Whether a message of this role goes with the name of its speaker. */
export const takesName = (role: ChatRole, { messageNames }: Quirks): boolean =>
  messageNames === "user" ? role === "user" : messageNames;

/** The most a caller may send in one call. */
const MAX_INPUTS = 2_048;

export const { check: checkQuirks, of: quirksOf } = createQuirkReader<Quirks>(
  {
    max_tokens_field: oneOf("maxTokensField", "max_tokens", "max_completion_tokens"),
    stream_usage_option: yesOrNo("streamUsageOption"),
    obfuscation_off: yesOrNo("obfuscationOff"),
    seed_field: oneOf("seedField", "seed", "random_seed"),
    tool_call_ids: oneOf("toolCallIds", "any", "nine_alphanumeric"),
    tool_results: oneOf("toolResults", "any", "paired"),
    message_order: oneOf("messageOrder", "any", "strict"),
    lacks: someOf("lacks", ...Object.keys(LACKABLE_FIELDS)),
    max_stop_sequences: wholeNumber("maxStopSequences", "a number from 1"),
    max_tools: wholeNumber("maxTools", "a number from 1"),
    message_names: {
      key: "messageNames",
      accepts: (value) => typeof value === "boolean" || value === "user",
      expected: "one of true, user, false",
    },
    image_urls: yesOrNo("imageUrls"),
    reasoning_field: oneOf("reasoningField", "none", "reasoning_content", "reasoning"),
    reasoning_required: yesOrNo("reasoningRequired"),
    reasoning_details: yesOrNo("reasoningDetails"),
    reasoning_off: oneOf("reasoningOff", "effort", "thinking_disabled"),
    reasoning_efforts: someOf("reasoningEfforts", ...REASONING_EFFORTS),
    reasoning_from_max_tokens: wholeNumber("reasoningFromMaxTokens", "a number of tokens"),
    reasoning_tokens: oneOf("reasoningTokens", "auto", "included", "separate", "from_total"),
    reasoning_summary: yesOrNo("reasoningSummary"),
    verbosity: yesOrNo("verbosity"),
    cache_breakpoints: yesOrNo("cacheBreakpoints"),
    embeddings_base64: yesOrNo("embeddingsBase64"),
    dimensions_field: oneOf("dimensionsField", "dimensions", "output_dimension", "none"),
    max_inputs: wholeNumber("maxInputs", `a number from 1 to ${MAX_INPUTS}`, MAX_INPUTS),
    image_style: oneOf("imageStyle", ...IMAGE_STYLES),
    image_edits: yesOrNo("imageEdits"),
    assistant_prefix: oneOf("assistantPrefix", "plain", "flagged", "flagged_echoed", "refused"),
    assistant_prefix_path: {
      key: "assistantPrefixPath",
      accepts: (value) => typeof value === "string" && /^(\/[a-z0-9_.-]+)*$/.test(value),
      expected: "a path such as /beta, or empty",
    },
    sampling: oneOf("sampling", ...WHEN),
    tools: oneOf("tools", ...WHEN),
    forced_tools: oneOf("forcedTools", "always", "reasoning_off", "unnamed", "never"),
    response_formats: someOf("responseFormats", ...RESPONSE_FORMATS),
    json_with_tools: yesOrNo("jsonWithTools"),
    schemas: oneOf("schemas", "any", "openai", "moonshot"),
    input: mapping("input"),
    key_header: headerName("keyHeader"),
  },
  () => DEFAULT_QUIRKS,
);
