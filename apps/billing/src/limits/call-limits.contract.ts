import type { CallLimits } from "./call-limits";
import type { LimitNumbers } from "./limits-in-force";

/** Fresh limits and control over their time. */
export interface CallLimitsWorld {
  readonly limits: CallLimits;
  /** Lets time pass for the counters. */
  readonly advance: (ms: number) => Promise<void>;
}

const MINUTE_MS = 60_000;
const NUMBERS: LimitNumbers = { requestsPerMinute: 3, tokensPerMinute: 1_000, concurrentRequests: 100 };

const refused = (what: string) => ({ code: "rate_limit_exceeded", message: expect.stringContaining(what) as string });

/** What admission relies on in every implementation. @param open Called before each test. */
export const describeCallLimits = (name: string, open: () => Promise<CallLimitsWorld>): void => {
  describe(name, () => {
    let limits: CallLimits;
    let advance: (ms: number) => Promise<void>;
    let numbers: LimitNumbers;
    let count = 0;
    beforeEach(async () => {
      ({ limits, advance } = await open());
      numbers = NUMBERS;
    });

    const admit = async (
      tokens = 0,
      { subject = "key", callId = `call ${count++}`, ttlMs = 600_000, background = false } = {},
    ) => limits.admit({ organizationId: "org", subject, callId, tokens, ttlMs, background, limits: numbers });
    const code = (call: Promise<unknown>) =>
      call.then(
        () => "admitted",
        (error: { code: string }) => error.code,
      );
    const finish = (callId: string, usedTokens = 0) => limits.finish({ subject: "key", callId }, usedTokens);
    const waitOf = (call: Promise<unknown>) =>
      call.then(
        () => 0,
        (error: { retryAfterMs?: number }) => error.retryAfterMs ?? 0,
      );

    test("a background call counts as a request, but not as a concurrent call", async () => {
      numbers = { ...NUMBERS, concurrentRequests: 1 };
      await admit(0, { background: true });
      expect((await admit(0, { background: true })).requests.remaining).toBe(1);
      await admit();
      expect(await code(admit(0, { background: true }))).toBe("rate_limit_exceeded");
    });

    test("a refusal tells the state of both windows, like an answer", async () => {
      const state = (call: Promise<unknown>) =>
        call.then(
          () => ({}),
          (error: { rateLimits?: object }) => error.rateLimits,
        );
      numbers = { ...NUMBERS, requestsPerMinute: 4, concurrentRequests: 2 };
      await admit(600, { callId: "a" });
      expect(await state(admit(500))).toMatchObject({ requestsRemaining: 2, tokensLimit: 1_000, tokensRemaining: 400 });
      expect(await state(admit(1_001))).toMatchObject({ requestsRemaining: 1, tokensRemaining: 400 });
      await admit(100, { callId: "b" });
      const calls = await state(admit());
      expect(calls).toMatchObject({ requestsLimit: 4, requestsRemaining: 0, tokensRemaining: 300 });
      for (const resetMs of [
        calls?.["requestsResetMs" as never],
        calls?.["tokensResetMs" as never],
      ] as unknown as number[]) {
        expect(resetMs).toBeGreaterThan(0);
        expect(resetMs).toBeLessThanOrEqual(MINUTE_MS);
      }
      await finish("a", 600);
      expect(await state(admit())).toMatchObject({ requestsRemaining: 0, tokensRemaining: 300 });
    });

    describe("requests per minute", () => {
      test("are counted per key, reported with each answer, and rejected with the time to wait", async () => {
        const first = await admit();
        expect(first.requests).toMatchObject({ limit: 3, remaining: 2 });
        expect(first.requests.resetMs).toBeGreaterThan(0);
        expect(first.requests.resetMs).toBeLessThanOrEqual(MINUTE_MS);
        await advance(20_000);
        await admit();
        const last = await admit();
        expect(last.requests.remaining).toBe(0);
        expect(last.requests.resetMs).toBeLessThanOrEqual(40_000);
        await expect(admit()).rejects.toMatchObject(refused("requests per minute (3)"));
        const waitMs = await waitOf(admit());
        expect(waitMs).toBeGreaterThan(0);
        expect(waitMs).toBeLessThanOrEqual(40_000);
        expect((await admit(0, { subject: "another key" })).requests.remaining).toBe(2);
      });

      test("are all available again after the minute, however many were rejected in it", async () => {
        for (let i = 0; i < 20; i++) await code(admit());
        await advance(MINUTE_MS);
        expect((await admit()).requests.remaining).toBe(2);
      });

      test("follow a changed limit at once, separately for each key", async () => {
        for (let i = 0; i < 4; i++) await code(admit());
        numbers = { ...NUMBERS, requestsPerMinute: 10 };
        expect((await admit()).requests).toMatchObject({ limit: 10, remaining: 5 });
        numbers = { ...NUMBERS, requestsPerMinute: 1 };
        expect((await admit(0, { subject: "another key" })).requests).toMatchObject({ limit: 1, remaining: 0 });
        expect(await code(admit())).toBe("rate_limit_exceeded");
      });

      test("are each counted when concurrent", async () => {
        const outcomes = await Promise.all(Array.from({ length: 10 }, () => code(admit())));
        expect(outcomes.filter((outcome) => outcome === "admitted")).toHaveLength(3);
      });
    });

    describe("tokens per minute", () => {
      test("are counted from the estimate at admission", async () => {
        expect((await admit(600)).tokens).toMatchObject({ limit: 1_000, remaining: 400 });
        await expect(admit(500)).rejects.toMatchObject(refused("tokens per minute (1000)"));
      });

      test("of a rejected call are not counted, so a smaller one still fits", async () => {
        await admit(600);
        expect(await code(admit(401))).toBe("rate_limit_exceeded");
        expect((await admit(400)).tokens.remaining).toBe(0);
      });

      test.each([
        ["fewer", 100, 900],
        ["more", 900, 100],
        ["as many", 500, 500],
      ])("are corrected once when the call used %s", async (_what, used, remaining) => {
        await admit(500, { callId: "corrected" });
        await finish("corrected", used);
        await finish("corrected", used);
        expect((await admit(0)).tokens.remaining).toBe(remaining);
      });

      test("of a call that ends in a later minute do not change that minute's count", async () => {
        await admit(1_000, { callId: "long" });
        await advance(MINUTE_MS + 1_000);
        await admit(500);
        await finish("long", 0);
        expect((await admit(0)).tokens.remaining).toBe(500);
      });

      test("that a single call exceeds are rejected for good: waiting would not help", async () => {
        await expect(admit(1_001)).rejects.toMatchObject({
          code: "rate_limit_exceeded",
          retryable: false,
          retryAfterMs: undefined,
        });
        expect((await admit(1_000)).tokens.remaining).toBe(0);
      });
    });

    test("tokens beyond the limit do not refuse a call that needs none", async () => {
      await admit(500, { callId: "longer" });
      await finish("longer", 2_000);
      expect(await code(admit(1))).toBe("rate_limit_exceeded");
      expect((await admit(0)).tokens.remaining).toBe(0);
    });

    describe("concurrent calls", () => {
      test("are limited, and a call that ends makes room", async () => {
        numbers = { ...NUMBERS, requestsPerMinute: 100, concurrentRequests: 2 };
        await admit(0, { callId: "a" });
        await admit(0, { callId: "b" });
        await expect(admit()).rejects.toMatchObject({ ...refused("concurrent calls (2)"), retryAfterMs: 1_000 });
        await finish("a");
        expect(await code(admit())).toBe("admitted");
        expect(await code(admit())).toBe("rate_limit_exceeded");
      });

      test("that are rejected count neither as a request nor with their tokens", async () => {
        numbers = { ...NUMBERS, concurrentRequests: 1 };
        await admit(100, { callId: "only" });
        for (let i = 0; i < 5; i++) await code(admit(900));
        await finish("only", 100);
        const { requests, tokens } = await admit();
        expect([requests.remaining, tokens.remaining]).toEqual([1, 900]);
      });

      test("that are never ended make room when their hold expires", async () => {
        numbers = { ...NUMBERS, requestsPerMinute: 1_000, concurrentRequests: 2 };
        await admit(0, { ttlMs: 5_000 });
        await admit(0, { ttlMs: 30_000 });
        expect(await code(admit())).toBe("rate_limit_exceeded");
        await advance(5_001);
        expect(await code(admit(0, { ttlMs: 30_000 }))).toBe("admitted");
        expect(await code(admit())).toBe("rate_limit_exceeded");
      });

      test("are not used up by calls rejected for another reason", async () => {
        numbers = { ...NUMBERS, requestsPerMinute: 2, concurrentRequests: 4 };
        for (let i = 0; i < 10; i++) await code(admit(2_000));
        await advance(MINUTE_MS);
        expect([await code(admit()), await code(admit())]).toEqual(["admitted", "admitted"]);
      });

      test.each([
        ["", false],
        [" in the background", true],
      ])("of a call%s that is withdrawn are given back, with its request and tokens", async (_what, background) => {
        numbers = { ...NUMBERS, concurrentRequests: 1 };
        await admit(100, { background: true });
        for (let i = 0; i < 10; i++) await (await admit(500, { background })).withdraw();
        const { requests, tokens } = await admit(300);
        expect([requests.remaining, tokens.remaining]).toEqual([1, 600]);
      });

      test("keep the slot of a call admitted twice when the second admission is withdrawn", async () => {
        numbers = { ...NUMBERS, concurrentRequests: 1 };
        await admit(300, { callId: "again" });
        await (await admit(300, { callId: "again" })).withdraw();
        expect(await code(admit())).toBe("rate_limit_exceeded");
        await finish("again", 300);
        expect((await admit()).requests.remaining).toBe(1);
      });

      test("count a call once, however often it is admitted", async () => {
        numbers = { ...NUMBERS, requestsPerMinute: 2, concurrentRequests: 1 };
        await admit(300, { callId: "again" });
        const state = await admit(300, { callId: "again" });
        expect([state.requests.remaining, state.tokens.remaining]).toEqual([1, 700]);
        await finish("again", 300);
        expect(await code(admit())).toBe("admitted");
      });
    });
  });
};
