import type { CatalogSource, FxSource } from "@cenote/catalog";
import { type Clock, type Decimal, formatDecimal, type Log } from "@cenote/core";
import { signatureOf } from "./fx-source";
import type { ConfiguredRow, FxRows, FxStore, QuotedRow } from "./fx-store";
import { decisionTime, plausibleRows } from "./rate-in-force";

/** Replicas tell this often that they have the section in force. */
const SEEN_EVERY_MS = 30_000;
/** After this without a word no replica has it any more: the one that had it restarted, or is gone. */
const LOST_AFTER_MS = 120_000;

/** The rows, in which a configuration is in force. */
export interface ConfiguredRows extends FxRows {
  readonly configured: ConfiguredRow;
}

/** The `fx` section of this process's configuration, among those of other replicas. */
export interface FxSection {
  /** As configured when the rows were last read. */
  readonly source: FxSource;
  /** The rows, brought up to date with the section. */
  read(): Promise<ConfiguredRows>;
  /** Whether these rows are those of another replica's section. */
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
  /** Signature of the section that this process has put in force, or has found in force. */
  let claimed: string | undefined;
  /** Since when and last when the database has answered: while it does not, no replica can tell that it is there. */
  let heard = { firstMs: clock.nowMs(), lastMs: clock.nowMs() };

  /**
   * The row of the section in force: ours if it is new to this process, or if no replica has the one in force. Otherwise
   * what differs is the decision of another replica with another configuration: two that each wrote their own again and
   * again would undo every rate that the operator sets.
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
    // That a section is left over is no decision: what the operator has set since stays in force.
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
      // Its row may also have been lost to the answer of another's source, which was under way.
      if (rows.quoted?.signature !== signature || rows.quoted.atMs !== quoted.atMs) await store.writeQuoted(quoted);
      return { ...rows, configured, quoted };
    },
    isOverruled: ({ configured }) => configured.signature !== claimed,
  };
};

/** A replica of an earlier version tells only when it puts its section in force. */
const lastSeenMs = ({ atMs, seenAtMs = atMs }: ConfiguredRow): number => Math.max(atMs, seenAtMs);

const fixedQuote = (mxnPerUsd: Decimal, { signature, atMs }: Pick<QuotedRow, "signature" | "atMs">): QuotedRow => ({
  signature,
  source: "fixed",
  mxnPerUsd: formatDecimal(mxnPerUsd),
  atMs,
  checkedAtMs: atMs,
});
