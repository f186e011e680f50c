import { answeredWithin, NoAnswer } from "./answered-within";

const LIMIT_MS = 250;

/** Timers fire when the test says so, which may be late. */
const standing = () => {
  let nowMs = 0;
  const timers = new Map<object, { readonly callback: () => void; readonly dueMs: number }>();
  return {
    timers,
    clock: {
      nowMs: () => nowMs,
      monotonicMs: () => nowMs,
      setTimer(callback: () => void, delayMs: number) {
        const timer = { cancel: () => void timers.delete(timer) };
        timers.set(timer, { callback, dueMs: nowMs + delayMs });
        return timer;
      },
    },
    /** Lets time pass; only then do the timers that are due fire, as after a standstill. */
    pass: (ms: number) => {
      nowMs += ms;
      for (const [timer, { callback, dueMs }] of timers) {
        if (dueMs > nowMs) continue;
        timers.delete(timer);
        callback();
      }
    },
  };
};

const never = new Promise<string>(() => {});

test("an answer in time is passed on, and no timer is left", async () => {
  const { clock, timers } = standing();
  expect(await answeredWithin(clock, LIMIT_MS, Promise.resolve("here"))).toBe("here");
  await expect(answeredWithin(clock, LIMIT_MS, Promise.reject(new Error("no")))).rejects.toThrow("no");
  await Promise.resolve();
  expect(timers.size).toBe(0);
});

test("without an answer it rejects at its limit", async () => {
  const { clock, pass } = standing();
  const waiting = answeredWithin(clock, LIMIT_MS, never);
  pass(LIMIT_MS);
  await expect(waiting).rejects.toBeInstanceOf(NoAnswer);
});

test("after a standstill of this process, what arrived in it is read first", async () => {
  const { clock, timers, pass } = standing();
  const arrived = Promise.withResolvers<string>();
  const waiting = answeredWithin(clock, LIMIT_MS, arrived.promise);
  // Timers fire before sockets are read.
  pass(5_000);
  arrived.resolve("here");
  expect(await waiting).toBe("here");
  await Promise.resolve();
  expect(timers.size).toBe(0);
});

test("a standstill gives no second limit to what has not arrived", async () => {
  const { clock, pass } = standing();
  const waiting = answeredWithin(clock, LIMIT_MS, never);
  pass(5_000);
  pass(100);
  await expect(waiting).rejects.toBeInstanceOf(NoAnswer);
});
