import type { Target } from "../spec";

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
  /** `reasoning_field`: under which earlier reasoning is sent back; `none`: never. */
  readonly reasoningField: "none" | "reasoning_content" | "reasoning";
  /**
   * `reasoning_tokens`: whether completion_tokens holds them. `auto` sees it from the total; `from_total` where they
   * are told nowhere and only the total holds them.
   */
  readonly reasoningTokens: "auto" | "included" | "separate" | "from_total";
  /** `embeddings_base64`: takes `encoding_format: base64`. */
  readonly embeddingsBase64: boolean;
  /** `dimensions_field` */
  readonly dimensionsField: "dimensions" | "output_dimension";
  /** `key_header`: `authorization` carries `Bearer <key>`, any other the bare key. */
  readonly keyHeader: string;
}

export const DEFAULT_QUIRKS: Quirks = {
  maxTokensField: "max_tokens",
  streamUsageOption: true,
  obfuscationOff: false,
  seedField: "seed",
  toolCallIds: "any",
  reasoningField: "none",
  reasoningTokens: "auto",
  embeddingsBase64: true,
  dimensionsField: "dimensions",
  keyHeader: "authorization",
};

/** What is known of providers, by the origin of their base URL; the catalog's own word comes after. */
const KNOWN_PROVIDERS: ReadonlyMap<string, Quirks> = new Map([
  ["https://api.openai.com", { ...DEFAULT_QUIRKS, maxTokensField: "max_completion_tokens", obfuscationOff: true }],
  ["https://api.mistral.ai", {
    ...DEFAULT_QUIRKS, streamUsageOption: false, seedField: "random_seed", toolCallIds: "nine_alphanumeric",
    embeddingsBase64: false, dimensionsField: "output_dimension",
  }],
  ["https://api.groq.com", { ...DEFAULT_QUIRKS, maxTokensField: "max_completion_tokens" }],
  ["https://generativelanguage.googleapis.com", { ...DEFAULT_QUIRKS, reasoningTokens: "from_total" }],
  ["https://api.voyageai.com", { ...DEFAULT_QUIRKS, dimensionsField: "output_dimension" }],
]);

interface Choice {
  readonly key: keyof Quirks;
  readonly accepts: (value: unknown) => boolean;
  readonly expected: string;
}

const oneOf = (key: keyof Quirks, ...values: readonly string[]): Choice => ({
  key, accepts: (value) => typeof value === "string" && values.includes(value), expected: `one of ${values.join(", ")}`,
});

const yesOrNo = (key: keyof Quirks): Choice => ({ key, accepts: (value) => typeof value === "boolean", expected: "true or false" });

const CHOICES: ReadonlyMap<string, Choice> = new Map([
  ["max_tokens_field", oneOf("maxTokensField", "max_tokens", "max_completion_tokens")],
  ["stream_usage_option", yesOrNo("streamUsageOption")],
  ["obfuscation_off", yesOrNo("obfuscationOff")],
  ["seed_field", oneOf("seedField", "seed", "random_seed")],
  ["tool_call_ids", oneOf("toolCallIds", "any", "nine_alphanumeric")],
  ["reasoning_field", oneOf("reasoningField", "none", "reasoning_content", "reasoning")],
  ["reasoning_tokens", oneOf("reasoningTokens", "auto", "included", "separate", "from_total")],
  ["embeddings_base64", yesOrNo("embeddingsBase64")],
  ["dimensions_field", oneOf("dimensionsField", "dimensions", "output_dimension")],
  ["key_header", { key: "keyHeader", accepts: (value) => typeof value === "string" && /^[a-z0-9-]+$/.test(value), expected: "the name of a header, in small letters" }],
]);

/** @returns What is wrong with quirks of the catalog, empty if nothing is. */
export const checkQuirks = (quirks: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(quirks).flatMap(([name, value]) => {
    const choice = CHOICES.get(name);
    if (choice === undefined) return [`${name}: no such quirk; there are ${[...CHOICES.keys()].join(", ")}`];
    return choice.accepts(value) ? [] : [`${name}: must be ${choice.expected}`];
  });

const originOf = (baseUrl: string): string => {
  const end = baseUrl.indexOf("/", baseUrl.indexOf("://") + 3);
  return end === -1 ? baseUrl : baseUrl.slice(0, end);
};

/** The quirks of a target. What `checkQuirks` finds wrong is passed over. */
export const quirksOf = (target: Target): Quirks => {
  const known = KNOWN_PROVIDERS.get(originOf(target.baseUrl)) ?? DEFAULT_QUIRKS;
  if (target.quirks === undefined) return known;
  const own = Object.entries(target.quirks).flatMap(([name, value]) => {
    const choice = CHOICES.get(name);
    return choice?.accepts(value) === true ? [[choice.key, value] as const] : [];
  });
  return own.length === 0 ? known : { ...known, ...Object.fromEntries(own) };
};
