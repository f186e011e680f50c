import type { IdempotencyRecord } from "./record";

/**
 * What an existing record means to a request. `unreadable`: made with a secret that is not known. `conflict`: of another
 * request. `abandoned`, `unsettled`: whoever was at work on it, before the answer or after, is gone.
 */
export type Standing = "expired" | "unreadable" | "conflict" | "under_way" | "abandoned" | "unsettled" | "settled";

export interface Meeting {
  /** Made with the record's secret; undefined if that is not known. */
  readonly fingerprint: string | undefined;
  readonly nowMs: number;
}

/** Pure. */
export const standingOf = (record: IdempotencyRecord, { fingerprint, nowMs }: Meeting): Standing => {
  const isLocked = record.lockedUntilMs > nowMs;
  if (record.expiresAtMs <= nowMs && !isLocked) return "expired";
  if (fingerprint === undefined) return "unreadable";
  if (record.fingerprint !== fingerprint) return "conflict";
  if (record.state === "settled") return "settled";
  if (isLocked) return "under_way";
  return record.state === "running" ? "abandoned" : "unsettled";
};
