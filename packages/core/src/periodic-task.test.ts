import type { Clock } from "./clock";
import { silentLog } from "./log";
import { type PeriodicTaskOptions, startPeriodicTask } from "./periodic-task";

/** A clock with one timer, fired by the test. */
const createTimer = () => {
  let armed: { readonly callback: () => void; readonly delayMs: number } | undefined;
  const clock: Clock = {
    nowMs: () => 0,
    monotonicMs: () => 0,
    setTimer(callback, delayMs) {
      const mine = { callback, delayMs };
      armed = mine;
      return {
        cancel: () => {
          if (armed === mine) armed = undefined;
        },
      };
    },
  };
  return {
    clock,
    /** Undefined while nothing is awaited. */
    delayMs: () => armed?.delayMs,
    async goOff() {
      const due = armed;
      armed = undefined;
      due?.callback();
      await settled();
    },
  };
};

const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

const start = (options: Pick<PeriodicTaskOptions, "run"> & Partial<PeriodicTaskOptions>) => {
  const timer = createTimer();
  const lines: string[] = [];
  const log = {
    ...silentLog,
    info: (_fields: object, text: string) => {
      lines.push(`info: ${text}`);
    },
    warn: (_fields: object, text: string) => {
      lines.push(`warn: ${text}`);
    },
  };
  return {
    timer,
    lines,
    task: startPeriodicTask({ clock: timer.clock, log, name: "the poll of keys", everyMs: 500, ...options }),
  };
};

test("the interval counts from the end of a run, so that runs never overlap", async () => {
  const slow = Promise.withResolvers<void>();
  const { timer } = start({ run: () => slow.promise });
  expect(timer.delayMs()).toBe(500);
  await timer.goOff();
  expect(timer.delayMs()).toBeUndefined();
  slow.resolve();
  await settled();
  expect(timer.delayMs()).toBe(500);
});

test("the first run may come sooner than the others", async () => {
  const { timer } = start({ run: async () => {}, firstAfterMs: 0 });
  expect(timer.delayMs()).toBe(0);
  await timer.goOff();
  expect(timer.delayMs()).toBe(500);
});

test("it continues after failures, and logs the first of them and the recovery", async () => {
  const outcomes = [
    Promise.reject(new Error("away")),
    Promise.reject(new Error("away")),
    Promise.resolve(),
    Promise.resolve(),
    Promise.reject(new Error("away")),
  ];
  for (const outcome of outcomes) outcome.catch(() => {});
  const { timer, lines } = start({ run: () => outcomes.shift()! });
  while (outcomes.length > 0) await timer.goOff();
  expect(lines).toEqual([
    "warn: the poll of keys failed",
    "info: the poll of keys works again",
    "warn: the poll of keys failed",
  ]);
  expect(timer.delayMs()).toBe(500);
});

test("a failure before the first promise counts too", async () => {
  const { timer, lines } = start({
    run: () => {
      throw new Error("away");
    },
  });
  await timer.goOff();
  expect(lines).toEqual(["warn: the poll of keys failed"]);
  expect(timer.delayMs()).toBe(500);
});

test("closed between runs, it never runs again", async () => {
  let runs = 0;
  const { timer, task } = start({
    run: async () => {
      runs += 1;
    },
  });
  await task.close();
  await timer.goOff();
  expect(runs).toBe(0);
});

test("closed during a run, it ends that run and starts no other", async () => {
  const slow = Promise.withResolvers<void>();
  const { timer, task } = start({ run: () => slow.promise });
  await timer.goOff();
  let closed = false;
  const closing = task.close().then(() => {
    closed = true;
  });
  await settled();
  expect(closed).toBe(false);
  slow.resolve();
  await closing;
  expect(timer.delayMs()).toBeUndefined();
});
