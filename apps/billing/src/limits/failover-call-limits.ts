import { type Clock, hasErrorCode, type Log, startPeriodicTask } from "@cenote/core";
import type { AdmittedCall, CallLimits, CountedCall } from "./call-limits";
import type { SharedCallLimits } from "./shared-call-limits";

export interface FailoverCallLimitsOptions {
  readonly shared: SharedCallLimits;
  /** Counts the calls of this process only. */
  readonly own: CallLimits;
  readonly clock: Clock;
  readonly log: Log;
  /** Called for each call that this process counts by itself. */
  readonly onOwnCall?: () => void;
}

export interface FailoverCallLimits extends CallLimits {
  admit(call: AdmittedCall): Promise<CountedCall>;
  /** Whether limits are counted together with other processes now. */
  isShared(): boolean;
}

const PROBE_MS = 1_000;
/** Outages are logged this often. */
const TELL_MS = 60_000;

/**
 * Shared limits, with this process's own in their place while they can't count: calls go on. No call waits to find out
 * that they are still away; that is probed in the background.
 */
export const createFailoverCallLimits = ({
  shared,
  own,
  clock,
  log,
  onOwnCall = () => {},
}: FailoverCallLimitsOptions): FailoverCallLimits => {
  let isShared = true;
  let toldAtMs: number | undefined;
  let isLossTold = false;

  const lose = (error: unknown): void => {
    if (!isShared) return;
    isShared = false;
    const nowMs = clock.monotonicMs();
    if (toldAtMs !== undefined && nowMs - toldAtMs < TELL_MS) return;
    toldAtMs = nowMs;
    isLossTold = true;
    // Only the text: a client's error may carry what it was asked to send.
    log.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      "limits are counted by this process alone: the shared ones fail",
    );
  };

  const probing = startPeriodicTask({
    clock,
    log,
    name: "the probe of shared limits",
    everyMs: PROBE_MS,
    async run() {
      if (isShared) return;
      try {
        await shared.probe();
      } catch {
        return;
      }
      isShared = true;
      if (isLossTold) log.info({}, "limits are shared again");
      isLossTold = false;
    },
  });

  // An operator with a wrong address hears of it at the start, not from the first caller.
  shared.probe().catch(lose);

  return {
    async admit(call) {
      if (isShared) {
        try {
          return await shared.admit(call);
        } catch (error) {
          if (hasErrorCode(error, "rate_limit_exceeded")) throw error;
          lose(error);
        }
      }
      onOwnCall();
      return own.admit(call);
    },
    renew(call, ttlMs) {
      own.renew(call, ttlMs);
      shared.renew(call, ttlMs);
    },
    async finish(call, usedTokens) {
      // Ended with both, because either may have counted it; the other does not know the call.
      await Promise.all([own.finish(call, usedTokens), shared.finish(call, usedTokens)]);
    },
    async close() {
      await probing.close();
      await Promise.all([own.close(), shared.close()]);
    },
    isShared: () => isShared,
  };
};
