import type { Clock, Timer } from "@cenote/core";
import type { TimeLimitPhase } from "../provider-error";
import type { TimeLimits } from "../spec";

export interface TimeLimitsOptions {
  readonly clock: Clock;
  readonly limits: TimeLimits;
  /** Called once, for the first limit that is exceeded. */
  readonly onLimit: (phase: TimeLimitPhase) => void;
}

/** Defines what counts as silence between reads. */
export interface Gap {
  /** Default: the idle limit of `limits`. */
  readonly idleMs?: number;
  /**
   * A gap ends once this many bytes have arrived; fewer count as silence. Default: 1. With Infinity a gap never ends, so
   * its limit is the limit of all of the rest.
   */
  readonly endsAtBytes?: number;
}

/** If a timer fires this late, the process was stalled, and bytes may have arrived that have not been read yet. */
const LATE_MS = 100;
/** They get as much time to be read as the timer was late, but at most this. */
const MAX_CATCH_UP_MS = 1_000;

/**
 * Watches one attempt with one timer. The timer is set for the nearest limit, which is checked again when it fires. So a
 * read costs only a timestamp, and a short answer sets the timer once.
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

  /** Reports that the request is on a connected socket. */
  connected(): void {
    if (this.#phase === "connect") this.#phase = "first_content";
  }

  /** Reports bytes that arrived, including keep-alives. */
  bytes(count: number): void {
    this.#gapBytes += count;
    if (this.#gapBytes >= this.#endsAtBytes) this.#startGap();
  }

  /** Reports the first content. From now on the gaps between reads are limited. */
  content({ idleMs = this.#limits.idleMs, endsAtBytes = 1 }: Gap = {}): void {
    this.#phase = "idle";
    this.#idleMs = idleMs;
    this.#endsAtBytes = endsAtBytes;
    this.#startGap();
    this.#bringForward(this.#gapStartMs);
  }

  /** Reports whether a slow reader holds the provider back. During that time gaps do not count. */
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

  /** Sets the timer again if a limit has become nearer than the time for which it is set. */
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
