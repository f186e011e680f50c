import type { ServerResponse } from "node:http";
import { systemClock } from "@cenote/core";
import { createHolds } from "./holds";
import type { Plan } from "./plan";
import { play } from "./play";

const PIECES = 20;

const planOf = (oneByOne: boolean): Plan => ({
  head: { status: 200, contentType: "text/event-stream", headers: {}, retryAfter: undefined, bodyBytes: undefined },
  headWaitMs: 0,
  hold: undefined,
  ending: "end",
  oneByOne,
  keepAlive: undefined,
  split: undefined,
  stamp: () => "",
  encoding: "utf8",
  steps: Array.from({ length: PIECES }, () => ({ waitMs: 0, text: "piece", bytes: 5, stamped: false })),
});

/** The turn of the event loop in which each piece is written. */
const turnsOf = async (plan: Plan): Promise<number[]> => {
  let turn = 0;
  const turns: number[] = [];
  const ended = Promise.withResolvers<void>();
  const count = () => {
    turn += 1;
    ticking = setImmediate(count);
  };
  let ticking = setImmediate(count);
  const response = {
    on() {},
    writeHead() {},
    flushHeaders() {},
    end() {
      ended.resolve();
    },
    socket: {
      write() {
        turns.push(turn);
        return true;
      },
    },
  };
  play(plan, {
    response: response as unknown as ServerResponse,
    clock: systemClock,
    holds: createHolds(),
    serial: "0".repeat(24),
  });
  await ended.promise;
  clearImmediate(ticking);
  return turns;
};

test("pieces are written together, or each in a turn of its own", async () => {
  expect(new Set(await turnsOf(planOf(false))).size).toBe(1);
  const oneByOne = await turnsOf(planOf(true));
  expect(oneByOne).toHaveLength(PIECES);
  expect(new Set(oneByOne).size).toBe(PIECES);
});
