/** Bounds of a number, both included. */
export interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

const PENALTY: Bounds = { minimum: -2, maximum: 2 };

/**
 * What a chat's settings may be, whichever API they come through: OpenAI's bounds, and no provider goes beyond them.
 */
export const CHAT_BOUNDS = {
  temperature: { minimum: 0, maximum: 2 },
  topP: { minimum: 0, maximum: 1 },
  // What JSON numbers and an int32 both hold.
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

/** How long an answer is to be. `medium` is what a model does without being asked. */
export const VERBOSITIES = ["low", "medium", "high"] as const;

/** Models one chat call may name besides the first. */
export const MAX_FALLBACK_MODELS = 8;

/** Texts, or arrays of tokens, of one embeddings call. */
export const MAX_EMBEDDING_INPUTS = 2048;
