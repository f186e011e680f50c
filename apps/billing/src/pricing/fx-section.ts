import type { CatalogSource, FxSource } from "@cenote/catalog";
import { type Clock, type Decimal, formatDecimal, type Log } from "@cenote/core";
import { signatureOf } from "./fx-source";
import type { ConfiguredRow, FxRows, FxStore, QuotedRow } from "./fx-store";
import { decisionTime, plausibleRows } from "./rate-in-force";

/** How often a replica records that it has the section in force. */
const SEEN_EVERY_MS = 30_000;
/** After this long without such a record, no replica has the section any more. */
const LOST_AFTER_MS = 120_000;

/** The rows, with a section in force. */
export interface ConfiguredRows extends FxRows {
  readonly configured: ConfiguredRow;
}

/** Negotiates which replica's `fx` section is in force. */
export interface FxSection {
  /** This process's configured source when the rows were last read. */
  readonly source: FxSource;
  /** Reads the rows and updates the section in force. */
  read(): Promise<ConfiguredRows>;
  /** Whether another replica's section is in force. */
  isOverruled(rows: ConfiguredRows): boolean;
}

export interface FxSectionOptions {
  readonly store: FxStore;
  readonly catalog: CatalogSource;
  readonly clock: Clock;
  readonly log: Log;
}

export const createFxSection = ({ store, catalog, clock, log }: FxSectionOptions): FxSection => {
  let source: FxSource = catalog.current().fx;
  /** Signature of the section that this process put in force, or found in force. */
  let claimed: string | undefined;
  /** First and last answer of the database: while it is down, no replica can record its section. */
  let heard = { firstMs: clock.nowMs(), lastMs: clock.nowMs() };

  /**
   * The row of the section in force. Ours is put in force if it is new to this process, or if no replica has the current
   * one any more. Otherwise the other replica's section stays: two replicas that kept overwriting each other's section would
   * undo every rate that the operator sets.
   */
  const claim = async (rows: FxRows, signature: string, nowMs: number): Promise<ConfiguredRow> => {
    const before = rows.configured;
    const isOther = before?.signature !== signature;
    if (before === undefined || (isOther && claimed !== signature)) {
      const configured = { signature, atMs: decisionTime(rows, nowMs), seenAtMs: nowMs };
      await store.writeConfigured(configured);
      return configured;
    }
    const isDue = isOther
      ? nowMs - Math.max(lastSeenMs(before), heard.firstMs) > LOST_AFTER_MS
      : nowMs - lastSeenMs(before) > SEEN_EVERY_MS;
    if (!isDue) return before;
    // Keeps the time of the decision: a remaining section is no new one, and an `fx set` made since stays in force.
    const configured = { ...before, signature, seenAtMs: nowMs };
    if (isOther) log.info({}, "no replica has the other `fx` section any more: ours is in force");
    await store.writeConfigured(configured, before);
    return configured;
  };

  return {
    get source() {
      return source;
    },
    async read() {
      source = catalog.current().fx;
      const rows = plausibleRows(await store.read());
      const signature = signatureOf(source);
      const nowMs = clock.nowMs();
      heard = { firstMs: nowMs - heard.lastMs > SEEN_EVERY_MS ? nowMs : heard.firstMs, lastMs: nowMs };
      const configured = await claim(rows, signature, nowMs);
      claimed = signature;
      if (source.kind !== "fixed" || configured.signature !== signature) return { ...rows, configured };
      const quoted = fixedQuote(source.mxnPerUsd, configured);
      // Its quote may have been overwritten by a fetch from another replica's source.
      if (rows.quoted?.signature !== signature || rows.quoted.atMs !== quoted.atMs) await store.writeQuoted(quoted);
      return { ...rows, configured, quoted };
    },
    isOverruled: ({ configured }) => configured.signature !== claimed,
  };
};

/** A replica of an earlier version writes a time only when it puts its section in force. */
const lastSeenMs = ({ atMs, seenAtMs = atMs }: ConfiguredRow): number => Math.max(atMs, seenAtMs);

const fixedQuote = (mxnPerUsd: Decimal, { signature, atMs }: Pick<QuotedRow, "signature" | "atMs">): QuotedRow => ({
  signature,
  source: "fixed",
  mxnPerUsd: formatDecimal(mxnPerUsd),
  atMs,
  checkedAtMs: atMs,
});
