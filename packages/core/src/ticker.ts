import type { Clock } from "./clock";

export interface TickerOptions<Thing> {
  readonly clock: Clock;
  readonly everyMs: number;
  /** What is looked at. Those that `look` takes away are gone at once. */
  readonly things: Iterable<Thing> & { readonly size: number };
  readonly look: (thing: Thing, nowMs: number) => void;
}

/**
 * One timer for things that come and go: each is looked at once an interval, and where there is none, no timer runs.
 * @returns To be called when a thing has come.
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
  return () => { if (!isRunning) arm(); };
};
