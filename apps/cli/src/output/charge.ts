import type { CallRecord, Charge } from "@cenote/contracts";
import { formatTime } from "./time";
import { unitName } from "./unit-name";

/** The calculation of an amount, in the tool's terms. */
export const chargeJson = ({ model, keyId, usage, costUsd, markup, fx, priceVersion, record }: Charge) => ({
  model,
  key_id: keyId,
  usage: usage.map(({ unit, quantity, variant }) => ({
    unit: unitName(unit),
    quantity: Number(quantity),
    ...(variant === "" ? {} : { variant }),
  })),
  cost_usd: costUsd,
  markup,
  fx: fx === undefined ? null : { mxn_per_usd: fx.mxnPerUsd, source: fx.source, at: formatTime(fx.at) },
  price_version: priceVersion,
  call: record === undefined ? null : recordJson(record),
});

const recordJson = ({ kind, stream, outcome, attempts, durationMs, firstContentMs, cached }: CallRecord) => ({
  kind,
  stream,
  outcome,
  cached: cached ?? false,
  attempts: attempts.map((attempt) => ({
    route: attempt.route,
    outcome: attempt.outcome,
    duration_ms: attempt.durationMs,
  })),
  duration_ms: durationMs,
  first_content_ms: firstContentMs,
});
