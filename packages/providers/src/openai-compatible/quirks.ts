import { REASONING_EFFORTS } from "@cenote/core";
import { createQuirkReader, headerName, mapping, oneOf, someOf, wholeNumber, yesOrNo } from "../quirk-choices";
import { WHEN, type When } from "../requests/reasoning-effort";
import type { ChatRole } from "../spec";

const IMAGE_STYLES = ["gpt-image", "dall-e", "grok", "plain"] as const;
export type ImageStyle = (typeof IMAGE_STYLES)[number];

/** Fields that some provider refuses or silently ignores, by their REST names. */
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
  /** `stream_usage_option`: accepts `stream_options.include_usage`. Others always or never report usage. */
  readonly streamUsageOption: boolean;
  /** `obfuscation_off`: pads stream events with random text unless asked not to. */
  readonly obfuscationOff: boolean;
  /** `seed_field` */
  readonly seedField: "seed" | "random_seed";
  /** `tool_call_ids`: the ids that it accepts in messages. */
  readonly toolCallIds: "any" | "nine_alphanumeric";
  /** `tool_results`: with `paired`, it refuses a result that does not directly follow its call, and a call without a result. */
  readonly toolResults: "any" | "paired";
  /** `message_order`: with `strict`, it refuses a user message after a tool's result, and late instructions. */
  readonly messageOrder: "any" | "strict";
  /** `lacks`: fields that it refuses or silently ignores. */
  readonly lacks: readonly LackableField[];
  /** `max_stop_sequences`, `max_tools`: it refuses a call with more. Undefined: no limit below the API's own. */
  readonly maxStopSequences: number | undefined;
  readonly maxTools: number | undefined;
  /** `message_names`: accepts the name of a speaker; `user`: only in messages of users. */
  readonly messageNames: boolean | "user";
  /** `image_urls`: fetches images from https URLs itself. */
  readonly imageUrls: boolean;
  /** `reasoning_field`: the field in which earlier reasoning is sent back; `none`: never. */
  readonly reasoningField: "none" | "reasoning_content" | "reasoning";
  /** `reasoning_required`: refuses an earlier answer without its reasoning, in a conversation with tools. */
  readonly reasoningRequired: boolean;
  /** `reasoning_details`: returns signed and encrypted reasoning in a field of that name, and needs it on the next turn. */
  readonly reasoningDetails: boolean;
  /** `reasoning_off`: turned off by `reasoning_effort: none`, or by `thinking: { type: disabled }`. */
  readonly reasoningOff: "effort" | "thinking_disabled";
  /** `reasoning_efforts`: the efforts it knows. For any other the nearest of these is requested. */
  readonly reasoningEfforts: readonly string[];
  /** `reasoning_from_max_tokens`: it does not reason with a smaller max_tokens. */
  readonly reasoningFromMaxTokens: number;
  /**
   * `reasoning_tokens`: whether completion_tokens includes them. `auto` infers it from the total. `from_total` is for
   * providers that report them only as part of the total.
   */
  readonly reasoningTokens: "auto" | "included" | "separate" | "from_total";
  /** `reasoning_summary`: returns its reasoning as text. */
  readonly reasoningSummary: boolean;
  /** `verbosity`: supports the setting for the length of an answer. */
  readonly verbosity: boolean;
  /** `cache_breakpoints`: its cache is read only up to earlier breakpoints, so long instructions get one. */
  readonly cacheBreakpoints: boolean;
  /** `embeddings_base64`: accepts `encoding_format: base64`. */
  readonly embeddingsBase64: boolean;
  /** `dimensions_field`; `none`: its vectors have only one length. */
  readonly dimensionsField: "dimensions" | "output_dimension" | "none";
  /** `max_inputs`: most inputs of one embeddings request. Undefined: no limit below the API's own. */
  readonly maxInputs: number | undefined;
  /** `image_style`: the form of requests for images. Undefined: by the model's name. */
  readonly imageStyle: ImageStyle | undefined;
  /** `image_edits`: accepts images to edit in JSON, in the form of its style. Otherwise it gets no images. */
  readonly imageEdits: boolean;
  /**
   * `assistant_prefix`: how a last message of the assistant is marked as a prefill. `plain`: not at all. `flagged`: by
   * `prefix: true`. `flagged_echoed`: the same, and the answer repeats the prefill. `refused`: the call is refused.
   */
  readonly assistantPrefix: "plain" | "flagged" | "flagged_echoed" | "refused";
  /** `assistant_prefix_path`: prefix of the path of a call with a prefill. */
  readonly assistantPrefixPath: string;
  /** `sampling`: when it accepts temperature, top_p, penalties and logprobs. */
  readonly sampling: When;
  /** `tools`: when it accepts functions. With `reasoning_off`, reasoning is turned off for them. */
  readonly tools: When;
  /**
   * `forced_tools`: when it can be forced to call a function. With `reasoning_off`, reasoning is turned off for that. With
   * `unnamed`, a function that is forced by name is the only one that is sent.
   */
  readonly forcedTools: Exclude<When, "without_reasoning"> | "unnamed";
  /** `response_formats`: the JSON formats that it supports. */
  readonly responseFormats: readonly string[];
  /** `json_with_tools`: supports a JSON response format and functions in one request. */
  readonly jsonWithTools: boolean;
  /** `schemas`: the JSON Schemas that it accepts. Others are rewritten, for OpenAI's or Moonshot's subset. */
  readonly schemas: "any" | "openai" | "moonshot";
  /** `input`: additional fields of the request, the same for every chat call. */
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

/** Whether a message of this role is sent with the name of its speaker. */
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
