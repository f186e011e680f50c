import { type Decimal, parseMxn } from "@cenote/core";
import type { FxSource, GraphqlConfig, Limits, StorageConfig, Timeouts, TopUpTerms } from "./types";

/** Settings that apply if `cenote.yaml` does not set them. */
export const DEFAULT_SETTINGS = {
  keyPrefix: "cen",
  markup: { units: 105n, scale: 2 } satisfies Decimal,
  freeCredit: parseMxn("50"),
  budgetUtcOffsetMs: 0,
  topUps: { min: parseMxn("50"), max: parseMxn("10000"), methods: ["card", "oxxo"] } satisfies TopUpTerms,
  fx: { kind: "fixed", mxnPerUsd: { units: 20n, scale: 0 } } satisfies FxSource,
  publicUrl: "http://127.0.0.1:8080",
  storage: { kind: "files" } satisfies StorageConfig,
  limits: { requestsPerMinute: 600, tokensPerMinute: 1_000_000, concurrentRequests: 64, bodyMib: 20 } satisfies Limits,
  timeouts: { connectMs: 5_000, firstContentMs: 60_000, idleMs: 30_000, totalMs: 600_000 } satisfies Timeouts,
  graphql: { introspection: true, landingPage: false } satisfies GraphqlConfig,
  corsOrigins: [],
  trustedProxies: [],
  overspend: "finish",
} as const;

export const DEFAULT_FX_REFRESH_MINUTES = 60;
/**
 * Banxico publishes no rate on weekends and holidays; the longest gap is from the Wednesday before Easter to Monday
 * afternoon.
 */
export const DEFAULT_FX_MAX_AGE_HOURS = 144;

/** Held for a chat call without a maximum, if the model's row has no value. */
export const DEFAULT_TYPICAL_OUTPUT_TOKENS = 1_024;
