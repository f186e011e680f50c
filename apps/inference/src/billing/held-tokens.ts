import type { CallContext } from "@cenote/contracts";

export interface TokenCounts {
  /** From lengths alone. */
  readonly estimate: () => number;
  /** With a tokenizer. */
  readonly count: () => number;
}

/** Tokens of a prompt to hold for: estimated, but for who spends a budget, since a stranger picks a text whose every letter is a token. */
export const heldTokens = ({ clientTokenId = "" }: CallContext, { estimate, count }: TokenCounts): number =>
  (clientTokenId === "" ? estimate() : Math.max(estimate(), count()));
