import type { CallContext } from "@cenote/contracts";

export interface TokenCounts {
  /** From lengths alone. */
  readonly estimate: () => number;
  /** With a tokenizer. */
  readonly count: () => number;
}

/** Whether a client token's budget pays for a call. */
export const isBudgeted = ({ clientTokenId = "" }: CallContext): boolean => clientTokenId !== "";

/** Tokens of a prompt to hold for: estimated, but for who spends a budget, since a stranger picks a text whose every letter is a token. */
export const heldTokens = (context: CallContext, { estimate, count }: TokenCounts): number =>
  (isBudgeted(context) ? Math.max(estimate(), count()) : estimate());
