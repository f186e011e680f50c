import { invalidRequest } from "@cenote/core";
import type { JobPosition } from "../jobs/store";

const CURSOR = /^(\d{1,16})\.([0-9a-f-]{36})$/;

export const writeCursor = ({ createdAtMs, id }: JobPosition): string => Buffer.from(`${createdAtMs}.${id}`).toString("base64url");

/** @returns Undefined for the beginning. Errors: invalid_request_error. */
export const readCursor = (cursor: string): JobPosition | undefined => {
  if (cursor === "") return undefined;
  const [, createdAtMs, id] = CURSOR.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (createdAtMs === undefined || id === undefined) throw invalidRequest("after", "after: this cursor is not one of ours; pass `next` of the page before.");
  return { createdAtMs: Number(createdAtMs), id };
};
