import { type Clock, formatDecimal, type Log } from "@cenote/core";
import { type FetchedSource, type FetchRate, rateRequest, readQuote, signatureOf } from "./fx-source";
import type { FxStore, QuotedRow } from "./fx-store";

const FETCH_LIMIT_MS = 5_000;
const FETCH_MAX_BYTES = 64 * 1024;
/** Pause after a failed fetch, where the source's own interval is not shorter. */
const RETRY_MS = 60_000;
/** A quote that differs from the one before by more than this factor counts as a fault of the source. */
const MAX_STEP = 2;

/** Asks the configured source in the background and writes what it says to the store. */
export interface QuoteRefresh {
  /** Starts a fetch where one is due and none under way. @param quoted What the store holds, of whatever source. */
  startIfDue(source: FetchedSource, quoted: QuotedRow | undefined): void;
  /** Resolves when no fetch is under way. */
  idle(): Promise<void>;
}

export interface QuoteRefreshOptions {
  readonly store: Pick<FxStore, "writeQuoted">;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetchRate: FetchRate;
}

export const createQuoteRefresh = ({ store, clock, log, fetchRate }: QuoteRefreshOptions): QuoteRefresh => {
  let fetching: Promise<void> | undefined;
  let retry: { readonly signature: string; readonly notBeforeMs: number } | undefined;

  const refresh = async (source: FetchedSource, before: QuotedRow | undefined): Promise<void> => {
    const signature = signatureOf(source);
    try {
      const answer = await fetchRate(rateRequest(source), { timeoutMs: FETCH_LIMIT_MS, maxBytes: FETCH_MAX_BYTES });
      const checkedAtMs = clock.nowMs();
      const { mxnPerUsd: rate, atMs } = readQuote(source, answer, checkedAtMs);
      const mxnPerUsd = formatDecimal(rate);
      if (before !== undefined) requireNear(mxnPerUsd, before.mxnPerUsd);
      await store.writeQuoted({ signature, source: source.kind, mxnPerUsd, atMs, checkedAtMs });
      retry = undefined;
    } catch (error) {
      log.warn({ source: source.kind, error }, "the exchange rate could not be fetched");
      retry = { signature, notBeforeMs: clock.monotonicMs() + Math.min(source.refreshMs, RETRY_MS) };
    }
  };

  const isDue = (source: FetchedSource, own: QuotedRow | undefined): boolean => {
    if (retry?.signature === signatureOf(source) && clock.monotonicMs() < retry.notBeforeMs) return false;
    return own === undefined || clock.nowMs() - own.checkedAtMs >= source.refreshMs;
  };

  return {
    startIfDue(source, quoted) {
      const own = quoted?.signature === signatureOf(source) ? quoted : undefined;
      if (fetching !== undefined || !isDue(source, own)) return;
      fetching = refresh(source, own).finally(() => {
        fetching = undefined;
      });
    },
    async idle() {
      await fetching;
    },
  };
};

const requireNear = (rate: string, before: string): void => {
  const step = Number(rate) / Number(before);
  if (step > MAX_STEP || step < 1 / MAX_STEP)
    throw new Error(`a rate of ${rate} right after ${before} is not believed`);
};
