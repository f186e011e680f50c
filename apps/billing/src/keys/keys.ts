import { CenoteError, type Clock, type Ids, invalidRequest, type Log } from "@cenote/core";
import { createWatchedCache } from "../cache/watched-cache";
import { NO_LIMITS, type OwnLimits } from "../limits/limits-in-force";
import { Expired } from "./expired";
import { type KeyRestrictions, type RestrictionChanges, UNRESTRICTED } from "./key-restrictions";
import { isWorking, type KeyChanges, type KeyRow, type KeyStore } from "./key-store";
import { createSecret } from "./secret";

const MAX_WORKING_KEYS = 1_000;
/** Maximum number of revoked and expired keys in a list. Valid keys are all listed. */
const MAX_LISTED_ENDED = 1_000;
/** Maximum number of total budgets per organization, because its account never forgets one. */
const MAX_TOTAL_BUDGETS = 10_000;
const MAX_NAME_LENGTH = 100;
/** Cache entries: each key has two, by its digest and by its id. */
const MAX_CACHE_ENTRIES = 200_000;
const DIGEST_LENGTH = 64;

/** API keys. */
export interface Keys {
  /** The owner of a key. Errors: invalid_api_key, key_revoked, overloaded. */
  authenticate(digest: string): Promise<KeyRow>;
  /** Synchronous `authenticate`: undefined if the key is not in memory. Errors: key_revoked. */
  recognize(digest: string): KeyRow | undefined;
  /** Finds a key by id, valid or not; undefined if it does not exist. Errors: overloaded. */
  find(id: string): Promise<KeyRow | undefined>;
  /** Synchronous `find`: undefined if the key is not in memory. */
  recognizeId(id: string): KeyRow | undefined;
  /** Also finds an expired key, because its expiry can be changed. Errors: not_found, key_revoked. */
  get(id: string): Promise<KeyRow>;
  /** @returns Also the secret, which is never returned again. Errors: invalid_request_error. */
  create(
    organizationId: string,
    name: string,
    options?: { readonly limits?: OwnLimits; readonly restrictions?: KeyRestrictions },
  ): Promise<{ readonly row: KeyRow; readonly secret: string }>;
  /** All valid keys, and the newest revoked or expired ones. Newest first. */
  list(organizationId: string): Promise<readonly KeyRow[]>;
  /**
   * Takes effect at once in this process, within a second in others. Revoking again has no effect. Errors: not_found.
   */
  revoke(id: string): Promise<KeyRow>;
  /**
   * Takes effect at once in this process, within a second in others. Also changes an expired key. Errors: not_found,
   * key_revoked, invalid_request_error.
   */
  change(id: string, changes: KeyChanges): Promise<KeyRow>;
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
    clock,
    log,
    what: "keys",
    maxEntries: MAX_CACHE_ENTRIES,
    load: (key) => (key.length === DIGEST_LENGTH ? store.findByDigest(key) : store.find(key)),
    changedSince: (sinceMs) => store.changedSince(sinceMs),
    keysOf: (row) => [row.digest, row.id],
    // A revoked key never changes.
    revisionOf: (row) => row.revision + (row.revokedAtMs === undefined ? 0 : 1),
  });

  /** Reads the key from the database into the cache. */
  const readAgain = async (id: string): Promise<KeyRow> => {
    const row = await store.find(id);
    if (row === undefined) throw new CenoteError("not_found", "There is no such API key.");
    cache.put(row);
    return row;
  };

  const requireRoomForBudget = async (organizationId: string, { budget }: RestrictionChanges): Promise<void> => {
    if (budget?.period === "total" && (await store.countTotalBudgets(organizationId)) >= MAX_TOTAL_BUDGETS) {
      throw invalidRequest(
        "budget.period",
        `An organization has at most ${MAX_TOTAL_BUDGETS} keys that have or had a total budget, revoked ones too; use one by the month.`,
      );
    }
  };

  const requireRoom = async (organizationId: string): Promise<void> => {
    if ((await store.countWorking(organizationId, clock.nowMs())) >= MAX_WORKING_KEYS) {
      throw invalidRequest(
        "organization_id",
        `An organization has at most ${MAX_WORKING_KEYS} active keys; revoke one first.`,
      );
    }
  };

  const working = (row: KeyRow): KeyRow => {
    unrevoked(row);
    if (!isWorking(row, clock.nowMs())) throw new Expired("The API key has expired.");
    return row;
  };

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
    find: (id) => cache.get(id),
    recognizeId: (id) => cache.peek(id),
    get: async (id) => unrevoked(await readAgain(id)),
    async create(organizationId, name, { limits = NO_LIMITS, restrictions = UNRESTRICTED } = {}) {
      const trimmed = toName(name);
      await requireRoomForBudget(organizationId, restrictions);
      await requireRoom(organizationId);
      const { secret, digest, hint } = createSecret(ids, keyPrefix());
      const row: KeyRow = {
        id: ids.uuid(),
        organizationId,
        name: trimmed,
        digest,
        hint,
        limits,
        restrictions,
        createdAtMs: clock.nowMs(),
        revokedAtMs: undefined,
        revision: 0,
      };
      await store.insert(row);
      cache.put(row);
      return { row, secret };
    },
    list: (organizationId) => store.list(organizationId, MAX_LISTED_ENDED, clock.nowMs()),
    async revoke(id) {
      await store.revoke(id, clock.nowMs());
      return readAgain(id);
    },
    async change(id, asked) {
      const changes = asked.name === undefined ? asked : { ...asked, name: toName(asked.name) };
      const row = await readAgain(id);
      if (row.restrictions.budget?.period !== "total")
        await requireRoomForBudget(row.organizationId, changes.restrictions ?? {});
      const wakes = changes.restrictions?.expiresAtMs !== undefined && !isWorking(row, clock.nowMs());
      if (wakes && row.revokedAtMs === undefined) await requireRoom(row.organizationId);
      await store.change(id, changes, clock.nowMs());
      return unrevoked(await readAgain(id));
    },
    close: () => cache.close(),
  };
};

/** The trimmed name. Errors: invalid_request_error. */
const toName = (text: string): string => {
  const name = text.trim();
  if (name.length > MAX_NAME_LENGTH)
    throw invalidRequest("name", `A key's name has at most ${MAX_NAME_LENGTH} characters.`);
  return name;
};

const unrevoked = (row: KeyRow): KeyRow => {
  if (row.revokedAtMs !== undefined) throw new CenoteError("key_revoked");
  return row;
};
