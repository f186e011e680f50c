import {
  CenoteError,
  type Clock,
  type Ids,
  invalidField,
  type Log,
  MODEL_ID_CHARACTERS,
  type NanoMxn,
} from "@cenote/core";
import { createWatchedCache } from "../cache/watched-cache";
import { Expired } from "../keys/expired";
import { digestOf } from "../keys/secret";
import {
  CLIENT_TOKEN_OPERATIONS,
  type ClientTokenOperation,
  type ClientTokenPage,
  type ClientTokenRow,
  type ClientTokenStore,
} from "./client-token-store";

const SECRET_LENGTH = 32;
const DEFAULT_TTL_S = 600;
const MAX_TTL_S = 3_600;
const SECOND_MS = 1_000;
/** Maximum number of tokens per organization. Its account remembers as many ended budgets (`MAX_ENDED_BUDGETS`). */
const MAX_LIVE_TOKENS = 10_000;
/** Maximum of one restricted key: the others are for the organization's other keys. */
const MAX_LIVE_TOKENS_OF_RESTRICTED_KEY = 1_000;
const MAX_MODELS = 64;
const MAX_ORIGINS = 16;
const MAX_ORIGIN_LENGTH = 200;

export interface NewClientToken {
  readonly organizationId: string;
  /** The API key that creates it. */
  readonly keyId: string;
  readonly keyDigest: string;
  readonly isKeyRestricted: boolean;
  readonly operations: readonly string[];
  readonly models: readonly string[];
  readonly origins: readonly string[];
  readonly budget: NanoMxn;
  /** 0: the default of ten minutes. */
  readonly ttlS: number;
}

/** Short-lived tokens for browsers. */
export interface ClientTokens {
  /** Undefined if the token does not exist. Errors: key_revoked if it was revoked or has expired, overloaded. */
  authenticate(digest: string): Promise<ClientTokenRow | undefined>;
  /** Synchronous `authenticate`: undefined also if the token is not in memory. */
  recognize(digest: string): ClientTokenRow | undefined;
  /** Whether it was a token when it was last looked up. */
  isKnown(digest: string): boolean;
  /**
   * The token of a call, valid or not. Undefined if it does not exist, or expired so long ago that it was removed.
   */
  find(id: string): Promise<ClientTokenRow | undefined>;
  /** @returns Also the secret, which is never returned again. Errors: invalid_request_error, rate_limit_exceeded. */
  create(token: NewClientToken): Promise<{ readonly row: ClientTokenRow; readonly secret: string }>;
  /** Valid tokens of an organization, newest first. */
  list(organizationId: string, page: Pick<ClientTokenPage, "after" | "limit">): Promise<readonly ClientTokenRow[]>;
  /**
   * Takes effect at once in this process, within a second in others. @param keyId If given, only a token that this key
   * created. Errors: not_found.
   */
  revoke(organizationId: string, id: string, keyId?: string): Promise<ClientTokenRow>;
  close(): Promise<void>;
}

export interface ClientTokensOptions {
  readonly store: ClientTokenStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly keyPrefix: () => string;
}

/** 128 bits of the digest: one cache finds a token both by its secret and by the id in calls. */
const idOf = (digest: string): string =>
  `${digest.slice(0, 8)}-${digest.slice(8, 12)}-${digest.slice(12, 16)}-${digest.slice(16, 20)}-${digest.slice(20, 32)}`;

