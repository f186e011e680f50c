import type { Clock } from "./clock";

export interface TickerOptions<Thing> {
  readonly clock: Clock;
  readonly everyMs: number;
  /** The set. `look` may remove any member. */
  readonly things: Iterable<Thing> & { readonly size: number };
  readonly look: (thing: Thing, nowMs: number) => void;
}

/**
 * One timer for a set. `look` is called for each member once per interval. While the set is empty, no timer runs.
 * @returns A function that starts the timer unless it runs already. Call it after adding a member.
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
