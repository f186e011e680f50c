import { lettersOf } from "../pseudo-model/letters";

const LETTERS = 24;
const WITHOUT_REASONING = "0".repeat(LETTERS);
const MADE_HERE = new RegExp(`^(?:msg|fc)_(\\w{${LETTERS}})\\w{${LETTERS}}$`);

export const reasoningId = (seed: string): string => `rs_${lettersOf(`reasoning ${seed}`, LETTERS)}`;

/** Of an item that followed from reasoning, if `reasoning` is its id: such an item is refused without it, and so its id says which. */
export const itemId = (prefix: "msg" | "fc", seed: string, reasoning: string | undefined): string =>
  `${prefix}_${reasoning?.slice("rs_".length) ?? WITHOUT_REASONING}${lettersOf(`${prefix} ${seed}`, LETTERS)}`;

/** @returns Undefined for an item that needs none, or was not made here. */
export const neededReasoning = (id: string): string | undefined => {
  const letters = MADE_HERE.exec(id)?.[1];
  return letters === undefined || letters === WITHOUT_REASONING ? undefined : `rs_${letters}`;
};
