import { createHash } from "node:crypto";

/** The caller's id of its user, or a hash of it if it is longer than the API allows. @returns Undefined for none. */
export const toUserId = (user: string | undefined, maxCharacters: number): string | undefined => {
  if (user === undefined || user === "") return undefined;
  return user.length <= maxCharacters ? user : createHash("sha256").update(user).digest("hex");
};
