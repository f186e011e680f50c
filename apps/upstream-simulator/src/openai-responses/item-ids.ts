import { lettersOf } from "../pseudo-model/letters";

const LETTERS = 24;
const WITHOUT_REASONING = "0".repeat(LETTERS);
const MADE_HERE = new RegExp(`^(?:msg|fc|ctc)_(\\w{${LETTERS}})\\w{${LETTERS}}$`);

export const reasoningId = (seed: string): string => `rs_${lettersOf(`reasoning ${seed}`, LETTERS)}`;

/**
 * The id of an item. An item that followed from reasoning is rejected without it, so its id encodes the id of that
 * reasoning.
 */
export const itemId = (prefix: "msg" | "fc" | "ctc", seed: string, reasoning: string | undefined): string =>
  `${prefix}_${reasoning?.slice("rs_".length) ?? WITHOUT_REASONING}${lettersOf(`${prefix} ${seed}`, LETTERS)}`;

/** @returns Undefined for an item that needs no reasoning, or was not generated here. */
export const neededReasoning = (id: string): string | undefined => {
  const letters = MADE_HERE.exec(id)?.[1];
  return letters === undefined || letters === WITHOUT_REASONING ? undefined : `rs_${letters}`;
};
