import { createHash } from "node:crypto";

/** The form of the id that replaces an invalid one. */
export interface CallIdForm {
  readonly prefix: string;
  readonly digits: number;
}

/**
 * The id of a tool call as it is sent to a provider. An earlier answer, maybe of another provider, made the id, so it may
 * be invalid here. An invalid id is replaced by its hash, which is the same for the call and for its result.
 * @param valid Matches the ids that the protocol accepts.
 */
export const toCallId = (id: string, valid: RegExp, { prefix, digits }: CallIdForm): string =>
  valid.test(id) ? id : `${prefix}${createHash("sha256").update(id).digest("hex").slice(0, digits)}`;
