import type { CallContext } from "@cenote/contracts";

export interface HowToCount {
  /** With a tokenizer. */
  readonly count: () => Promise<number>;
  /** Asks billing whether the budget covers a prompt that is at least this long. */
  readonly isCovered: (tokens: number) => Promise<boolean>;
}

export interface CountedTokens {
  /** The best guess, by which a prompt is found too long; Infinity with files, whose tokens can't be guessed. */
  readonly likely: number;
  /** What is held for: at least as many. */
  readonly held: number;
  /** For a prompt with files that a budget pays for, which holds far more: what the limit of tokens per minute counts. */
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
 * Tokens of a prompt that a budget pays for. They are counted, because a stranger may have the client token and send a
 * text in which every letter is a token. If the budget is used up nothing is counted: the call then asks for a hold of the
 * largest possible number, which the admission refuses.
 * @param estimated From lengths, which is enough without a budget.
 */
export const countForBudget = async (estimated: number, { count, isCovered }: HowToCount): Promise<CountedTokens> => {
  if (estimated > ASKED_FROM_TOKENS && !(await isCovered(estimated)))
    return { likely: estimated, held: estimated * MOST_PER_ESTIMATE };
  const tokens = Math.max(estimated, await count());
  return { likely: tokens, held: tokens };
};
