import type { LimitChanges, OwnLimits } from "../limits/limits-in-force";
import type { KeyRestrictions, RestrictionChanges } from "./key-restrictions";

/** An API key as stored; never the key itself. */
export interface KeyRow {
  /** UUID. */
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** SHA-256 of the whole key, hexadecimal. */
  readonly digest: string;
  /** A shortened form by which people recognise the key. */
  readonly hint: string;
  readonly limits: OwnLimits;
  readonly restrictions: KeyRestrictions;
  readonly createdAtMs: number;
  /** Undefined unless it was revoked. */
  readonly revokedAtMs: number | undefined;
  /** Incremented by each change of name, limits or restrictions. */
  readonly revision: number;
}

export interface KeyChanges {
  /** Undefined leaves it as it is. */
  readonly name?: string | undefined;
  readonly limits: LimitChanges;
  readonly restrictions?: RestrictionChanges | undefined;
}

export interface KeyStore {
  /** Durable when it resolves. Rejects if the id or the digest exists. */
  insert(row: KeyRow): Promise<void>;
  find(id: string): Promise<KeyRow | undefined>;
  findByDigest(digest: string): Promise<KeyRow | undefined>;
  /** All valid keys, and the newest `maxEnded` revoked or expired ones. Newest first. */
  list(organizationId: string, maxEnded: number, nowMs: number): Promise<readonly KeyRow[]>;
  /** Neither revoked nor expired. */
  countWorking(organizationId: string, nowMs: number): Promise<number>;
  /** Counts the keys that have or had a total budget, valid or not. */
  countTotalBudgets(organizationId: string): Promise<number>;
  /** Durable when it resolves. No effect if the key is revoked already or unknown. */
  revoke(id: string, atMs: number): Promise<void>;
  /** Durable when it resolves. No effect if the key is revoked or unknown. */
  change(id: string, changes: KeyChanges, atMs: number): Promise<void>;
  /** Keys that were revoked or changed (not created) at this time or later. */
  changedSince(sinceMs: number): Promise<readonly KeyRow[]>;
}

/** Whether a key is valid: not revoked and not expired. */
export const isWorking = ({ revokedAtMs, restrictions: { expiresAtMs } }: KeyRow, nowMs: number): boolean =>
  revokedAtMs === undefined && (expiresAtMs === undefined || expiresAtMs > nowMs);
