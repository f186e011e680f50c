import { silentLog } from "@cenote/core";
import type { CallLimits } from "./call-limits";
import type { LimitNumbers } from "./limits-in-force";
import { createMemoryCallLimits } from "./memory-call-limits";

/** The windows are the library's and run on the process's own clock: jest's stands in for it. */
beforeEach(() => { jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) }); });
afterEach(() => { jest.useRealTimers(); });

const clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => Date.now(),
  setTimer(callback: () => void, delayMs: number) {
    const handle = setTimeout(callback, delayMs);
    return { cancel: () => { clearTimeout(handle); } };
  },
};

const createWorld = (numbers: Partial<LimitNumbers> = {}) => {
  const settings: { limits: LimitNumbers } = { limits: { requestsPerMinute: 3, tokensPerMinute: 1_000, concurrentRequests: 100, ...numbers } };
  const limits = createMemoryCallLimits({ clock, log: silentLog });
  let count = 0;
  const admit = (tokens = 0, { subject = "key", callId = `call ${count++}`, ttlMs = 600_000 } = {}) =>
    limits.admit({ subject, callId, tokens, ttlMs, limits: settings.limits });
  const code = (call: Promise<unknown>) => call.then(() => "admitted", (error: { code: string }) => error.code);
  return { settings, limits, admit, code };
};

const refused = (retryAfterMs: number, what: string) => ({ code: "rate_limit_exceeded", retryAfterMs, message: expect.stringContaining(what) as string });

test("a call in the background counts among the requests, and not among the calls at once", async () => {
  const { limits, settings, code, admit } = createWorld({ concurrentRequests: 1, requestsPerMinute: 3 });
  const background = (callId: string) => limits.admit({ subject: "key", callId, tokens: 0, ttlMs: 600_000, limits: settings.limits, background: true });
  await background("job 1");
  expect((await background("job 2")).requests.remaining).toBe(1);
  await admit();
  expect(await code(background("job 3"))).toBe("rate_limit_exceeded");
});

describe("requests a minute", () => {
  test("are counted per key, told with each answer, and refused with the time to wait", async () => {
    const { admit } = createWorld();
    expect((await admit()).requests).toMatchObject({ limit: 3, remaining: 2, resetMs: 60_000 });
    jest.advanceTimersByTime(20_000);
    await admit();
    expect((await admit()).requests).toMatchObject({ limit: 3, remaining: 0, resetMs: 40_000 });
    await expect(admit()).rejects.toMatchObject(refused(40_000, "requests a minute (3)"));
    expect((await admit(0, { subject: "another key" })).requests.remaining).toBe(2);
  });

  test("are all there again when the minute is over, however many were refused in it", async () => {
    const { admit, code } = createWorld();
    for (let i = 0; i < 20; i++) await code(admit());
    jest.advanceTimersByTime(60_000);
    expect((await admit()).requests.remaining).toBe(2);
  });

  test("follow a changed limit at once", async () => {
    const { admit, settings, code } = createWorld();
    for (let i = 0; i < 4; i++) await code(admit());
    settings.limits = { ...settings.limits, requestsPerMinute: 10 };
    expect((await admit()).requests).toMatchObject({ limit: 10, remaining: 5 });
  });
});

describe("tokens a minute", () => {
  test("are counted from the estimate at admission", async () => {
    const { admit } = createWorld();
    expect((await admit(600)).tokens).toMatchObject({ limit: 1_000, remaining: 400, resetMs: 60_000 });
    await expect(admit(500)).rejects.toMatchObject(refused(60_000, "tokens a minute (1000)"));
  });

  test("of a refused call are not counted, so a smaller one still fits", async () => {
    const { admit, code } = createWorld();
    await admit(600);
    expect(await code(admit(401))).toBe("rate_limit_exceeded");
    expect((await admit(400)).tokens.remaining).toBe(0);
  });

  test.each([["fewer", 100, 900], ["more", 900, 100]])("are corrected when the call used %s", async (_what, used, remaining) => {
    const { admit, limits } = createWorld();
    await admit(500, { callId: "corrected" });
    await limits.finish({ subject: "key", callId: "corrected" }, used);
    await limits.finish({ subject: "key", callId: "corrected" }, used);
    expect((await admit(0)).tokens.remaining).toBe(remaining);
  });

  test("of a call that ends in a later minute change nothing there", async () => {
    const { admit, limits } = createWorld();
    await admit(1_000, { callId: "long" });
    jest.advanceTimersByTime(61_000);
    await admit(500);
    await limits.finish({ subject: "key", callId: "long" }, 0);
    expect((await admit(0)).tokens.remaining).toBe(500);
  });

  test("that one call alone passes are refused for good: waiting would not help", async () => {
    const { admit } = createWorld();
    await expect(admit(1_001)).rejects.toMatchObject({ code: "rate_limit_exceeded", retryable: false, retryAfterMs: undefined });
    expect((await admit(1_000)).tokens.remaining).toBe(0);
  });
});

describe("calls at once", () => {
  const one = (limits: CallLimits, callId: string, usedTokens = 0) => limits.finish({ subject: "key", callId }, usedTokens);

  test("are limited, and a call that ends makes room", async () => {
    const { admit, limits, code } = createWorld({ requestsPerMinute: 100, concurrentRequests: 2 });
    await admit(0, { callId: "a" });
    await admit(0, { callId: "b" });
    await expect(admit()).rejects.toMatchObject(refused(1_000, "calls at once (2)"));
    await one(limits, "a");
    expect(await code(admit())).toBe("admitted");
    expect(await code(admit())).toBe("rate_limit_exceeded");
  });

  test("that nobody ends make room when their hold expires", async () => {
    const { admit, code } = createWorld({ requestsPerMinute: 1_000, concurrentRequests: 2 });
    await admit(0, { ttlMs: 10_000 });
    await admit(0, { ttlMs: 90_000 });
    jest.advanceTimersByTime(9_999);
    expect(await code(admit())).toBe("rate_limit_exceeded");
    jest.advanceTimersByTime(1);
    expect(await code(admit())).toBe("admitted");
    expect(await code(admit())).toBe("rate_limit_exceeded");
  });

  test("are not used up by calls that were refused for another reason", async () => {
    const { admit, code } = createWorld({ requestsPerMinute: 2, concurrentRequests: 4 });
    for (let i = 0; i < 10; i++) await code(admit(2_000));
    jest.advanceTimersByTime(60_000);
    expect([await code(admit()), await code(admit())]).toEqual(["admitted", "admitted"]);
  });

  test("count a call once, however often it is admitted", async () => {
    const { admit, limits, code } = createWorld({ requestsPerMinute: 2, concurrentRequests: 1 });
    await admit(300, { callId: "again" });
    const state = await admit(300, { callId: "again" });
    expect([state.requests.remaining, state.tokens.remaining]).toEqual([1, 700]);
    await one(limits, "again", 300);
    expect(await code(admit())).toBe("admitted");
  });

  test("leave nothing running behind once the limits are closed", async () => {
    const { admit, limits } = createWorld();
    await admit(0, { callId: "leaked", ttlMs: 1_000 });
    await jest.advanceTimersByTimeAsync(61_000);
    await limits.close();
    expect(jest.getTimerCount()).toBe(0);
  });
});
