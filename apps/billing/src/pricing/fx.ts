import type { CatalogSource } from "@cenote/catalog";
import {
  CenoteError,
  type Clock,
  type Decimal,
  formatDecimal,
  invalidRequest,
  type Log,
  parseExchangeRate,
  startPeriodicTask,
} from "@cenote/core";
import type { FxRate } from "./fx-rate";
import { createFxSection } from "./fx-section";
import type { FetchRate } from "./fx-source";
import type { FxStore } from "./fx-store";
import { createQuoteRefresh } from "./quote-refresh";
import { decisionTime, isOperatorsTurn, rateInForce } from "./rate-in-force";

/** How soon another replica's `fx set` and a changed configuration take effect. */
const POLL_MS = 1_000;
const RETRY_AFTER_MS = 30_000;
/** A rate further in the future than this is from a clock that was ahead: its age is unknown. */
const AHEAD_MS = 60_000;

/** The exchange rate in force. */
export interface Fx {
  /** Errors: overloaded if no rate is known yet. */
  current(): FxRate;
  /** For a new call. Errors: overloaded if no rate is known, or if it is stale and `when_stale` is `refuse`. */
  forNewCall(): FxRate;
  /**
   * `ageMs` is undefined for a rate that does not age, and without a rate. `isStale` is also true without a rate, and if
   * the source's answers have been implausible for an hour, although that refuses no new call.
   */
  freshness(): { readonly ageMs: number | undefined; readonly isStale: boolean };
  /** Sets the operator's own rate, in force at once. Errors: invalid_request_error. */
  set(mxnPerUsd: string): Promise<FxRate>;
  close(): Promise<void>;
}

export interface FxOptions {
  readonly store: FxStore;
  readonly catalog: CatalogSource;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetchRate: FetchRate;
}

/**
 * Reads the last rate from the store, or fetches it if there is none of the source. Refreshes it until `close`. Rejects if
 * the store can't be read; a failing source is only logged.
 */
export const createFx = async ({ store, catalog, clock, log, fetchRate }: FxOptions): Promise<Fx> => {
  const refresh = createQuoteRefresh({ store, clock, log, fetchRate });
  const section = createFxSection({ store, catalog, clock, log });
  let rate: FxRate | undefined;
  let writes = 0;
  let alarmed = false;
  let isOverruled = false;
  let isOperators = false;
  /** Since when this process has seen its own section in force. */
  let inForceSinceMs = clock.nowMs();

  /**
   * The operator's rate and a fixed rate do not age. If a later decision was for a source that has not answered yet, the
   * fixed rate ages from that decision on.
   */
  const ageOf = (value: FxRate): number | undefined => {
    if (section.source.kind === "fixed" || value.source === "operator") return undefined;
    if (value.source !== "fixed") return clock.nowMs() - value.atMs;
    return isOverruled ? undefined : clock.nowMs() - inForceSinceMs;
  };
  const isOld = (value: FxRate): boolean => {
    const { source } = section;
    const ageMs = ageOf(value) ?? 0;
    return source.kind !== "fixed" && (ageMs > source.maxAgeMs || ageMs < -AHEAD_MS);
  };
  const isDoubtful = (): boolean => {
    const { source } = section;
    return source.kind !== "fixed" && !isOverruled && !isOperators && refresh.isDoubtful(source);
  };

  const look = async (): Promise<void> => {
    const writesBefore = writes;
    const rows = await section.read();
    // These rows were read before this process wrote the operator's newest rate.
    if (writes !== writesBefore) return;
    rate = rateInForce(rows);
    isOperators = isOperatorsTurn(rows);
    const isOther = section.isOverruled(rows);
    const nowMs = clock.nowMs();
    inForceSinceMs = isOther ? nowMs : Math.min(nowMs, Math.max(inForceSinceMs, rows.configured.atMs));
    if (isOther && !isOverruled)
      log.warn(
        { since: new Date(rows.configured.atMs).toISOString() },
        "another replica has another `fx` section, whose rate is in force here too",
      );
    isOverruled = isOther;
    const { source } = section;
    if (source.kind !== "fixed" && !isOther) refresh.startIfDue(source, rows);
  };

  const isStale = (): boolean => rate === undefined || isOld(rate) || isDoubtful();
  const whyStale = (): string => {
    if (rate === undefined) return "there is no exchange rate";
    return isOld(rate) ? "the exchange rate is stale" : "the exchange rate's source has not been believed for an hour";
  };

  const tellAlarm = () => {
    const alarm = isStale();
    if (alarm === alarmed) return;
    alarmed = alarm;
    if (alarm) log.error({ source: section.source.kind, rateAtMs: rate?.atMs }, whyStale());
    else log.info({ source: rate?.source, mxnPerUsd: rate?.text }, "the exchange rate is fresh again");
  };

  await look();
  await refresh.idle();
  await look();
  tellAlarm();
  const polling = startPeriodicTask({
    clock,
    log,
    name: "the poll of the exchange rate",
    everyMs: POLL_MS,
    async run() {
      try {
        await look();
      } finally {
        tellAlarm();
      }
    },
  });

  const current = (): FxRate => {
    if (rate === undefined)
      throw new CenoteError("overloaded", "There is no exchange rate yet.", { retryAfterMs: RETRY_AFTER_MS });
    return rate;
  };

  return {
    current,
    forNewCall() {
      const value = current();
      const { source } = section;
      if (source.kind !== "fixed" && source.whenStale === "refuse" && isOld(value)) {
        throw new CenoteError(
          "overloaded",
          "The exchange rate is out of date; new calls are rejected until there is a new one.",
          { retryAfterMs: RETRY_AFTER_MS },
        );
      }
      return value;
    },
    freshness: () => ({
      ageMs: rate && ageOf(rate),
      isStale: isStale(),
    }),
    async set(mxnPerUsd) {
      const text = formatDecimal(readOperatorRate(mxnPerUsd));
      const rows = await section.read();
      const operator = { mxnPerUsd: text, atMs: decisionTime(rows, clock.nowMs()) };
      await store.writeOperator(operator);
      writes++;
      rate = rateInForce({ ...rows, operator });
      isOperators = true;
      log.info({ mxnPerUsd: text }, "the operator set the exchange rate");
      return current();
    },
    async close() {
      await polling.close();
      await refresh.idle();
    },
  };
};

const readOperatorRate = (text: string): Decimal => {
  try {
    return parseExchangeRate(text);
  } catch (error) {
    throw invalidRequest("mxn_per_usd", `The rate is ${(error as Error).message}.`);
  }
};
