import { invalidField } from "./cenote-error";

/** A position in a list that is ordered by creation time. */
export interface PagePosition {
  readonly createdAtMs: number;
  /** UUID. */
  readonly id: string;
}

/** A sort order. Ids break ties between rows with the same time. */
export const newestFirst = (left: PagePosition, right: PagePosition): number =>
  right.createdAtMs - left.createdAtMs || Number(left.id < right.id) - Number(left.id > right.id);

const CURSOR = /^(\d{1,16})\.([0-9a-f-]{36})$/;

/** Encodes a position as a cursor, which is opaque to callers. */
export const writeCursor = ({ createdAtMs, id }: PagePosition): string =>
  Buffer.from(`${createdAtMs}.${id}`).toString("base64url");

/**
 * Cuts rows to a page. @param found One row more than the page holds, if there is one: it shows that another page follows.
 * @returns `next` is the cursor of the following page; empty on the last page.
 */
export const pageOf = <Row extends PagePosition>(
  found: readonly Row[],
  size: number,
): { readonly rows: readonly Row[]; readonly next: string } => {
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return { rows, next: found.length > size && last !== undefined ? writeCursor(last) : "" };
};

/**
 * @param param Name of the field with the cursor, for the error.
 * @returns Undefined for an empty cursor, which means the beginning of the list. Errors: invalid_request_error.
 */
export const readCursor = (param: string, cursor: string): PagePosition | undefined => {
  if (cursor === "") return undefined;
  const [, createdAtMs, id] = CURSOR.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (createdAtMs === undefined || id === undefined)
    throw invalidField(param, "this cursor is not one of ours; pass `next` of the page before.");
  return { createdAtMs: Number(createdAtMs), id };
};
