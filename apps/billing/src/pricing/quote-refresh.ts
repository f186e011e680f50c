import { type Clock, formatDecimal, type Log } from "@cenote/core";
import { type FetchedSource, type FetchRate, rateRequest, readQuote, signatureOf } from "./fx-source";
import type { FxRows, FxStore, QuotedRow } from "./fx-store";

const FETCH_LIMIT_MS = 5_000;
const FETCH_MAX_BYTES = 64 * 1024;
/** Pause of this process after a fetch, whatever its outcome, where the source's own interval is not shorter. */
const REST_MS = 60_000;
/** A fetch at a later time than this comes from a clock that was ahead, and does not count. */
const AHEAD_MS = 60_000;
/** A quote that differs from what is known by more than this factor counts as a fault of the source. */
const MAX_STEP = 2;
/** For so long a quote that is not believed may be a slip of the source. */
const SLIP_MS = 3_600_000;

type KnownRates = Pick<FxRows, "operator" | "quoted">;

/** Asks the configured source in the background and writes what it says to the store. */
export interface QuoteRefresh {
  /** Starts a fetch where one is due and none under way. @param known What the store holds, of whatever source. */
  startIfDue(source: FetchedSource, known: KnownRates): void;
  /** Whether its quotes have not been believed for an hour: what is charged may be wrong by more than a factor of 2. */
  isDoubtful(source: FetchedSource): boolean;
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
  let rest: { readonly signature: string; readonly untilMs: number } | undefined;
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
    // Also after a success: of two replicas, one with a wrong clock, each takes what the other has fetched for too old.
    rest = { signature, untilMs: clock.monotonicMs() + Math.min(source.refreshMs, REST_MS) };
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

  const isResting = (signature: string): boolean => rest?.signature === signature && clock.monotonicMs() < rest.untilMs;

  return {
    startIfDue(source, known) {
      const signature = signatureOf(source);
      if (known.quoted?.signature === signature && !isOld(source, known.quoted)) {
        // Of whichever replica: one quote was believed.
        disbelieved = undefined;
        return;
      }
      if (fetching !== undefined || isResting(signature)) return;
      fetching = refresh(source, known).finally(() => {
        fetching = undefined;
      });
    },
    isDoubtful: (source) =>
      disbelieved?.signature === signatureOf(source) && clock.monotonicMs() - disbelieved.sinceMs >= SLIP_MS,
    async idle() {
      await fetching;
    },
  };
};

const ratesOf = ({ operator, quoted }: KnownRates): readonly string[] =>
  [quoted, operator].flatMap((row) => (row === undefined ? [] : [row.mxnPerUsd]));

/** Whether it is far from the last quote, of this source or the one before, and from what the operator has set. */
const isFar = (rate: string, known: KnownRates): boolean => {
  const steps = ratesOf(known).map((before) => Number(rate) / Number(before));
  return steps.length > 0 && steps.every((step) => step > MAX_STEP || step < 1 / MAX_STEP);
};
