import type { Charge } from "../ledger/charge";

/** A charge for tests. */
export const sampleCharge = (changes: Partial<Charge> = {}): Charge => ({
  model: "openai/gpt-4o-mini",
  keyId: "key-1",
  usage: [
    { unit: "input_token", quantity: 1_200n, variant: "" },
    { unit: "output_token", quantity: 300n, variant: "" },
  ],
  costUsd: "0.000378",
  markup: "1.05",
  fx: { mxnPerUsd: "20", source: "fixed", atMs: Date.UTC(2026, 0, 1) },
  priceVersion: "v1",
  record: {
    kind: "chat",
    stream: true,
    outcome: "ok",
    attempts: [{ route: "openai/gpt-4o-mini", outcome: "ok", durationMs: 812 }],
    durationMs: 815,
    firstContentMs: 240,
  },
  ...changes,
});
