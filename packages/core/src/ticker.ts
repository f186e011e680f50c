import type { Clock } from "./clock";

export interface TickerOptions<Thing> {
  readonly clock: Clock;
  readonly everyMs: number;
  /** `look` may remove any of them. */
  readonly things: Iterable<Thing> & { readonly size: number };
  readonly look: (thing: Thing, nowMs: number) => void;
}

/**
 * One timer for a set. `look` is called for each member once per interval; while the set is empty, no timer runs.
 * @returns Starts the timer, unless it runs. To be called after a member was added.
 */
export const createTicker = <Thing>({ clock, everyMs, things, look }: TickerOptions<Thing>): (() => void) => {
  let isRunning = false;
  const arm = (): void => {
    isRunning = things.size > 0;
    if (isRunning) clock.setTimer(tick, everyMs);
  };
  const tick = (): void => {
    const nowMs = clock.monotonicMs();
    for (const thing of things) look(thing, nowMs);
    arm();
  };
  return () => {
    if (!isRunning) arm();
  };
};
