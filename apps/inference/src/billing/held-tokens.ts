import type { CallContext } from "@cenote/contracts";

export interface TokenCounts {
  /** Computed from lengths only. */
  readonly estimate: () => number;
  /** With a tokenizer. */
  readonly count: () => number;
}

/** Whether a budget, of a client token or an API key, pays for a call. */
export const isBudgeted = ({ clientTokenId = "", budgeted = false }: CallContext): boolean =>
  clientTokenId !== "" || budgeted;

/**
 * Tokens of a prompt to hold for. An estimate will do, except with a budget: a stranger may have it, and send a text in
 * which every letter is a token.
 */
export const heldTokens = (context: CallContext, { estimate, count }: TokenCounts): number =>
  isBudgeted(context) ? Math.max(estimate(), count()) : estimate();