export const createClientTokens = ({ store, clock, ids, log, keyPrefix }: ClientTokensOptions): ClientTokens => {
  const cache = createWatchedCache<ClientTokenRow>({
    clock,
    log,
    what: "client tokens",
    load: (id) => store.find(id),
    changedSince: (sinceMs) => store.revokedSince(sinceMs),
    keysOf: (row) => [row.id],
    revisionOf: (row) => (row.revokedAtMs === undefined ? 0 : 1),
  });

  const working = (row: ClientTokenRow | undefined, digest: string): ClientTokenRow | undefined => {
    if (row === undefined || row.digest !== digest) return undefined;
    if (row.revokedAtMs !== undefined) throw new CenoteError("key_revoked", "The client token was revoked.");
    if (row.expiresAtMs <= clock.nowMs())
      throw new Expired("The client token has expired. Ask your server for a new one.");
    return row;
  };

  return {
    authenticate: async (digest) => working(await cache.get(idOf(digest)), digest),
    recognize: (digest) => working(cache.peek(idOf(digest)), digest),
    isKnown: (digest) => cache.isKnown(idOf(digest)),
    find: (id) => cache.get(id),
    async create(token) {
      const operations = readOperations(token.operations);
      checkList("models", token.models, MODELS);
      checkList("origins", token.origins, ORIGINS);
      const ttlS = token.ttlS === 0 ? DEFAULT_TTL_S : token.ttlS;
      if (ttlS > MAX_TTL_S) throw invalidField("ttl_s", `at most ${MAX_TTL_S} seconds.`);
      const { organizationId, keyId, keyDigest, isKeyRestricted, models, origins, budget } = token;
      const nowMs = clock.nowMs();
      if ((await store.countLive(organizationId, nowMs)) >= MAX_LIVE_TOKENS) {
        throw new CenoteError(
          "rate_limit_exceeded",
          `An organization has at most ${MAX_LIVE_TOKENS} client tokens at a time; let some expire or revoke them.`,
        );
      }
      if (isKeyRestricted && (await store.countLiveOfKey(keyId, nowMs)) >= MAX_LIVE_TOKENS_OF_RESTRICTED_KEY) {
        throw new CenoteError(
          "rate_limit_exceeded",
          `A restricted API key has at most ${MAX_LIVE_TOKENS_OF_RESTRICTED_KEY} client tokens at a time; let some expire or revoke them.`,
        );
      }
      const secret = `${keyPrefix()}_ct_live_${ids.secret(SECRET_LENGTH)}`;
      const digest = digestOf(secret);
      const row: ClientTokenRow = {
        id: idOf(digest),
        organizationId,
        keyId,
        keyDigest,
        digest,
        operations,
        models,
        origins,
        budget,
        createdAtMs: nowMs,
        expiresAtMs: nowMs + ttlS * SECOND_MS,
        revokedAtMs: undefined,
      };
      await store.insert(row);
      cache.put(row);
      return { row, secret };
    },
    async list(organizationId, page) {
      const nowMs = clock.nowMs();
      return store.listLive(organizationId, { ...page, nowMs, madeSinceMs: nowMs - MAX_TTL_S * SECOND_MS });
    },
    async revoke(organizationId, id, keyId) {
      const isTheirs = (found: ClientTokenRow | undefined): found is ClientTokenRow =>
        found?.organizationId === organizationId && (keyId === undefined || found.keyId === keyId);
      if (isTheirs(await store.find(id))) await store.revoke(id, clock.nowMs());
      const row = await store.find(id);
      if (!isTheirs(row)) throw new CenoteError("not_found", "There is no such client token.");
      cache.put(row);
      return row;
    },
    close: () => cache.close(),
  };
};

const isOperation = (name: string): name is ClientTokenOperation =>
  (CLIENT_TOKEN_OPERATIONS as readonly string[]).includes(name);

const readOperations = (names: readonly string[]): readonly ClientTokenOperation[] => {
  const operations = [...new Set(names)].filter(isOperation);
  if (operations.length === 0 || operations.length !== new Set(names).size) {
    throw invalidField("operations", `at least one of ${CLIENT_TOKEN_OPERATIONS.join(", ")}.`);
  }
  return operations;
};

/** An origin as browsers send it: scheme, host and port, nothing more. */
const isOrigin = (text: string): boolean =>
  text.length <= MAX_ORIGIN_LENGTH && /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;

interface ListRule {
  readonly max: number;
  readonly isFit: (value: string) => boolean;
  /** For the error: what an invalid item should have been. */
  readonly expected: string;
}

const MODELS: ListRule = {
  max: MAX_MODELS,
  isFit: (model) => model !== "" && model.length <= MODEL_ID_CHARACTERS,
  expected: "the id of a model.",
};

const ORIGINS: ListRule = {
  max: MAX_ORIGINS,
  isFit: isOrigin,
  expected: "an origin has the form https://app.example.",
};

const checkList = (param: string, values: readonly string[], { max, isFit, expected }: ListRule): void => {
  if (values.length > max) throw invalidField(param, `at most ${max}.`);
  const index = values.findIndex((value) => !isFit(value));
  if (index !== -1) throw invalidField(`${param}[${index}]`, expected);
};
