import type { Connection, mongo } from "mongoose";

/** The ledger's queries that each engine answers by an index only if they are put in its own way. */
export interface EngineQueries {
  /** Of an array of keys: that one of them is at least `from` and below `to`. */
  readonly keyBetween: (from: string, to: string) => mongo.Condition<readonly string[] | undefined>;
  /** The ids of an organization's blocks or days of usage, or of all there are. */
  readonly ids: (organizationId: string | undefined) => {
    readonly filter: { readonly org?: string; readonly _id?: { readonly $gte: string; readonly $lt: string } };
    readonly hint?: { readonly _id: 1 };
  };
}

export const MONGODB_QUERIES: EngineQueries = {
  // Over an array's index only one of two bounds is used, unless both are asked of the same element.
  keyBetween: (from, to) => ({ $elemMatch: { $gte: from, $lt: to } }),
  // By the hint the index is all that is read, and of all indexes this one is there in every collection.
  ids: (organizationId) => ({
    filter: organizationId === undefined ? {} : { _id: { $gte: `${organizationId}:`, $lt: `${organizationId};` } },
    hint: { _id: 1 },
  }),
};

/** SecantusDB reads the whole collection for `$elemMatch` and for a range of ids, and uses both bounds of a key. */
export const SECANTUSDB_QUERIES: EngineQueries = {
  keyBetween: (from, to) => ({ $gte: from, $lt: to }),
  ids: (organizationId) => ({ filter: organizationId === undefined ? {} : { org: organizationId } }),
};

export const engineQueries = async (connection: Connection): Promise<EngineQueries> => {
  const built = await connection.getClient().db("admin").command({ buildInfo: 1 });
  return built.secantusVersion === undefined ? MONGODB_QUERIES : SECANTUSDB_QUERIES;
};
