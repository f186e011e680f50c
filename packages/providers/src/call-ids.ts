import { createHash } from "node:crypto";

/**
 * Ids of tool calls come from whatever model made the calls, and in a conversation that changes its model from another
 * provider's. One that a protocol does not take is told by its hash: the same for the same id, so that a call and its
 * result still belong together.
 * @param taken Ids that the protocol takes.
 */
export const toCallId = (id: string, taken: RegExp, { prefix, digits }: CallIdForm): string =>
  taken.test(id) ? id : `${prefix}${createHash("sha256").update(id).digest("hex").slice(0, digits)}`;

/** How an id is written in place of one that is not taken. */
export interface CallIdForm {
  readonly prefix: string;
  readonly digits: number;
}
