import type { LimitChanges, OwnLimits } from "../limits/limits-in-force";

/** An API key as stored; never the key itself. */
export interface KeyRow {
  /** UUID. */
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** SHA-256 of the whole key, hexadecimal. */
  readonly digest: string;
  /** Enough of the key for people to recognize it. */
  readonly hint: string;
  readonly limits: OwnLimits;
  readonly createdAtMs: number;
  /** Undefined while the key works. */
  readonly revokedAtMs: number | undefined;
  /** Grows with each change of name or limits. */
  readonly revision: number;
}

export interface KeyChanges {
  /** Undefined leaves it as it is. */
  readonly name?: string | undefined;
  readonly limits: LimitChanges;
}

export interface KeyStore {
  /** Durable when it resolves. Rejects if the id or the digest exists. */
  insert(row: KeyRow): Promise<void>;
  find(id: string): Promise<KeyRow | undefined>;
  findByDigest(digest: string): Promise<KeyRow | undefined>;
  /** All that work, and the newest `maxRevoked` of those that do not. Newest first. */
  list(organizationId: string, maxRevoked: number): Promise<readonly KeyRow[]>;
  countWorking(organizationId: string): Promise<number>;
  /** Durable when it resolves. Nothing happens where the key is revoked already, or unknown. */
  revoke(id: string, atMs: number): Promise<void>;
  /** Durable when it resolves. Nothing happens where the key is revoked, or unknown. */
  change(id: string, changes: KeyChanges, atMs: number): Promise<void>;
  /** Keys revoked or changed (not: created) at this time or later. */
  changedSince(sinceMs: number): Promise<readonly KeyRow[]>;
}

/** For a sort. Ids decide between keys of one moment. */
export const newestFirst = (a: KeyRow, b: KeyRow): number => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1);
