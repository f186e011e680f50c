import type { Clock, Timer } from "@cenote/core";
import type { TimeLimitPhase, TimeLimits } from "../spec";

export interface TimeLimitsOptions {
  readonly clock: Clock;
  readonly limits: TimeLimits;
  /** Called once, for the first limit that is passed. */
  readonly onLimit: (phase: TimeLimitPhase) => void;
}

/** Tells the watch how a try gets on. */
export interface TimeLimitWatch {
  /** The request is on a connected socket. */
  connected(): void;
  /** Bytes came, keep-alives among them. */
  bytes(): void;
  /** The first content came. From here on the gap between reads is watched, by `idleMs` where given. */
  content(idleMs?: number): void;
  /** While the reader holds the provider back, the gap is not the provider's. */
  heldBack(held: boolean): void;
  stop(): void;
}

/**
 * Watches one try with one timer. It is set for the nearest limit and looks again when it fires, so reads cost a
 * timestamp and no timer; a short answer sets it once.
 */
export const watchTimeLimits = ({ clock, limits, onLimit }: TimeLimitsOptions): TimeLimitWatch => {
  const startMs = clock.monotonicMs();
  let phase: Exclude<TimeLimitPhase, "total"> = "connect";
  let idleMs = limits.idleMs;
  let lastBytesMs = startMs;
  let held = false;
  let timer: Timer | undefined;
  let timerDueMs = 0;

  const phaseEndMs = (): number => {
    if (phase === "connect") return startMs + Math.min(limits.connectMs, limits.firstContentMs);
    if (phase === "first_content") return startMs + limits.firstContentMs;
    return held ? Infinity : lastBytesMs + idleMs;
  };

  const setTimer = (nowMs: number) => {
    timerDueMs = Math.min(phaseEndMs(), startMs + limits.totalMs);
    timer = clock.setTimer(look, Math.max(1, Math.ceil(timerDueMs - nowMs)));
  };

  const look = () => {
    timer = undefined;
    const nowMs = clock.monotonicMs();
    if (nowMs >= phaseEndMs()) onLimit(phase);
    else if (nowMs >= startMs + limits.totalMs) onLimit("total");
    else setTimer(nowMs);
  };

  /** The timer may be set for later than a limit that has come nearer. */
  const bringForward = (nowMs: number) => {
    if (timer === undefined || timerDueMs <= phaseEndMs()) return;
    timer.cancel();
    setTimer(nowMs);
  };

  setTimer(startMs);
  return {
    connected() {
      if (phase === "connect") phase = "first_content";
    },
    bytes() {
      lastBytesMs = clock.monotonicMs();
    },
    content(givenIdleMs = limits.idleMs) {
      phase = "idle";
      idleMs = givenIdleMs;
      lastBytesMs = clock.monotonicMs();
      bringForward(lastBytesMs);
    },
    heldBack(isHeld) {
      held = isHeld;
      if (held || phase !== "idle") return;
      lastBytesMs = clock.monotonicMs();
      bringForward(lastBytesMs);
    },
    stop() {
      timer?.cancel();
      timer = undefined;
    },
  };
};
