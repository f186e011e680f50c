import type { PagePosition } from "@cenote/core";

// In both, the bound of `created` alone tells where an index is entered: without it, which `$or` does not tell, every row
// before the position is read.

/**
 * The rows behind a position in a list with the newest first, and of those of the same time the greater id. `created` is the
 * time, `_id` the id.
 */
export const newestAfter = ({ createdAtMs, id }: PagePosition) => {
  const created = new Date(createdAtMs);
  return { created: { $lte: created }, $or: [{ created: { $lt: created } }, { created, _id: { $lt: id } }] };
};

/** The same with the oldest first, and of those of the same time the smaller id. */
export const oldestAfter = ({ createdAtMs, id }: PagePosition) => {
  const created = new Date(createdAtMs);
  return { created: { $gte: created }, $or: [{ created: { $gt: created } }, { created, _id: { $gt: id } }] };
};
