import type { Attempt, CallRecord } from "@cenote/contracts";
import type { Clock } from "@cenote/core";
import { attemptsOf } from "./attempts-of";

/** Measures one call, for its record and its answer's info. */
export interface CallTimes {
  /** Monotonic. */
  readonly startMs: number;
  /** Filled by the router. */
  readonly history: { readonly attempts: Attempt[]; waitedMs: number };
  markFirstContent(): void;
  /** Microseconds spent waiting for providers until the first content, and between rounds. */
  upstreamUs(): number;
  record(outcome: string): CallRecord;
}

export const startCallTimes = (clock: Clock, kind: "chat" | "embedding" | "image", stream: boolean): CallTimes => {
  const startMs = clock.monotonicMs();
  const history: CallTimes["history"] = { attempts: [], waitedMs: 0 };
  let firstContentMs = 0;
  return {
    startMs,
    history,
    markFirstContent() {
      firstContentMs = clock.monotonicMs() - startMs;
    },
    upstreamUs() {
      return Math.round(history.attempts.reduce((sum, attempt) => sum + attempt.durationMs, history.waitedMs) * 1000);
    },
    record: (outcome) => ({
      kind,
      stream,
      outcome,
      attempts: attemptsOf(history.attempts),
      durationMs: Math.round(clock.monotonicMs() - startMs),
      firstContentMs: Math.round(firstContentMs),
    }),
  };
};
