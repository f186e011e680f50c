import {
  answeredWithin,
  CenoteError,
  type Clock,
  CLOCKS_DIFFER_MS,
  databaseAway,
  type Log,
  NoAnswer,
  startPeriodicTask,
} from "@cenote/core";

/** How often other processes' changes are read. They are visible after this, plus the time of one query. */
const POLL_MS = 500;
/** After this long without a successful poll, nothing in memory is trusted. */
const TRUST_MS = 5_000;
/** Timeout of a read while nothing in memory is trusted, because the database has not answered for a while. */
const AWAY_ANSWER_MS = 1_000;
/**
 * A poll may miss a change: its timestamp is from a clock that is further off, or it was written long after its timestamp.
 * A row in use is therefore read again this long after its last read, in the background.
 */
const READ_AGAIN_MS = 30_000;
/** Maximum age of a row in memory while that read has not succeeded. */
const MAX_AGE_MS = 60_000;
/** How long a missing row stays missing: one that another process creates is found after this. */
const NEGATIVE_TTL_MS = 500;
const DEFAULT_MAX_ENTRIES = 100_000;
const MAX_NEGATIVE_ENTRIES = 10_000;
/**
 * Concurrent reads, so that a flood of invalid keys can't overload the database. Rows in memory and unknown keys have a
 * limit each: otherwise the flood would keep rows in use from being read again, and they would expire after a minute.
 */
const MAX_LOADS_AT_ONCE = 64;
const RETRY_AFTER_MS = 1_000;

/**
 * Database rows by key (a row may have several), cached in memory and kept up to date. A row that is read at least twice a
 * minute never waits for the database.
 */
export interface WatchedCache<V> {
  /** The row in memory, if it is still trusted. */
  peek(key: string): V | undefined;
  /** Whether the row is in memory, trusted or not. */
  isKnown(key: string): boolean;
  /** From memory or the database; undefined if there is no such row. Errors: overloaded. */
  get(key: string): Promise<V | undefined>;
  /** To be called with each row that this process has written. */
  put(value: V): void;
  close(): Promise<void>;
}

export interface WatchedCacheOptions<V> {
  readonly clock: Clock;
  readonly log: Log;
  /** Name for the log: "keys". */
  readonly what: string;
  readonly load: (key: string) => Promise<V | undefined>;
  /** Rows whose change has this timestamp or a later one, by the clock of the process that wrote it. */
  readonly changedSince: (sinceMs: number) => Promise<readonly V[]>;
  /** Every key under which a row is looked up. */
  readonly keysOf: (value: V) => readonly string[];
  /** Grows with each change of a row: a slow read never overwrites a newer one. */
  readonly revisionOf: (value: V) => number;
  /** A row counts once for each of its keys. */
  readonly maxEntries?: number;
}

interface Entry<V> {
  readonly value: V;
  /** Monotonic time of its last read or write in the database. */
  readonly readAtMs: number;
}

export const createWatchedCache = <V>(options: WatchedCacheOptions<V>): WatchedCache<V> => {
  const { clock, log, what, load, changedSince, keysOf, revisionOf, maxEntries = DEFAULT_MAX_ENTRIES } = options;
  const entries = new Map<string, Entry<V>>();
  const missingUntilMs = new Map<string, number>();
  const loads = new Map<string, Promise<V | undefined>>();
  /** Those of `loads` whose rows were in memory. */
  let knownLoads = 0;
  let polledAtMs = clock.monotonicMs();
  let polledAtWallMs = clock.nowMs();

  const isAway = (nowMs: number): boolean => nowMs - polledAtMs > TRUST_MS;

  const mayLoad = (key: string): boolean =>
    (entries.has(key) ? knownLoads : loads.size - knownLoads) < MAX_LOADS_AT_ONCE;

  /** The read continues in the background; the next caller may find its result. */
  const inTime = (loading: Promise<V | undefined>): Promise<V | undefined> =>
    isAway(clock.monotonicMs())
      ? answeredWithin(clock, AWAY_ANSWER_MS, loading).catch((error: unknown) => {
          throw error instanceof NoAnswer ? databaseAway(error) : error;
        })
      : loading;

  const peek = (key: string): V | undefined => {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    // Called several times for every call, so the clock is read only once.
    const nowMs = clock.monotonicMs();
    if (isAway(nowMs)) return undefined;
    const ageMs = nowMs - entry.readAtMs;
    if (ageMs > MAX_AGE_MS) return undefined;
    if (ageMs > READ_AGAIN_MS && !loads.has(key) && mayLoad(key)) startLoad(key).catch(() => {});
    return entry.value;
  };

  /** @returns The newer of the given value and the one in memory. */
  const keep = (value: V, readAtMs: number): V => {
    let newest = value;
    for (const key of keysOf(value)) {
      const known = entries.get(key);
      if (known !== undefined && revisionOf(known.value) > revisionOf(newest)) newest = known.value;
    }
    for (const key of keysOf(value)) {
      missingUntilMs.delete(key);
      setBounded(entries, key, { value: newest, readAtMs }, maxEntries);
    }
    return newest;
  };

  const startLoad = (key: string): Promise<V | undefined> => {
    const loading = loadOnce(key);
    loads.set(key, loading);
    return loading;
  };

  const loadOnce = async (key: string): Promise<V | undefined> => {
    const startedAtMs = clock.monotonicMs();
    const isKnown = entries.has(key);
    if (isKnown) knownLoads++;
    try {
      const value = await load(key);
      if (value !== undefined) return keep(value, startedAtMs);
      // `put` may have been called meanwhile.
      const entry = entries.get(key);
      if (entry !== undefined && entry.readAtMs >= startedAtMs) return entry.value;
      entries.delete(key);
      setBounded(missingUntilMs, key, clock.monotonicMs() + NEGATIVE_TTL_MS, MAX_NEGATIVE_ENTRIES);
      return undefined;
    } catch (error) {
      throw error instanceof CenoteError ? error : databaseAway(error);
    } finally {
      loads.delete(key);
      if (isKnown) knownLoads--;
    }
  };

  const polling = startPeriodicTask({
    clock,
    log,
    name: `the poll of ${what}`,
    everyMs: POLL_MS,
    async run() {
      const startedAtMs = clock.monotonicMs();
      const startedAtWallMs = clock.nowMs();
      if (entries.size > 0 || loads.size > 0) {
        for (const value of await changedSince(polledAtWallMs - CLOCKS_DIFFER_MS)) {
          if (keysOf(value).some((key) => entries.has(key) || loads.has(key))) keep(value, startedAtMs);
        }
      }
      polledAtMs = startedAtMs;
      polledAtWallMs = startedAtWallMs;
    },
  });

  return {
    peek,
    isKnown: (key) => entries.has(key),
    async get(key) {
      const known = peek(key);
      if (known !== undefined) return known;
      const missingMs = missingUntilMs.get(key);
      if (missingMs !== undefined) {
        if (clock.monotonicMs() < missingMs) return undefined;
        missingUntilMs.delete(key);
      }
      const underWay = loads.get(key);
      if (underWay !== undefined) return inTime(underWay);
      if (!mayLoad(key)) throw new CenoteError("overloaded", undefined, { retryAfterMs: RETRY_AFTER_MS });
      return inTime(startLoad(key));
    },
    put(value) {
      keep(value, clock.monotonicMs());
    },
    close: () => polling.close(),
  };
};

const setBounded = <V>(map: Map<string, V>, key: string, value: V, maxSize: number): void => {
  map.delete(key);
  map.set(key, value);
  if (map.size <= maxSize) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
};
