/** How a provider differs from OpenAI in the same wire format. */
export interface Dialect {
  /** The field with the reasoning text; undefined: none. */
  readonly reasoningField: "reasoning_content" | "reasoning" | undefined;
  /** completion_tokens includes the reasoning tokens. */
  readonly countsReasoning: boolean;
  /**
   * Where a stream reports usage: as OpenAI does, always on the last chunk with a choice, or (Groq) also under
   * `x_groq`.
   */
  readonly streamUsage: "asked" | "last_chunk" | "x_groq";
  /** `prompt_cache_hit_tokens` and `prompt_cache_miss_tokens` in usage. */
  readonly cacheHitFields: boolean;
  /** When a trailing assistant message is continued: never, only with `prefix: true` (else rejected), or always. */
  readonly prefix: "never" | "flagged" | "always";
  /** The answer begins with the message that it continues. */
  readonly echoesPrefix: boolean;
  /** Error bodies without the `error` object around them. */
  readonly flatErrors: boolean;
  /** Reasoning models reject `max_tokens` and sampling parameters. */
  readonly strictReasoning: boolean;
  /** Fields that the provider rejects, in the body and in a message. */
  readonly refuses: readonly string[];
  readonly refusesInMessages: readonly string[];
  /** Only user messages may have a `name`. */
  readonly namesUsersAlone: boolean;
  /** Rejects an assistant message without content. */
  readonly refusesSilence: boolean;
  readonly maxStopSequences: number;
  readonly maxTools: number;
  /** Accepts a JSON format and functions in one request. */
  readonly jsonWithTools: boolean;
  /** Rejects an earlier answer with tool calls but without its reasoning, unless reasoning is turned off. */
  readonly wantsReasoning: boolean;
  /** A function can be forced while the model reasons. */
  readonly forcesWhileReasoning: boolean;
  /** A function can be forced by its name. */
  readonly forcesByName: boolean;
  /** Fetches images from the web. */
  readonly fetchesImages: boolean;
  /** Rejects content in parts, except in user messages. */
  readonly partsOfUsersAlone: boolean;
  /** Rejects a result that does not directly follow its call, and a call without a result. */
  readonly pairsTools: boolean;
  /** Rejects a user message after a tool's result, and system messages after an answer or at the end. */
  readonly ordersRoles: boolean;
  /** The most characters of a tool call's id in messages. */
  readonly maxToolCallIdCharacters: number;
  /** Rejects schemas that OpenAI rejects. */
  readonly checksSchemas: boolean;
  /** Format of tool call ids. */
  readonly toolCallIds: "call_" | "nine";
}

const OPENAI: Dialect = {
  reasoningField: undefined,
  countsReasoning: true,
  streamUsage: "asked",
  cacheHitFields: false,
  prefix: "never",
  echoesPrefix: false,
  flatErrors: false,
  strictReasoning: true,
  refuses: [],
  refusesInMessages: [],
  namesUsersAlone: false,
  refusesSilence: false,
  maxStopSequences: 4,
  maxTools: 128,
  jsonWithTools: true,
  wantsReasoning: false,
  forcesWhileReasoning: true,
  forcesByName: true,
  fetchesImages: true,
  partsOfUsersAlone: false,
  pairsTools: true,
  ordersRoles: false,
  maxToolCallIdCharacters: 40,
  checksSchemas: true,
  toolCallIds: "call_",
};

/** For any other provider: a server such as vLLM or Ollama, without deviations. */
const COMPATIBLE: Dialect = {
  ...OPENAI,
  reasoningField: "reasoning_content",
  prefix: "always",
  strictReasoning: false,
  maxStopSequences: Infinity,
  maxTools: Infinity,
  pairsTools: false,
  maxToolCallIdCharacters: Infinity,
  checksSchemas: false,
};

