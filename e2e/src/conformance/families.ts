import { type Capability, loadCatalog } from "@cenote/catalog";
import { MARKUP, FX_RATE } from "../harness/cenote-yaml";
import { inRoot } from "../harness/paths";

/** One wire format as one shipped provider uses it, with one of its models. */
export interface Family {
  /** Column of docs/features.md. */
  readonly name: string;
  readonly provider: string;
  /** The provider's name of the model. */
  readonly upstream: string;
  /** Its row in the shipped catalog, if that is not `provider/upstream`. */
  readonly shipped?: string;
  /** The route's quirks, as in the shipped rows of such models. */
  readonly quirks?: Readonly<Record<string, unknown>>;
  /** Features of docs/features.md that it, or its shipped model, does not support, with the field that a 400 names. */
  readonly refuses: ReadonlyMap<string, string>;
  /** Features that are dropped from any call and reported, with the field that the header names. */
  readonly leavesOut: ReadonlyMap<string, string>;
  /** How it declines: in words, by its finish reason, or both. */
  readonly declines: { readonly words: boolean; readonly finishReason: string };
  /** Returns the text of its reasoning, not only its token count. */
  readonly tellsReasoning: boolean;
  /** Returns signed reasoning, and continues from it when it is sent back. */
  readonly signsReasoning: boolean;
  /** Requests reasoning, if it is not returned by default. */
  readonly reasoningEffort: string | undefined;
  /** Tested with every client, otherwise only with those `withEveryFamily`. */
  readonly withEveryClient: boolean;
}

export const PRICE_USD = {
  input_per_million_tokens: "1.371",
  cached_input_per_million_tokens: "0.1373",
  cache_write_per_million_tokens: "1.713",
  output_per_million_tokens: "7.919",
} as const;

export const modelOf = ({ provider, upstream }: Family): string => `${provider}/${upstream}`;
/** The same model, but unsupported fields are dropped. */
export const lenientModelOf = (family: Family): string => `lenient/${modelOf(family).replaceAll("/", "-")}`;

/** The same model with a short timeout for the first content. */
export const impatientModelOf = (family: Family): string => `impatient/${modelOf(family).replaceAll("/", "-")}`;

/** The same model with a short timeout between pieces of content. */
export const restlessModelOf = (family: Family): string => `restless/${modelOf(family).replaceAll("/", "-")}`;

/** The shipped catalog, with every provider enabled. */
const SHIPPED = loadCatalog({
  path: inRoot("no-such-file.yaml"),
  env: Object.fromEntries(
    ["OPENAI", "ANTHROPIC", "GEMINI", "MISTRAL", "DEEPSEEK", "XAI", "GROQ"].map((name) => [`${name}_API_KEY`, "k"]),
  ),
});
/** Capabilities of a model that is not in the shipped catalog, as its package supports them. */
const OWN: readonly Capability[] = [
  "tools",
  "vision",
  "pdf",
  "json_object",
  "json_schema",
  "reasoning",
  "prompt_caching",
];

const capabilitiesOf = (family: Family): readonly Capability[] => {
  if (family.provider === FAR) return OWN;
  const shipped = family.shipped ?? modelOf(family);
  const model = SHIPPED.models.get(shipped);
  if (model?.type !== "chat") throw new Error(`${shipped} does not ship`);
  return [...model.capabilities];
};

/** The effort with which it reasons, or, if it can't, the one it rejects. */
export const effortOf = ({ reasoningEffort, refuses }: Family): string | undefined =>
  reasoningEffort ?? (refuses.has("reasoning") ? "low" : undefined);

const FAR = "far";
const NO_NAMES: ReadonlyMap<string, string> = new Map([["names of speakers", "messages.name"]]);
const NOTHING: ReadonlyMap<string, string> = new Map();
const NO_REASONING = [
  ["reasoning", "reasoning_effort"],
  ["temperature while reasoning", "reasoning_effort"],
  ["tools while reasoning", "reasoning_effort"],
] as const;
const NO_IMAGES = [
  ["images by data URL", "messages[0].content"],
  ["images by https URL", "messages[0].content"],
] as const;
const NO_FILES = [["PDF files", "messages[0].content"]] as const;
const NO_LOGPROBS = [["log probabilities", "logprobs"]] as const;
const NO_LOGIT_BIAS = [["logit bias", "logit_bias"]] as const;
const words = { words: true, finishReason: "stop" };

