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
  /** Fields it refuses: of the body, and of a message. */
  readonly refuses: readonly string[];
  readonly refusesInMessages: readonly string[];
  /** Refuses an answer that says nothing. */
  readonly refusesSilence: boolean;
  /** Takes a JSON format and functions in one request. */
  readonly jsonWithTools: boolean;
  /** Refuses an earlier answer without its reasoning, where there are tool calls, unless it was told not to think. */
  readonly wantsReasoning: boolean;
  /** Form of tool call ids. */
  readonly toolCallIds: "call_" | "nine";
}

const OPENAI: Dialect = {
  reasoningField: undefined, countsReasoning: true, streamUsage: "asked", cacheHitFields: false,
  prefix: "never", flatErrors: false, strictReasoning: true, refuses: [], refusesInMessages: [], refusesSilence: false, jsonWithTools: true, wantsReasoning: false, toolCallIds: "call_",
};

/** Any other name: a server such as vLLM or Ollama, without deviations. */
const COMPATIBLE: Dialect = { ...OPENAI, reasoningField: "reasoning_content", prefix: "always", strictReasoning: false };

const DIALECTS: Readonly<Record<string, Dialect>> = {
  openai: OPENAI,
  mistral: { ...COMPATIBLE, reasoningField: undefined, streamUsage: "last_chunk", prefix: "flagged", flatErrors: true, refuses: ["logit_bias", "logprobs", "top_logprobs", "user", "seed", "max_completion_tokens"], refusesInMessages: ["refusal", "reasoning_content"], refusesSilence: true, toolCallIds: "nine" },
  deepseek: { ...COMPATIBLE, streamUsage: "last_chunk", cacheHitFields: true, prefix: "flagged", wantsReasoning: true },
  xai: { ...COMPATIBLE, countsReasoning: false, prefix: "never" },
  groq: { ...COMPATIBLE, reasoningField: "reasoning", streamUsage: "x_groq", refuses: ["logit_bias", "logprobs", "top_logprobs"], refusesInMessages: ["name", "refusal", "reasoning_content"], jsonWithTools: false },
  openrouter: { ...COMPATIBLE, reasoningField: "reasoning" },
};

export const dialectOf = (provider: string): Dialect => (Object.hasOwn(DIALECTS, provider) ? DIALECTS[provider] : undefined) ?? COMPATIBLE;

const REASONING_MODEL = /(^|\/)(o\d|gpt-[56]|deepseek-reasoner|magistral|grok-.*reasoning)/;

export const isReasoningModel = (model: string): boolean => REASONING_MODEL.test(model) && !model.includes("non-reasoning") && !model.includes("chat-latest");

/** Generations that can be told not to reason, those among them that do not unless asked, and models that always do. */
const SWITCHABLE = /(^|\/)gpt-(5\.[1-9]|6)/;
const REASONS_WHEN_ASKED = /(^|\/)gpt-5\.[1-4]/;
const ALWAYS_REASONS = /(^|\/)gpt-6(-astra|\.1-sol)/;
/** Over chat completions these call functions only while they do not reason. */
const CALLS_WITHOUT_REASONING = /(^|\/)gpt-(5\.[4-9]|6)/;

/** @param asked `reasoning_effort` of the request. */
const effortOf = (model: string, asked: unknown): unknown => asked ?? (REASONS_WHEN_ASKED.test(model) ? "none" : "medium");

/** Efforts a model of OpenAI's knows; undefined: any. */
export const effortsOf = (model: string): readonly string[] | undefined => {
  if (!SWITCHABLE.test(model)) return undefined;
  return ALWAYS_REASONS.test(model) ? ["low", "medium", "high", "xhigh"] : ["none", "low", "medium", "high", "xhigh"];
};

export const takesSampling = (model: string, asked: unknown): boolean =>
  !isReasoningModel(model) || (SWITCHABLE.test(model) && effortOf(model, asked) === "none");

export const takesTools = (model: string, asked: unknown): boolean => !CALLS_WITHOUT_REASONING.test(model) || effortOf(model, asked) === "none";

/** Whether it reasons, told nothing else. */
export const reasons = (model: string, asked: unknown): boolean => {
  const effort = effortOf(model, asked);
  return isReasoningModel(model) && effort !== "none" && effort !== "minimal";
};
