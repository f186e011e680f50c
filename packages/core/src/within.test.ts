import type { Clock } from "./clock";
import { within } from "./within";

/** A clock with one timer, fired by the test. */
const createTimer = () => {
  let armed: (() => void) | undefined;
  const clock: Clock = {
    nowMs: () => 0,
    monotonicMs: () => 0,
    setTimer(callback) {
      armed = callback;
      return {
        cancel: () => {
          armed = undefined;
        },
      };
    },
  };
  return {
    clock,
    isArmed: () => armed !== undefined,
    goOff: () => {
      armed?.();
    },
  };
};

test("work that finishes in time is returned, and leaves no timer behind", async () => {
  const { clock, isArmed } = createTimer();
  expect(await within(clock, 1000, Promise.resolve("done"))).toBe("done");
  expect(isArmed()).toBe(false);
});

test("work that takes longer is abandoned, and may fail afterwards", async () => {
  const { clock, goOff } = createTimer();
  const work = Promise.withResolvers<string>();
  const waited = within(clock, 1000, work.promise);
  goOff();
  expect(await waited).toBeUndefined();
  work.reject(new Error("failed after the limit"));
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
});

test("work that fails ends the wait, without its error", async () => {
  const { clock, isArmed } = createTimer();
  expect(await within(clock, 1000, Promise.reject(new Error("away")))).toBeUndefined();
  expect(isArmed()).toBe(false);
});