const DIALECTS: Readonly<Record<string, Dialect>> = {
  openai: OPENAI,
  mistral: {
    ...COMPATIBLE,
    reasoningField: undefined,
    streamUsage: "last_chunk",
    prefix: "flagged",
    echoesPrefix: true,
    flatErrors: true,
    refuses: ["logit_bias", "logprobs", "top_logprobs", "user", "seed", "max_completion_tokens"],
    refusesInMessages: ["refusal", "reasoning_content"],
    refusesSilence: true,
    pairsTools: true,
    ordersRoles: true,
    toolCallIds: "nine",
  },
  deepseek: {
    ...COMPATIBLE,
    maxStopSequences: 16,
    maxTools: 128,
    streamUsage: "last_chunk",
    cacheHitFields: true,
    prefix: "flagged",
    wantsReasoning: true,
    forcesWhileReasoning: false,
    partsOfUsersAlone: true,
    pairsTools: true,
  },
  xai: { ...COMPATIBLE, countsReasoning: false, prefix: "never", namesUsersAlone: true },
  groq: {
    ...COMPATIBLE,
    maxStopSequences: 4,
    maxTools: 128,
    reasoningField: "reasoning",
    streamUsage: "x_groq",
    refuses: ["logit_bias", "logprobs", "top_logprobs"],
    refusesInMessages: ["name", "refusal", "reasoning_content"],
    jsonWithTools: false,
  },
  openrouter: { ...COMPATIBLE, reasoningField: "reasoning" },
  moonshot: { ...COMPATIBLE, forcesByName: false, fetchesImages: false },
  cerebras: { ...COMPATIBLE, fetchesImages: false },
};

export const dialectOf = (provider: string): Dialect =>
  (Object.hasOwn(DIALECTS, provider) ? DIALECTS[provider] : undefined) ?? COMPATIBLE;

const REASONING_MODEL = /(^|\/)(o\d|gpt-[56]|deepseek-reasoner|magistral|grok-.*reasoning)/;

export const isReasoningModel = (model: string): boolean =>
  REASONING_MODEL.test(model) && !model.includes("non-reasoning") && !model.includes("chat-latest");

/**
 * Generations whose reasoning can be turned off, those among them that do not reason by default, and models that always
 * reason.
 */
const SWITCHABLE = /(^|\/)gpt-(5\.[1-9]|6)/;
const REASONS_WHEN_ASKED = /(^|\/)gpt-5\.[1-4]/;
const KNOWS_MAX = /(^|\/)gpt-(5\.[6-9]|6)/;
const ALWAYS_REASONS = /(^|\/)gpt-6(-astra|\.[12]-sol)/;
/** Over chat completions these models call functions only without reasoning. */
const CALLS_WITHOUT_REASONING = /(^|\/)gpt-(5\.[4-9]|6)/;

/** @param asked `reasoning_effort` of the request. */
const effortOf = (model: string, asked: unknown): unknown =>
  asked ?? (REASONS_WHEN_ASKED.test(model) ? "none" : "medium");

/** The efforts that an OpenAI model accepts; undefined: any. Chat completions accept no `max`. */
export const effortsOf = (model: string, api: "chat" | "responses"): readonly string[] | undefined => {
  if (!SWITCHABLE.test(model)) return undefined;
  const levels = ["low", "medium", "high", "xhigh", ...(api === "responses" && KNOWS_MAX.test(model) ? ["max"] : [])];
  return ALWAYS_REASONS.test(model) ? levels : ["none", ...levels];
};

export const takesSampling = (model: string, asked: unknown): boolean =>
  !isReasoningModel(model) || (SWITCHABLE.test(model) && effortOf(model, asked) === "none");

export const takesTools = (model: string, asked: unknown): boolean =>
  !CALLS_WITHOUT_REASONING.test(model) || effortOf(model, asked) === "none";

/** Whether the model reasons with this effort, or by default. */
export const reasons = (model: string, asked: unknown): boolean => {
  const effort = effortOf(model, asked);
  return isReasoningModel(model) && effort !== "none" && effort !== "minimal";
};
