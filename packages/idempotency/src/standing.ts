import type { IdempotencyRecord } from "./record";

/**
 * What an existing record means to a request. `unreadable`: made with another secret. `conflict`: of another request.
 * `abandoned`, `unsettled`: whoever was at work on it, before the answer or after, is gone.
 */
export type Standing = "expired" | "unreadable" | "conflict" | "under_way" | "abandoned" | "unsettled" | "settled";

export interface Meeting {
  readonly fingerprint: string;
  readonly secretId: string;
  readonly nowMs: number;
}

/** Pure. */
export const standingOf = (record: IdempotencyRecord, { fingerprint, secretId, nowMs }: Meeting): Standing => {
  const isLocked = record.lockedUntilMs > nowMs;
  if (record.expiresAtMs <= nowMs && !isLocked) return "expired";
  if (record.secretId !== secretId) return "unreadable";
  if (record.fingerprint !== fingerprint) return "conflict";
  if (record.state === "settled") return "settled";
  if (isLocked) return "under_way";
  return record.state === "running" ? "abandoned" : "unsettled";
};
