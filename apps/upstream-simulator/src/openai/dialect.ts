/** How a provider differs from OpenAI on the same wire. */
export interface Dialect {
  /** Where the text of reasoning is told; undefined: it is not. */
  readonly reasoningField: "reasoning_content" | "reasoning" | undefined;
  /** completion_tokens holds the reasoning tokens. */
  readonly countsReasoning: boolean;
  /** Where a stream tells its usage: as OpenAI does, on the last chunk with a choice always, or (Groq) under `x_groq` too. */
  readonly streamUsage: "asked" | "last_chunk" | "x_groq";
  /** `prompt_cache_hit_tokens` and `prompt_cache_miss_tokens` in usage. */
  readonly cacheHitFields: boolean;
  /** An assistant message at the end is gone on from: never, where it says `prefix: true` (else refused), or always. */
  readonly prefix: "never" | "flagged" | "always";
  /** Error bodies without the `error` object around them. */
  readonly flatErrors: boolean;
  /** Reasoning models refuse `max_tokens` and sampling parameters. */
  readonly strictReasoning: boolean;
  /** Fields of the body it refuses, and whether the name of a speaker is one. */
  readonly refuses: readonly string[];
  readonly refusesNames: boolean;
  /** Refuses an earlier answer without its reasoning, where there are tool calls, unless it was told not to think. */
  readonly wantsReasoning: boolean;
  /** Form of tool call ids. */
  readonly toolCallIds: "call_" | "nine";
}

const OPENAI: Dialect = {
  reasoningField: undefined, countsReasoning: true, streamUsage: "asked", cacheHitFields: false,
  prefix: "never", flatErrors: false, strictReasoning: true, refuses: [], refusesNames: false, wantsReasoning: false, toolCallIds: "call_",
};

/** Any other name: a server such as vLLM or Ollama, without deviations. */
const COMPATIBLE: Dialect = { ...OPENAI, reasoningField: "reasoning_content", prefix: "always", strictReasoning: false };

const DIALECTS: Readonly<Record<string, Dialect>> = {
  openai: OPENAI,
  mistral: { ...COMPATIBLE, reasoningField: undefined, streamUsage: "last_chunk", prefix: "flagged", flatErrors: true, refuses: ["logit_bias", "logprobs", "top_logprobs", "user", "seed", "max_completion_tokens"], toolCallIds: "nine" },
  deepseek: { ...COMPATIBLE, streamUsage: "last_chunk", cacheHitFields: true, prefix: "flagged", wantsReasoning: true },
  xai: { ...COMPATIBLE, countsReasoning: false, prefix: "never" },
  groq: { ...COMPATIBLE, reasoningField: "reasoning", streamUsage: "x_groq", refuses: ["logit_bias", "logprobs", "top_logprobs"], refusesNames: true },
  openrouter: { ...COMPATIBLE, reasoningField: "reasoning" },
};

export const dialectOf = (provider: string): Dialect => (Object.hasOwn(DIALECTS, provider) ? DIALECTS[provider] : undefined) ?? COMPATIBLE;

const REASONING_MODEL = /(^|\/)(o\d|gpt-[56]|deepseek-reasoner|magistral|grok-.*reasoning)/;

export const isReasoningModel = (model: string): boolean => REASONING_MODEL.test(model) && !model.includes("non-reasoning") && !model.includes("chat-latest");

/** These reason where they are asked to, and take sampling parameters where they are not. */
const REASONS_WHEN_ASKED = /(^|\/)gpt-(5\.[1-9]|6)/;

/** @param effort `reasoning_effort` of the request. */
export const takesSampling = (model: string, effort: unknown): boolean =>
  !isReasoningModel(model) || (REASONS_WHEN_ASKED.test(model) && (effort ?? "none") === "none");

/** Whether it reasons, told nothing else. */
export const reasons = (model: string, effort: unknown): boolean => {
  const asked = effort ?? (REASONS_WHEN_ASKED.test(model) ? "none" : "medium");
  return isReasoningModel(model) && asked !== "none" && asked !== "minimal";
};
