import { hasErrorCode } from "@cenote/core";

/** An estimate by length is rarely more than this many times what the tokenizer finds. */
const MOST_OVERESTIMATED = 3;

export interface RefusedEstimate {
  /** Of the prompt, by its length. */
  readonly estimated: number;
  /** Beside the prompt. */
  readonly outputTokens: number;
  /** With a tokenizer. */
  readonly count: () => Promise<number>;
}

/**
 * Tokens of a call that was refused because it alone may use more than its key has for a minute, for which waiting would
 * not help: counted, if that may show that it uses fewer. Throws the refusal if it does not.
 */
export const countedInstead = async (
  refusal: unknown,
  { estimated, outputTokens, count }: RefusedEstimate,
): Promise<number> => {
  const isAlone = hasErrorCode(refusal, "rate_limit_exceeded") && !refusal.retryable;
  const limit = (isAlone ? refusal.rateLimits?.tokensLimit : undefined) ?? 0;
  if (limit === 0 || estimated > MOST_OVERESTIMATED * limit) throw refusal;
  const tokens = (await count()) + outputTokens;
  if (tokens > limit) throw refusal;
  return tokens;
};
