import type { Connection, mongo } from "mongoose";

/** Queries of the ledger that each engine answers from an index only in its own form. */
export interface EngineQueries {
  /** Matches an array of keys with one that is at least `from` and below `to`. */
  readonly keyBetween: (from: string, to: string) => mongo.Condition<readonly string[] | undefined>;
  /** The ids of an organization's blocks or days of usage, or of all there are. */
  readonly ids: (organizationId: string | undefined) => {
    readonly filter: { readonly org?: string; readonly _id?: { readonly $gte: string; readonly $lt: string } };
    readonly hint?: { readonly _id: 1 };
  };
}

export const MONGODB_QUERIES: EngineQueries = {
  // An array's index serves both bounds only if `$elemMatch` requires them of the same element.
  keyBetween: (from, to) => ({ $elemMatch: { $gte: from, $lt: to } }),
  // With the hint, only the index is read. Every collection has the index of ids.
  ids: (organizationId) => ({
    filter: organizationId === undefined ? {} : { _id: { $gte: `${organizationId}:`, $lt: `${organizationId};` } },
    hint: { _id: 1 },
  }),
};

/** SecantusDB scans the collection for `$elemMatch` and for a range of ids, but uses both bounds of a key. */
export const SECANTUSDB_QUERIES: EngineQueries = {
  keyBetween: (from, to) => ({ $gte: from, $lt: to }),
  ids: (organizationId) => ({ filter: organizationId === undefined ? {} : { org: organizationId } }),
};

export const engineQueries = async (connection: Connection): Promise<EngineQueries> => {
  const built = await connection.getClient().db("admin").command({ buildInfo: 1 });
  return built.secantusVersion === undefined ? MONGODB_QUERIES : SECANTUSDB_QUERIES;
};
