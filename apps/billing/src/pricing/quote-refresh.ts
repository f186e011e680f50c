import { type Clock, formatDecimal, type Log } from "@cenote/core";
import { type FetchedSource, type FetchRate, rateRequest, readQuote, signatureOf } from "./fx-source";
import type { FxRows, FxStore, QuotedRow } from "./fx-store";

const FETCH_LIMIT_MS = 5_000;
const FETCH_MAX_BYTES = 64 * 1024;
/** Pause of this process after a fetch, whatever its outcome, unless the source's interval is shorter. */
const PAUSE_MS = 60_000;
/** A fetch further in the future than this is from a clock that was ahead, and is ignored. */
const AHEAD_MS = 60_000;
/** A quote that differs from the known rate by more than this factor is rejected as a fault of the source. */
const MAX_STEP = 2;
/** After this long, rejected quotes raise the alarm. */
const DOUBTFUL_AFTER_MS = 3_600_000;

type KnownRates = Pick<FxRows, "operator" | "quoted">;

/** Fetches from the configured source in the background and writes its quotes to the store. */
export interface QuoteRefresh {
  /** Starts a fetch if one is due and none is in progress. @param known The stored rows, of any source. */
  startIfDue(source: FetchedSource, known: KnownRates): void;
  /** Whether quotes were rejected for an hour: the rate in force may be wrong by more than a factor of 2. */
  isDoubtful(source: FetchedSource): boolean;
  /** Resolves when no fetch is in progress. */
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
  let pause: { readonly signature: string; readonly untilMs: number } | undefined;
  let disbelieved: { readonly signature: string; readonly sinceMs: number } | undefined;

  const refresh = async (source: FetchedSource, known: KnownRates): Promise<void> => {
    const signature = signatureOf(source);
    try {
      const answer = await fetchRate(rateRequest(source), { timeoutMs: FETCH_LIMIT_MS, maxBytes: FETCH_MAX_BYTES });
      const checkedAtMs = clock.nowMs();
      const { mxnPerUsd: rate, atMs } = readQuote(source, answer, checkedAtMs);
      const mxnPerUsd = formatDecimal(rate);
      if (isFar(mxnPerUsd, known)) disbelieve(signature, { source: source.kind, mxnPerUsd, known: ratesOf(known) });
      else await store.writeQuoted({ signature, source: source.kind, mxnPerUsd, atMs, checkedAtMs });
    } catch (error) {
      log.warn({ source: source.kind, error }, "the exchange rate could not be fetched");
    }
    // Also after a success: with clocks that differ, each of two replicas may take the other's fetch for too old.
    pause = { signature, untilMs: clock.monotonicMs() + Math.min(source.refreshMs, PAUSE_MS) };
  };

  const disbelieve = (signature: string, fields: object): void => {
    if (disbelieved?.signature === signature) return;
    disbelieved = { signature, sinceMs: clock.monotonicMs() };
    log.error(fields, "the exchange rate that the source gives is not believed: the old one stays");
  };

  const isOld = (source: FetchedSource, { checkedAtMs }: QuotedRow): boolean => {
    const ageMs = clock.nowMs() - checkedAtMs;
    return ageMs >= source.refreshMs || ageMs < -AHEAD_MS;
  };

  const isPausing = (signature: string): boolean =>
    pause?.signature === signature && clock.monotonicMs() < pause.untilMs;

  return {
    startIfDue(source, known) {
      const signature = signatureOf(source);
      if (known.quoted?.signature === signature && !isOld(source, known.quoted)) {
        // A quote was accepted, by this or another replica.
        disbelieved = undefined;
        return;
      }
      if (fetching !== undefined || isPausing(signature)) return;
      fetching = refresh(source, known).finally(() => {
        fetching = undefined;
      });
    },
    isDoubtful: (source) =>
      disbelieved?.signature === signatureOf(source) && clock.monotonicMs() - disbelieved.sinceMs >= DOUBTFUL_AFTER_MS,
    async idle() {
      await fetching;
    },
  };
};

const ratesOf = ({ operator, quoted }: KnownRates): readonly string[] =>
  [quoted, operator].flatMap((row) => (row === undefined ? [] : [row.mxnPerUsd]));

/** Whether a quote is far from the last one, of this or the previous source, and from the operator's rate. */
const isFar = (rate: string, known: KnownRates): boolean => {
  const steps = ratesOf(known).map((before) => Number(rate) / Number(before));
  return steps.length > 0 && steps.every((step) => step > MAX_STEP || step < 1 / MAX_STEP);
};
