import { CenoteError, ChurnMap } from "@cenote/core";

/** The party for whom a text is counted. */
export interface CountedFor {
  /** Organizations take turns. */
  readonly organization: string;
  /** Its API key or client token: each has one count at a time. */
  readonly caller: string;
  /** Whether the text was delivered and is charged. Its count waits like any other, but is never rejected. */
  readonly isDelivered?: true;
}

/**
 * Divides the event loop among long counts. Most of them are not paid for. So the counts of one organization must not
 * delay those of another, nor block the process for longer than one piece takes.
 */
export interface CountTurns {
  /**
   * Counts after the earlier counts of the same caller. Errors: rate_limit_exceeded, if too many are waiting already.
   * @param count Gets a function that resolves in the next round of the event loop in which the count has its turn.
   */
  run<Count>(of: CountedFor, count: (nextTurn: () => Promise<void>) => Promise<Count>): Promise<Count>;
}

/** Most long counts of one caller that are under way or waiting. */
const MAX_OPEN_COUNTS = 256;
const RETRY_MS = 1_000;

interface Lane {
  open: number;
  last: Promise<void>;
}

export const createCountTurns = (): CountTurns => {
  const lanes = new ChurnMap<string, Lane>();
  /** Counts that wait for a turn, by organization. The first organization is next. */
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
