import { silentLog } from "@cenote/core";
import { describeCallLimits } from "./call-limits.contract";
import { createMemoryCallLimits } from "./memory-call-limits";

beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
});
afterEach(() => {
  jest.useRealTimers();
});

const clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => Date.now(),
  setTimer(callback: () => void, delayMs: number) {
    const handle = setTimeout(callback, delayMs);
    return {
      cancel: () => {
        clearTimeout(handle);
      },
    };
  },
};

const open = () => createMemoryCallLimits({ clock, log: silentLog });

describeCallLimits("call limits in memory", async () => ({
  limits: open(),
  advance: async (ms) => {
    jest.advanceTimersByTime(ms);
  },
}));

test("withdrawing a call takes nothing from a window that began after it", async () => {
  const limits = open();
  const call = {
    organizationId: "org",
    subject: "key",
    callId: "late",
    tokens: 500,
    ttlMs: 600_000,
    limits: { requestsPerMinute: 3, tokensPerMinute: 1_000, concurrentRequests: 100 },
  };
  const late = await limits.admit(call);
  const inBackground = await limits.admit({ ...call, background: true });
  jest.advanceTimersByTime(60_000);
  await limits.admit({ ...call, callId: "next" });
  await late.withdraw();
  await inBackground.withdraw();
  expect(await limits.admit({ ...call, callId: "last", tokens: 0 })).toMatchObject({
    requests: { remaining: 1 },
    tokens: { remaining: 500 },
  });
  await limits.close();
});

test("a call that ends at the very end of its minute takes nothing from the next one", async () => {
  let [nowMs, stepMs] = [0, 0.5];
  // Time passes while the call is counted.
  const limits = createMemoryCallLimits({ clock: { ...clock, monotonicMs: () => (nowMs += stepMs) }, log: silentLog });
  const call = { organizationId: "org", subject: "key", callId: "last", tokens: 900, ttlMs: 600_000 };
  const numbers = { requestsPerMinute: 9, tokensPerMinute: 1_000, concurrentRequests: 9 };
  const look = () => limits.admit({ ...call, callId: "look", tokens: 0, background: true, limits: numbers });
  await limits.admit({ ...call, limits: numbers });
  stepMs = 0;
  nowMs += (await look()).tokens.resetMs;
  await look();
  limits.finish(call, 0);
  expect(await look()).toMatchObject({ tokens: { remaining: 1_000 } });
  await limits.close();
});

test("a renewed call keeps its slot, and one that has ended does not get it back", async () => {
  const limits = open();
  const long = { organizationId: "org", subject: "key", callId: "long", tokens: 0, ttlMs: 5_000 };
  const numbers = { requestsPerMinute: 99, tokensPerMinute: 1_000, concurrentRequests: 1 };
  const admit = async (callId: string) => limits.admit({ ...long, callId, limits: numbers });
  await admit("long");
  for (let times = 0; times < 3; times++) {
    limits.renew(long, 5_000);
    jest.advanceTimersByTime(4_000);
    await expect(admit("other")).rejects.toMatchObject({ code: "rate_limit_exceeded" });
  }
  limits.finish(long, 0);
  limits.renew(long, 5_000);
  await admit("other");
  await limits.close();
});

test("closed call limits leave nothing running", async () => {
  const limits = open();
  const numbers = { requestsPerMinute: 3, tokensPerMinute: 1_000, concurrentRequests: 100 };
  await limits.admit({
    organizationId: "org",
    subject: "key",
    callId: "leaked",
    tokens: 0,
    ttlMs: 1_000,
    limits: numbers,
  });
  await jest.advanceTimersByTimeAsync(61_000);
  await limits.close();
  expect(jest.getTimerCount()).toBe(0);
});
