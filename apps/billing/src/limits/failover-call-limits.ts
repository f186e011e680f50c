import { type Clock, hasErrorCode, type Log, startPeriodicTask } from "@cenote/core";
import type { AdmittedCall, CallLimits, CountedCall } from "./call-limits";
import type { SharedCallLimits } from "./shared-call-limits";

export interface FailoverCallLimitsOptions {
  readonly shared: SharedCallLimits;
  /** Counts the calls of this process only. */
  readonly own: CallLimits;
  readonly clock: Clock;
  readonly log: Log;
  /** Called for each call that this process counts in its own memory. */
  readonly onOwnCall?: () => void;
}

export interface FailoverCallLimits extends CallLimits {
  admit(call: AdmittedCall): Promise<CountedCall>;
  /** Whether limits are currently counted together with other processes. */
  isShared(): boolean;
}

const PROBE_MS = 1_000;
/** Outages are logged at most this often. */
const LOG_EVERY_MS = 60_000;

/**
 * Shared limits with failover: while they can't count, this process's own limits replace them, and calls go on. The
 * recovery is probed in the background, so no call waits for it.
 */
export const createFailoverCallLimits = ({
  shared,
  own,
  clock,
  log,
  onOwnCall = () => {},
}: FailoverCallLimitsOptions): FailoverCallLimits => {
  let isShared = true;
  let loggedAtMs: number | undefined;
  let isLossLogged = false;

  const failOver = (error: unknown): void => {
    if (!isShared) return;
    isShared = false;
    const nowMs = clock.monotonicMs();
    if (loggedAtMs !== undefined && nowMs - loggedAtMs < LOG_EVERY_MS) return;
    loggedAtMs = nowMs;
    isLossLogged = true;
    // Only the message: a client's error may contain the command.
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
      if (isLossLogged) log.info({}, "limits are shared again");
      isLossLogged = false;
    },
  });

  // A wrong address is reported at the start, not by the first call.
  shared.probe().catch(failOver);

  return {
    async admit(call) {
      if (isShared) {
        try {
          return await shared.admit(call);
        } catch (error) {
          if (hasErrorCode(error, "rate_limit_exceeded")) throw error;
          failOver(error);
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
      // Ended in both, because either may have counted it; the other ignores it.
      await Promise.all([own.finish(call, usedTokens), shared.finish(call, usedTokens)]);
    },
    async close() {
      await probing.close();
      await Promise.all([own.close(), shared.close()]);
    },
    isShared: () => isShared,
  };
};
