import type { CallRecord } from "@cenote/contracts";
import type { Clock } from "@cenote/core";
import type { CallTrace } from "@cenote/routing";

/** Watches one call for its record. */
export interface CallTimes {
  /** Monotonic. */
  readonly startMs: number;
  readonly trace: CallTrace;
  markFirstContent(): void;
  /** Microseconds spent waiting for providers until the first content, and between rounds. */
  upstreamUs(): number;
  record(outcome: string): CallRecord;
}

export const startCallTimes = (clock: Clock, kind: "chat" | "embedding", stream: boolean): CallTimes => {
  const startMs = clock.monotonicMs();
  const trace: CallTrace = { attempts: [], waitedMs: 0 };
  let firstContentMs = 0;
  return {
    startMs,
    trace,
    markFirstContent() {
      firstContentMs = clock.monotonicMs() - startMs;
    },
    upstreamUs() {
      return Math.round(trace.attempts.reduce((sum, attempt) => sum + attempt.durationMs, trace.waitedMs) * 1000);
    },
    record: (outcome) => ({
      kind,
      stream,
      outcome,
      attempts: trace.attempts.map(({ route, outcome: result, durationMs }) => ({
        route,
        outcome: result,
        durationMs: Math.round(durationMs),
      })),
      durationMs: Math.round(clock.monotonicMs() - startMs),
      firstContentMs: Math.round(firstContentMs),
    }),
  };
};