export const FAMILIES: readonly Family[] = [
  {
    name: "OpenAI",
    provider: "openai",
    upstream: "gpt-4o-mini",
    refuses: new Map(NO_REASONING),
    leavesOut: NOTHING,
    declines: words,
    tellsReasoning: false,
    signsReasoning: false,
    reasoningEffort: undefined,
    withEveryClient: true,
  },
  {
    name: "GPT-5",
    provider: "openai",
    upstream: "gpt-5.4-mini",
    quirks: {
      sampling: "without_reasoning",
      tools: "without_reasoning",
      reasoning_efforts: ["none", "low", "medium", "high", "xhigh"],
      lacks: ["stop", "presence_penalty", "frequency_penalty", "logit_bias"],
    },
    refuses: new Map([
      ["temperature while reasoning", "temperature"],
      ["tools while reasoning", "reasoning_effort"],
      ["stop sequences", "stop"],
      ["penalties", "presence_penalty"],
      ...NO_LOGIT_BIAS,
      ...NO_LOGPROBS,
    ]),
    leavesOut: NOTHING,
    declines: words,
    tellsReasoning: false,
    signsReasoning: false,
    reasoningEffort: "low",
    withEveryClient: false,
  },
  {
    name: "Responses",
    provider: "openai-responses",
    upstream: "gpt-5.4",
    shipped: "openai/gpt-5.4",
    quirks: { sampling: "without_reasoning", reasoning_efforts: ["none", "low", "medium", "high", "xhigh"] },
    refuses: new Map([
      ["temperature while reasoning", "temperature"],
      ["stop sequences", "stop"],
      ["seed", "seed"],
      ["penalties", "presence_penalty"],
      ...NO_LOGIT_BIAS,
      ...NO_LOGPROBS,
    ]),
    leavesOut: NO_NAMES,
    declines: words,
    tellsReasoning: true,
    signsReasoning: true,
    reasoningEffort: "low",
    withEveryClient: true,
  },
  {
    name: "Mistral",
    provider: "mistral",
    upstream: "mistral-small-2603",
    refuses: new Map([...NO_LOGIT_BIAS, ...NO_FILES, ...NO_LOGPROBS]),
    leavesOut: NO_NAMES,
    declines: words,
    tellsReasoning: false,
    signsReasoning: false,
    reasoningEffort: undefined,
    withEveryClient: true,
  },
  {
    name: "DeepSeek",
    provider: "deepseek",
    upstream: "deepseek-flash",
    quirks: { sampling: "reasoning_off" },
    refuses: new Map([
      ["temperature", "temperature"],
      ["temperature and top_p", "temperature"],
      ["temperature while reasoning", "temperature"],
      ["seed", "seed"],
      ["penalties", "presence_penalty"],
      ...NO_LOGIT_BIAS,
      ...NO_FILES,
      ...NO_LOGPROBS,
    ]),
    leavesOut: NOTHING,
    declines: words,
    tellsReasoning: true,
    signsReasoning: false,
    reasoningEffort: undefined,
    withEveryClient: false,
  },
  {
    name: "Groq",
    provider: "groq",
    upstream: "gpt-oss-120b",
    refuses: new Map([["penalties", "presence_penalty"], ...NO_IMAGES, ...NO_LOGIT_BIAS, ...NO_FILES, ...NO_LOGPROBS]),
    leavesOut: NO_NAMES,
    declines: words,
    tellsReasoning: true,
    signsReasoning: false,
    reasoningEffort: undefined,
    withEveryClient: false,
  },
  {
    name: "xAI",
    provider: "xai",
    upstream: "grok-4.20-non-reasoning",
    refuses: new Map([...NO_REASONING, ...NO_LOGIT_BIAS, ...NO_FILES, ...NO_LOGPROBS]),
    leavesOut: NOTHING,
    declines: words,
    tellsReasoning: true,
    signsReasoning: false,
    reasoningEffort: undefined,
    withEveryClient: false,
  },
  {
    name: "Anthropic",
    provider: "anthropic",
    upstream: "claude-haiku-4-5",
    refuses: new Map([
      ["temperature and top_p", "top_p"],
      ["temperature while reasoning", "temperature"],
      ["seed", "seed"],
      ["penalties", "presence_penalty"],
      ["logit bias", "logit_bias"],
      ...NO_LOGPROBS,
    ]),
    leavesOut: NO_NAMES,
    declines: { words: true, finishReason: "content_filter" },
    tellsReasoning: true,
    signsReasoning: true,
    reasoningEffort: "low",
    withEveryClient: true,
  },
  {
    name: "Claude 5.5",
    provider: "anthropic",
    upstream: "claude-opus-5-5",
    refuses: new Map([
      ["temperature", "temperature"],
      ["temperature and top_p", "temperature"],
      ["temperature while reasoning", "temperature"],
      ["seed", "seed"],
      ["penalties", "presence_penalty"],
      ["logit bias", "logit_bias"],
      ["tool_choice required", "tool_choice"],
      ["tool_choice by name", "tool_choice"],
      ...NO_LOGPROBS,
    ]),
    leavesOut: NO_NAMES,
    declines: { words: true, finishReason: "content_filter" },
    tellsReasoning: true,
    signsReasoning: true,
    reasoningEffort: "low",
    withEveryClient: false,
  },
  {
    name: "Google",
    provider: "google",
    upstream: "gemini-3.1-flash-lite",
    refuses: new Map([
      ["penalties", "presence_penalty"],
      ["logit bias", "logit_bias"],
      ["one call at a time", "parallel_tool_calls"],
      ...NO_LOGPROBS,
    ]),
    leavesOut: NO_NAMES,
    declines: { words: false, finishReason: "content_filter" },
    tellsReasoning: true,
    signsReasoning: true,
    reasoningEffort: "low",
    withEveryClient: true,
  },
  {
    name: "Gemini 2.5",
    provider: "google",
    upstream: "gemini-2.5-flash-lite",
    refuses: new Map([
      ["penalties", "presence_penalty"],
      ["logit bias", "logit_bias"],
      ["one call at a time", "parallel_tool_calls"],
      ...NO_LOGPROBS,
    ]),
    leavesOut: NO_NAMES,
    declines: { words: false, finishReason: "content_filter" },
    tellsReasoning: true,
    signsReasoning: true,
    reasoningEffort: "low",
    withEveryClient: false,
  },
  {
    name: "AI SDK",
    provider: FAR,
    upstream: "far-1",
    refuses: new Map([
      ["images by https URL", "messages"],
      ["logit bias", "logit_bias"],
      ["one call at a time", "parallel_tool_calls"],
      ...NO_LOGPROBS,
    ]),
    leavesOut: NO_NAMES,
    declines: { words: false, finishReason: "content_filter" },
    tellsReasoning: true,
    signsReasoning: false,
    reasoningEffort: undefined,
    withEveryClient: true,
  },
];

