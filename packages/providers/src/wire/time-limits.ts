import type { Clock, Timer } from "@cenote/core";
import type { TimeLimitPhase, TimeLimits } from "../spec";

export interface TimeLimitsOptions {
  readonly clock: Clock;
  readonly limits: TimeLimits;
  /** Called once, for the first limit that is passed. */
  readonly onLimit: (phase: TimeLimitPhase) => void;
}

/** What counts as silence. */
export interface Gap {
  /** That of the limits without. */
  readonly idleMs?: number;
  /** Fewer bytes are a drip, and a drip is silence: a gap ends once so many came in it. 1 without; Infinity: the gap is all the time there is. */
  readonly endsAtBytes?: number;
}

/** Tells the watch how a try gets on. */
export interface TimeLimitWatch {
  /** The request is on a connected socket. */
  connected(): void;
  /** So many bytes came, keep-alives among them. */
  bytes(count: number): void;
  /** The first content came. From here on the gap between reads is watched. */
  content(gap?: Gap): void;
  /** While the reader holds the provider back, the gap is not the provider's. */
  heldBack(held: boolean): void;
  stop(): void;
}

/** A look that comes so late says that this process stood still: what came meanwhile is not read yet. */
const LATE_MS = 100;
/** It is read in the time the look was late, or in this. */
const MAX_CATCH_UP_MS = 1_000;

/**
 * Watches one try with one timer. It is set for the nearest limit and looks again when it fires, so reads cost a
 * timestamp and no timer; a short answer sets it once.
 */
export const watchTimeLimits = ({ clock, limits, onLimit }: TimeLimitsOptions): TimeLimitWatch => {
  const startMs = clock.monotonicMs();
  let phase: Exclude<TimeLimitPhase, "total"> = "connect";
  let idleMs = limits.idleMs;
  let endsAtBytes = 1;
  let gapStartMs = startMs;
  let gapBytes = 0;
  let held = false;
  let timer: Timer | undefined;
  let timerDueMs = 0;
  let catchingUp = false;

  const phaseEndMs = (): number => {
    if (phase === "connect") return startMs + Math.min(limits.connectMs, limits.firstContentMs);
    if (phase === "first_content") return startMs + limits.firstContentMs;
    return held ? Infinity : gapStartMs + idleMs;
  };

  const setTimer = (nowMs: number, dueMs = Math.min(phaseEndMs(), startMs + limits.totalMs)) => {
    timerDueMs = dueMs;
    timer = clock.setTimer(look, Math.max(1, Math.ceil(timerDueMs - nowMs)));
  };

  const passedLimit = (nowMs: number): TimeLimitPhase | undefined => {
    if (nowMs >= phaseEndMs()) return phase;
    return nowMs >= startMs + limits.totalMs ? "total" : undefined;
  };

  const look = () => {
    timer = undefined;
    const nowMs = clock.monotonicMs();
    const lateMs = nowMs - timerDueMs;
    const passed = passedLimit(nowMs);
    const isFirst = !catchingUp;
    catchingUp = passed !== undefined && isFirst && lateMs >= LATE_MS;
    if (passed === undefined) setTimer(nowMs);
    else if (catchingUp) setTimer(nowMs, nowMs + Math.min(lateMs, MAX_CATCH_UP_MS));
    else onLimit(passed);
  };

  /** The timer may be set for later than a limit that has come nearer. */
  const bringForward = (nowMs: number) => {
    if (timer === undefined || timerDueMs <= phaseEndMs()) return;
    timer.cancel();
    setTimer(nowMs);
  };

  const startGap = () => {
    gapStartMs = clock.monotonicMs();
    gapBytes = 0;
  };

  setTimer(startMs);
  return {
    connected() {
      if (phase === "connect") phase = "first_content";
    },
    bytes(count) {
      gapBytes += count;
      if (gapBytes >= endsAtBytes) startGap();
    },
    content(gap = {}) {
      phase = "idle";
      ({ idleMs = limits.idleMs, endsAtBytes = 1 } = gap);
      startGap();
      bringForward(gapStartMs);
    },
    heldBack(isHeld) {
      held = isHeld;
      if (held || phase !== "idle") return;
      startGap();
      bringForward(gapStartMs);
    },
    stop() {
      timer?.cancel();
      timer = undefined;
    },
  };
};
