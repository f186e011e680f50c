import type { CallContext } from "@cenote/contracts";

export interface HowToCount {
  /** Counts with a tokenizer. */
  readonly count: () => Promise<number>;
  /** Asks billing whether the budget covers a prompt with at least this many tokens. */
  readonly isCovered: (tokens: number) => Promise<boolean>;
}

export interface CountedTokens {
  /** The best guess, by which a prompt is refused as too long; Infinity with files, whose tokens can't be guessed. */
  readonly likely: number;
  /** Number of tokens to hold for, which is at least `likely`. */
  readonly held: number;
  /** Tokens for the rate limit. Only for a prompt with files that a budget pays for, whose hold is far larger. */
  readonly expected?: number;
}

/** For longer prompts billing is asked first, because it answers faster than the tokenizer counts. */
const ASKED_FROM_TOKENS = 1_000;
/** A token has at least one byte, and an estimate assumes three. So no text has more tokens than this times the estimate. */
const MOST_PER_ESTIMATE = 3;

/** Whether a budget, of a client token or an API key, pays for a call. */
export const isBudgeted = ({ clientTokenId = "", budgeted = false }: CallContext): boolean =>
  clientTokenId !== "" || budgeted;

/**
 * Tokens of a prompt that a budget pays for. They are counted, because a stranger may have the client token and send a
 * text in which every letter is a token. If the budget is used up, nothing is counted: the call then requests the largest
 * possible hold, which the admission refuses.
 * @param estimated Estimate from lengths, which is enough without a budget.
 */
export const countForBudget = async (estimated: number, { count, isCovered }: HowToCount): Promise<CountedTokens> => {
  if (estimated > ASKED_FROM_TOKENS && !(await isCovered(estimated)))
    return { likely: estimated, held: estimated * MOST_PER_ESTIMATE };
  const tokens = Math.max(estimated, await count());
  return { likely: tokens, held: tokens };
};