/** For all other calls; no case depends on it. */
const CALL_LIMIT_MS = 600_000;
/** Only for answers that never begin. */
const IMPATIENT_MS = 400;
/** Only for answers that stall, whose text up to there is sent at once. */
const RESTLESS_MS = 1_000;

/** The shipped providers, with only URL and key changed, and one model of each. JSON is YAML. */
export const conformanceYaml = (simulatorUrl: string): string => {
  const versioned = (provider: string) => [
    provider,
    { base_url: `${simulatorUrl}/${provider}/v1`, api_key: "upstream-key" },
  ];
  const bare = (provider: string) => [provider, { base_url: `${simulatorUrl}/${provider}`, api_key: "upstream-key" }];
  const chat = (family: Family, id: string, rest: object = {}) => ({
    id,
    type: "chat",
    context_tokens: 200_000,
    max_output_tokens: 32_000,
    price_usd: PRICE_USD,
    routes: [
      {
        provider: family.provider,
        model: family.upstream,
        ...(family.quirks === undefined ? {} : { quirks: family.quirks }),
      },
    ],
    ...rest,
    capabilities: capabilitiesOf(family),
  });
  return JSON.stringify({
    extends: "default",
    markup: MARKUP,
    free_credit_mxn: "500",
    fx: { source: "fixed", mxn_per_usd: FX_RATE },
    limits: { requests_per_minute: 100_000, tokens_per_minute: 1_000_000_000, concurrent_requests: 1_000 },
    timeouts: {
      connect_ms: CALL_LIMIT_MS,
      first_content_ms: CALL_LIMIT_MS,
      idle_ms: CALL_LIMIT_MS,
      total_ms: CALL_LIMIT_MS,
    },
    providers: {
      ...Object.fromEntries(["openai", "mistral", "deepseek", "groq", "xai"].map(versioned)),
      ...Object.fromEntries(["anthropic", "google"].map(bare)),
      "openai-responses": {
        kind: "openai-responses",
        base_url: `${simulatorUrl}/openai-responses/v1`,
        api_key: "upstream-key",
        quirks: { obfuscation_off: true, custom_tools: true },
      },
      far: {
        kind: "ai-sdk",
        package: "@ai-sdk/openai-compatible",
        base_url: `${simulatorUrl}/far/v1`,
        api_key: "upstream-key",
        options: { name: "far", includeUsage: true, supportsStructuredOutputs: true },
      },
    },
    models: FAMILIES.flatMap((family) => [
      chat(family, modelOf(family)),
      chat(family, lenientModelOf(family), { unsupported: "drop" }),
      chat(family, impatientModelOf(family), { timeouts: { first_content_ms: IMPATIENT_MS } }),
      chat(family, restlessModelOf(family), { timeouts: { idle_ms: RESTLESS_MS } }),
    ]),
  });
};
