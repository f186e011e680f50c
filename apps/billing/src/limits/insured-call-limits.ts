import { CenoteError, type Clock, type Log, startPeriodicTask } from "@cenote/core";
import type { AdmittedCall, CallLimits, CountedCall } from "./call-limits";
import type { SharedCallLimits } from "./shared-call-limits";

export interface InsuredCallLimitsOptions {
  readonly shared: SharedCallLimits;
  /** Of this process alone. */
  readonly own: CallLimits;
  readonly clock: Clock;
  readonly log: Log;
  /** Told of each call that this process counts for itself. */
  readonly onOwnCall?: () => void;
}

export interface InsuredCallLimits extends CallLimits {
  admit(call: AdmittedCall): Promise<CountedCall>;
  /** Whether limits are counted together with other processes now. */
  isShared(): boolean;
}

const PROBE_MS = 1_000;
/** What comes and goes is told this often. */
const TELL_MS = 60_000;

/**
 * Shared limits, and this process's own while those can't count: calls go on. No call finds out by waiting that they are still away;
 * that is probed beside the calls.
 */
export const createInsuredCallLimits = ({ shared, own, clock, log, onOwnCall = () => {} }: InsuredCallLimitsOptions): InsuredCallLimits => {
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
    // The text alone: an error of a client may carry what it was asked to send.
    log.warn({ reason: error instanceof Error ? error.message : String(error) }, "limits are counted by this process alone: the shared ones can't count");
  };

  const probing = startPeriodicTask({
    clock, log, name: "the probe of shared limits", everyMs: PROBE_MS,
    async run() {
      if (isShared || !await shared.probe().then(() => true, () => false)) return;
      isShared = true;
      if (isLossTold) log.info({}, "limits are shared again");
      isLossTold = false;
    },
  });

  // An operator who got the address wrong hears of it at the start, not from the first caller.
  shared.probe().catch(lose);

  return {
    async admit(call) {
      if (isShared) {
        try {
          return await shared.admit(call);
        } catch (error) {
          if (error instanceof CenoteError && error.code === "rate_limit_exceeded") throw error;
          lose(error);
        }
      }
      onOwnCall();
      return own.admit(call);
    },
    async finish(call, usedTokens) {
      // Whichever counted it; to the other it is a stranger.
      await Promise.all([own.finish(call, usedTokens), shared.finish(call, usedTokens)]);
    },
    async close() {
      await probing.close();
      await Promise.all([own.close(), shared.close()]);
    },
    isShared: () => isShared,
  };
};
