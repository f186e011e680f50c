import type { Clock, Timer } from "@cenote/core";
import type { TimeLimitPhase } from "../provider-error";
import type { TimeLimits } from "../spec";

export interface TimeLimitsOptions {
  readonly clock: Clock;
  readonly limits: TimeLimits;
  /** Called once, for the first limit that is exceeded. */
  readonly onLimit: (phase: TimeLimitPhase) => void;
}

/** What counts as silence. */
export interface Gap {
  /** The idle limit of `limits` if absent. */
  readonly idleMs?: number;
  /**
   * Fewer bytes than this count as silence: a gap ends once this many have arrived in it. 1 if absent. With Infinity, the
   * limit of a gap is the limit for everything.
   */
  readonly endsAtBytes?: number;
}

/** If a timer fires this late, this process stood still, and what arrived meanwhile has not been read yet. */
const LATE_MS = 100;
/** It gets as much time to be read as the timer was late, but at most this. */
const MAX_CATCH_UP_MS = 1_000;

/**
 * Watches one try with one timer. It is set for the nearest limit and checks again when it fires, so that a read costs
 * only a timestamp; a short answer sets the timer once.
 */
export class TimeLimitWatch {
  readonly #clock: Clock;
  readonly #limits: TimeLimits;
  readonly #onLimit: (phase: TimeLimitPhase) => void;
  readonly #startMs: number;
  #phase: Exclude<TimeLimitPhase, "total"> = "connect";
  #idleMs: number;
  #endsAtBytes = 1;
  #gapStartMs: number;
  #gapBytes = 0;
  #held = false;
  #timer: Timer | undefined;
  #timerDueMs = 0;
  #catchingUp = false;

  constructor({ clock, limits, onLimit }: TimeLimitsOptions) {
    this.#clock = clock;
    this.#limits = limits;
    this.#onLimit = onLimit;
    this.#startMs = clock.monotonicMs();
    this.#gapStartMs = this.#startMs;
    this.#idleMs = limits.idleMs;
    this.#setTimer(this.#startMs, this.#nextEndMs());
  }

  /** The request is on a connected socket. */
  connected(): void {
    if (this.#phase === "connect") this.#phase = "first_content";
  }

  /** This many bytes arrived, including keep-alives. */
  bytes(count: number): void {
    this.#gapBytes += count;
    if (this.#gapBytes >= this.#endsAtBytes) this.#startGap();
  }

  /** The first content arrived. From now on the gap between reads is limited. */
  content({ idleMs = this.#limits.idleMs, endsAtBytes = 1 }: Gap = {}): void {
    this.#phase = "idle";
    this.#idleMs = idleMs;
    this.#endsAtBytes = endsAtBytes;
    this.#startGap();
    this.#bringForward(this.#gapStartMs);
  }

  /** While the reader makes the provider wait, the gap does not count. */
  heldBack(isHeld: boolean): void {
    this.#held = isHeld;
    if (isHeld || this.#phase !== "idle") return;
    this.#startGap();
    this.#bringForward(this.#gapStartMs);
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #startGap(): void {
    this.#gapStartMs = this.#clock.monotonicMs();
    this.#gapBytes = 0;
  }

  #phaseEndMs(): number {
    const { connectMs, firstContentMs } = this.#limits;
    if (this.#phase === "connect") return this.#startMs + Math.min(connectMs, firstContentMs);
    if (this.#phase === "first_content") return this.#startMs + firstContentMs;
    return this.#held ? Infinity : this.#gapStartMs + this.#idleMs;
  }

  #totalEndMs(): number {
    return this.#startMs + this.#limits.totalMs;
  }

  #nextEndMs(): number {
    return Math.min(this.#phaseEndMs(), this.#totalEndMs());
  }

  #setTimer(nowMs: number, dueMs: number): void {
    this.#timerDueMs = dueMs;
    this.#timer = this.#clock.setTimer(
      () => {
        this.#look();
      },
      Math.max(1, Math.ceil(dueMs - nowMs)),
    );
  }

  /** The timer may be set for a later time than a limit that has become nearer. */
  #bringForward(nowMs: number): void {
    if (this.#timer === undefined || this.#timerDueMs <= this.#phaseEndMs()) return;
    this.#timer.cancel();
    this.#setTimer(nowMs, this.#nextEndMs());
  }

  #passedLimit(nowMs: number): TimeLimitPhase | undefined {
    if (nowMs >= this.#phaseEndMs()) return this.#phase;
    return nowMs >= this.#totalEndMs() ? "total" : undefined;
  }

  #look(): void {
    this.#timer = undefined;
    const nowMs = this.#clock.monotonicMs();
    const lateMs = nowMs - this.#timerDueMs;
    const passed = this.#passedLimit(nowMs);
    const isFirst = !this.#catchingUp;
    this.#catchingUp = passed !== undefined && isFirst && lateMs >= LATE_MS;
    if (passed === undefined) this.#setTimer(nowMs, this.#nextEndMs());
    else if (this.#catchingUp) this.#setTimer(nowMs, nowMs + Math.min(lateMs, MAX_CATCH_UP_MS));
    else this.#onLimit(passed);
  }
}
