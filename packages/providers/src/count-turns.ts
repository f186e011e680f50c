import { CenoteError, ChurnMap } from "@cenote/core";

/** For whom a text is counted. */
export interface CountedFor {
  /** Organizations take turns. */
  readonly organization: string;
  /** Its API key or client token: each has one count at a time. */
  readonly caller: string;
  /** It was delivered and is charged: its count waits like any other, but is not refused however many wait. */
  readonly isDelivered?: true;
}

/**
 * Shares the event loop among long counts. Nobody pays for most of them, so those of one organization may not hold up
 * those of another, nor the process for longer than one piece takes.
 */
export interface CountTurns {
  /**
   * Counts when the counts of the same caller before it are over. Errors: rate_limit_exceeded, if too many wait already.
   * @param count Is given a function that resolves in the next round of the event loop in which it is its turn.
   */
  run<Count>(of: CountedFor, count: (nextTurn: () => Promise<void>) => Promise<Count>): Promise<Count>;
}

/** Long counts of one caller that are under way or wait. */
const MAX_OPEN_COUNTS = 256;
const RETRY_MS = 1_000;

interface Lane {
  open: number;
  last: Promise<void>;
}

export const createCountTurns = (): CountTurns => {
  const lanes = new ChurnMap<string, Lane>();
  /** Counts that wait for a turn, by organization, in the order in which these are next. */
  const waiting = new Map<string, (() => void)[]>();
  let isTurning = false;

  const turn = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      isTurning = false;
      return;
    }
    const [organization, counts] = next;
    waiting.delete(organization);
    counts.shift()?.();
    if (counts.length > 0) waiting.set(organization, counts);
    setImmediate(turn);
  };

  const nextTurn = (organization: string): Promise<void> =>
    new Promise((resolve) => {
      const counts = waiting.get(organization) ?? [];
      counts.push(resolve);
      waiting.set(organization, counts);
      if (isTurning) return;
      isTurning = true;
      setImmediate(turn);
    });

  return {
    async run({ organization, caller, isDelivered = false }, count) {
      const name = `${organization} ${caller} ${isDelivered}`;
      const lane = lanes.get(name) ?? { open: 0, last: Promise.resolve() };
      if (!isDelivered && lane.open >= MAX_OPEN_COUNTS)
        throw new CenoteError("rate_limit_exceeded", "Too many long prompts of this key are being counted.", {
          retryAfterMs: RETRY_MS,
        });
      lanes.set(name, lane);
      lane.open++;
      const { last } = lane;
      const over = Promise.withResolvers<void>();
      lane.last = over.promise;
      try {
        await last;
        return await count(() => nextTurn(organization));
      } finally {
        over.resolve();
        if (--lane.open === 0) lanes.delete(name);
      }
    },
  };
};
