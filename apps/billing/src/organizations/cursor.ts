import { invalidRequest } from "@cenote/core";
import type { OrganizationPosition } from "./organization-store";

/** Opaque to callers; empty means the beginning. */
export type OrganizationCursor = string;

const CURSOR = /^(\d{1,16})\.([0-9a-f-]{36})$/;

export const writeCursor = ({ createdAtMs, id }: OrganizationPosition): OrganizationCursor =>
  Buffer.from(`${createdAtMs}.${id}`).toString("base64url");

/** Errors: invalid_request_error. */
export const readCursor = (cursor: OrganizationCursor): OrganizationPosition | undefined => {
  if (cursor === "") return undefined;
  const match = CURSOR.exec(Buffer.from(cursor, "base64url").toString());
  if (match === null) throw invalidRequest("page.cursor", "This cursor is not one of ours; pass `next` of the page before.");
  const [, createdAtMs, id = ""] = match;
  return { createdAtMs: Number(createdAtMs), id };
};
