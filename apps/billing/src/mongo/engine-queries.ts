import type { Connection, mongo } from "mongoose";

/** The ledger's queries that each engine answers by an index only if they are put in its own way. */
export interface EngineQueries {
  /** Of an array of keys: that one of them is at least `from` and below `to`. */
  readonly keyBetween: (from: string, to: string) => mongo.Condition<readonly string[] | undefined>;
  /** The ids of an organization's blocks, or of all there are. */
  readonly blockIds: (organizationId: string | undefined) => {
    readonly filter: { readonly org?: string; readonly _id?: { readonly $gte: string; readonly $lt: string } };
    readonly hint?: { readonly _id: 1 };
  };
  /** The organizations of the days of usage of one, or of all there are. */
  readonly usageOwners: (organizationId: string | undefined) => {
    readonly filter: { readonly org?: string };
    readonly hint?: { readonly org: 1; readonly through_seq: -1 };
  };
}

const ofOrganization = (organizationId: string | undefined) =>
  organizationId === undefined ? {} : { org: organizationId };

export const MONGODB_QUERIES: EngineQueries = {
  // Over an array's index only one of two bounds is used, unless both are asked of the same element.
  keyBetween: (from, to) => ({ $elemMatch: { $gte: from, $lt: to } }),
  // By the hint the index is all that is read. Otherwise every block would be.
  blockIds: (organizationId) => ({
    filter: organizationId === undefined ? {} : { _id: { $gte: `${organizationId}:`, $lt: `${organizationId};` } },
    hint: { _id: 1 },
  }),
  usageOwners: (organizationId) => ({ filter: ofOrganization(organizationId), hint: { org: 1, through_seq: -1 } }),
};

/** SecantusDB reads the whole collection for `$elemMatch` and for a range of ids, and uses both bounds of a key. */
export const SECANTUSDB_QUERIES: EngineQueries = {
  keyBetween: (from, to) => ({ $gte: from, $lt: to }),
  blockIds: (organizationId) => ({ filter: ofOrganization(organizationId) }),
  usageOwners: (organizationId) => ({ filter: ofOrganization(organizationId) }),
};

export const engineQueries = async (connection: Connection): Promise<EngineQueries> => {
  const built = await connection.getClient().db("admin").command({ buildInfo: 1 });
  return built.secantusVersion === undefined ? MONGODB_QUERIES : SECANTUSDB_QUERIES;
};
