import type { NanoMxn } from "@cenote/core";

/** How an amount was computed. Stored in the entry that closes a call. No content. */
export interface Charge {
  readonly model: string;
  readonly keyId: string;
  readonly usage: readonly UsageLine[];
  /** Exact decimal, markup included. */
  readonly costUsd: string;
  readonly markup: string;
  readonly fx: { readonly mxnPerUsd: string; readonly source: string; readonly atMs: number };
  readonly priceVersion: string;
  readonly record: CallRecord;
  /** Budgets that the call spends from, besides the balance; undefined if there are none. */
  readonly budgets?: Budgets;
}

export const USAGE_UNITS = [
  "input_token",
  "cached_input_token",
  "cache_write_token",
  "output_token",
  "image",
  "second",
  "input_image",
] as const;
export type UsageUnit = (typeof USAGE_UNITS)[number];

export interface UsageLine {
  readonly unit: UsageUnit;
  readonly quantity: bigint;
  /** Row of a price table, such as `1024x1024/hd`; empty if there is one price. */
  readonly variant: string;
}

export interface CallRecord {
  readonly kind: string;
  readonly stream: boolean;
  /** `ok`, `cancelled`, or an error code. */
  readonly outcome: string;
  readonly attempts: readonly { readonly route: string; readonly outcome: string; readonly durationMs: number }[];
  readonly durationMs: number;
  readonly firstContentMs: number;
  /** An earlier form of `FROM_CACHE`, in journals of the first versions with the cache. */
  readonly cached?: boolean;
}

/** At least one. The whole call counts against each of them. */
export type Budgets = readonly Budget[];

/** A spending limit within the balance. The last call of an organization may overdraw its balance, but never a budget. */
export interface Budget {
  /** The client token's id, or one made of API key and period: see `keys/key-budget.ts`. */
  readonly id: string;
  /** Can change: the limit in the latest entry with this budget applies. */
  readonly limit: NanoMxn;
  /** No new call spends from it after this time. */
  readonly expiresAtMs: number;
}
