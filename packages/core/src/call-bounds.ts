/** Bounds of a number, both inclusive. */
export interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

const PENALTY: Bounds = { minimum: -2, maximum: 2 };

/** Bounds of the chat settings, the same for all APIs. They are OpenAI's, which no provider exceeds. */
export const CHAT_BOUNDS = {
  temperature: { minimum: 0, maximum: 2 },
  topP: { minimum: 0, maximum: 1 },
  // Fits in an int32.
  maxTokens: { minimum: 1, maximum: 2_147_483_647 },
  seed: { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  presencePenalty: PENALTY,
  frequencyPenalty: PENALTY,
  topLogprobs: { minimum: 0, maximum: 20 },
  logitBias: { minimum: -100, maximum: 100 },
} as const satisfies Record<string, Bounds>;

/** How many of each a chat call may have. */
export const CHAT_MOST = { stopSequences: 16, tools: 128, logitBiases: 1024 } as const;

/** From least to most. */
export const REASONING_EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

/** How long an answer should be. `medium` is the default of models. */
export const VERBOSITIES = ["low", "medium", "high"] as const;

/** Most models that a chat call may name besides the first. */
export const MAX_FALLBACK_MODELS = 8;

/** Most texts, or arrays of tokens, in one embeddings call. */
export const MAX_EMBEDDING_INPUTS = 2048;
