import type { CallContext } from "@cenote/contracts";

export interface HowToCount {
  /** With a tokenizer. */
  readonly count: () => Promise<number>;
  /** Asks billing whether the budget covers a prompt that is at least this long. */
  readonly isCovered: (tokens: number) => Promise<boolean>;
}

export interface CountedTokens {
  readonly likely: number;
  /** At least as many. */
  readonly held: number;
  /** Of a prompt with files from a budget, which holds far more. The limit of tokens per minute counts these. */
  readonly expected?: number;
}

/** A longer prompt takes the tokenizer more time than billing takes to answer. */
const ASKED_FROM_TOKENS = 1_000;
/** Tokens are at least a byte long, and an estimate assumes three: no text has more tokens than this many estimates. */
const MOST_PER_ESTIMATE = 3;

/** Whether a budget, of a client token or an API key, pays for a call. */
export const isBudgeted = ({ clientTokenId = "", budgeted = false }: CallContext): boolean =>
  clientTokenId !== "" || budgeted;

/**
 * Tokens of a prompt that a budget pays for: a stranger may have it, and send a text in which every letter is a token.
 * Where the budget is used up nothing is counted: what is held for then is the most it can be, and the admission
 * refuses it. @param estimated From lengths, which is enough without a budget.
 */
export const countForBudget = async (estimated: number, { count, isCovered }: HowToCount): Promise<CountedTokens> => {
  if (estimated > ASKED_FROM_TOKENS && !(await isCovered(estimated)))
    return { likely: estimated, held: estimated * MOST_PER_ESTIMATE };
  const tokens = Math.max(estimated, await count());
  return { likely: tokens, held: tokens };
};
