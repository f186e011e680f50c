import type { CallRecord } from "@cenote/contracts";
import type { Clock } from "@cenote/core";
import type { Attempt } from "./routing/try-routes";

/** Watches one call for its record. */
export interface CallTimes {
  readonly attempts: Attempt[];
  /** The try that answered failed after all. */
  markLastAttempt(outcome: string): void;
  markFirstContent(): void;
  /** Microseconds from the start to the first content. */
  readonly upstreamUs: number;
  record(outcome: string): CallRecord;
}

export const startCallTimes = (clock: Clock, kind: "chat" | "embedding", stream: boolean): CallTimes => {
  const startMs = clock.monotonicMs();
  const attempts: Attempt[] = [];
  let firstContentMs = 0;
  return {
    attempts,
    markLastAttempt(outcome) {
      const last = attempts.pop();
      if (last !== undefined) attempts.push({ ...last, outcome });
    },
    markFirstContent() {
      firstContentMs = clock.monotonicMs() - startMs;
    },
    get upstreamUs() {
      return Math.round(attempts.reduce((sum, attempt) => sum + attempt.durationMs, 0) * 1000);
    },
    record: (outcome) => ({
      kind,
      stream,
      outcome,
      attempts: attempts.map(({ route, outcome: result, durationMs }) => ({ route, outcome: result, durationMs: Math.round(durationMs) })),
      durationMs: Math.round(clock.monotonicMs() - startMs),
      firstContentMs: Math.round(firstContentMs),
    }),
  };
};
