import { CenoteError, type Clock, type Ids, invalidRequest, type Log } from "@cenote/core";
import { createWatchedCache } from "../cache/watched-cache";
import type { KeyRow, KeyStore } from "./key-store";
import { createSecret } from "./secret";

const MAX_WORKING_KEYS = 1_000;
/** Keys of one list, revoked ones among them: the newest. */
const MAX_LISTED_KEYS = 2_000;
const MAX_NAME_LENGTH = 100;

/** API keys. */
export interface Keys {
  /** Who a key belongs to. Errors: invalid_api_key, key_revoked, overloaded. */
  authenticate(digest: string): Promise<KeyRow>;
  /** `authenticate` without a wait, where the key is in memory; else undefined. Errors: key_revoked. */
  recognize(digest: string): KeyRow | undefined;
  /** Errors: not_found, key_revoked. */
  get(id: string): Promise<KeyRow>;
  /** @returns The secret too, the only time. Errors: invalid_request_error. */
  create(organizationId: string, name: string): Promise<{ readonly row: KeyRow; readonly secret: string }>;
  /** Newest first. */
  list(organizationId: string): Promise<readonly KeyRow[]>;
  /** At once in this process, within a second in others. Revoking twice changes nothing. Errors: not_found. */
  revoke(id: string): Promise<KeyRow>;
  close(): Promise<void>;
}

export interface KeysOptions {
  readonly store: KeyStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly keyPrefix: () => string;
}

export const createKeys = ({ store, clock, ids, log, keyPrefix }: KeysOptions): Keys => {
  const cache = createWatchedCache<KeyRow>({
    clock, log, what: "keys",
    load: (digest) => store.findByDigest(digest),
    changedSince: (sinceMs) => store.revokedSince(sinceMs),
    keyOf: (row) => row.digest,
    revisionOf: (row) => (row.revokedAtMs === undefined ? 0 : 1),
  });

  return {
    async authenticate(digest) {
      const row = await cache.get(digest);
      if (row === undefined) throw new CenoteError("invalid_api_key");
      return working(row);
    },
    recognize(digest) {
      const row = cache.peek(digest);
      return row === undefined ? undefined : working(row);
    },
    async get(id) {
      const row = await store.find(id);
      if (row === undefined) throw new CenoteError("not_found", "There is no such API key.");
      return working(row);
    },
    async create(organizationId, name) {
      if (name.length > MAX_NAME_LENGTH) throw invalidRequest("name", `A key's name has at most ${MAX_NAME_LENGTH} characters.`);
      if (await store.countWorking(organizationId) >= MAX_WORKING_KEYS) {
        throw invalidRequest("organization_id", `An organization has at most ${MAX_WORKING_KEYS} working keys; revoke one first.`);
      }
      const { secret, digest, hint } = createSecret(ids, keyPrefix());
      const row: KeyRow = { id: ids.uuid(), organizationId, name, digest, hint, createdAtMs: clock.nowMs(), revokedAtMs: undefined };
      await store.insert(row);
      cache.put(digest, row);
      return { row, secret };
    },
    list: (organizationId) => store.list(organizationId, MAX_LISTED_KEYS),
    async revoke(id) {
      await store.revoke(id, clock.nowMs());
      const row = await store.find(id);
      if (row === undefined) throw new CenoteError("not_found", "There is no such API key.");
      cache.put(row.digest, row);
      return row;
    },
    close: () => cache.close(),
  };
};

const working = (row: KeyRow): KeyRow => {
  if (row.revokedAtMs !== undefined) throw new CenoteError("key_revoked");
  return row;
};
