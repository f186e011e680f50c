import { invalidField } from "./cenote-error";

/** A position in a list ordered by time of creation. */
export interface PagePosition {
  readonly createdAtMs: number;
  /** UUID. */
  readonly id: string;
}

/** For a sort. Ids decide between rows of one moment. */
export const newestFirst = (left: PagePosition, right: PagePosition): number =>
  right.createdAtMs - left.createdAtMs || Number(left.id < right.id) - Number(left.id > right.id);

const CURSOR = /^(\d{1,16})\.([0-9a-f-]{36})$/;

/** The text of a cursor, opaque to callers. */
export const writeCursor = ({ createdAtMs, id }: PagePosition): string =>
  Buffer.from(`${createdAtMs}.${id}`).toString("base64url");

/**
 * A page of a list of which one row more than fits was read: that shows whether there is another page.
 * @returns `next` is the cursor of the following page, empty on the last.
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
 * @param param The field with the cursor, for the error.
 * @returns Undefined for an empty cursor, which means the beginning. Errors: invalid_request_error.
 */
export const readCursor = (param: string, cursor: string): PagePosition | undefined => {
  if (cursor === "") return undefined;
  const [, createdAtMs, id] = CURSOR.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (createdAtMs === undefined || id === undefined)
    throw invalidField(param, "this cursor is not one of ours; pass `next` of the page before.");
  return { createdAtMs: Number(createdAtMs), id };
};
