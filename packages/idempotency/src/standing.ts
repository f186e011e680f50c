import type { IdempotencyRecord } from "./record";

/**
 * What an existing record means for a request. `unreadable`: its secret is not known. `conflict`: it belongs to another
 * request. `abandoned`, `unsettled`: its process died, before or after the answer was stored.
 */
export type Standing = "expired" | "unreadable" | "conflict" | "under_way" | "abandoned" | "unsettled" | "settled";

export interface Meeting {
  /** Of the request, made with the record's secret; undefined if that secret is not known. */
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
