import { type RetryRoundOptions, nextRetryRound } from "./retry-round";
import { testCandidate } from "./testing/candidate";

const [a, b] = [testCandidate("a"), testCandidate("b")];
const round = (options: Partial<RetryRoundOptions>) =>
  nextRetryRound({
    round: 0,
    failed: [{ candidate: a, retryable: true, atMs: 1_000 }],
    nowMs: 1_000,
    deadlineMs: 60_000,
    random: () => 1,
    ...options,
  });

describe("a retry round", () => {
  test("waits a quarter of a second, then twice that, half of it random", () => {
    expect(round({})?.waitMs).toBe(250);
    expect(round({ random: () => 0 })?.waitMs).toBe(125);
    expect(round({ round: 1 })?.waitMs).toBe(500);
  });

  test("happens at most twice", () => {
    expect(round({ round: 2 })).toBeUndefined();
  });

  test("covers the routes whose failure may be transient", () => {
    const failed = [
      { candidate: a, retryable: false, atMs: 1_000 },
      { candidate: b, retryable: true, atMs: 1_000 },
    ];
    expect(round({ failed })?.candidates).toEqual([b]);
    for (const last of [0, 1]) expect(round({ failed: failed.slice(0, 1), round: last })).toBeUndefined();
  });

  test("waits as long as a provider asks, counted from its answer", () => {
    expect(round({ failed: [{ candidate: a, retryable: true, atMs: 400, retryAfterMs: 3_000 }] })?.waitMs).toBe(2_400);
  });

  test("does not wait for one that asks for more than five seconds", () => {
    expect(round({ failed: [{ candidate: a, retryable: true, atMs: 1_000, retryAfterMs: 5_000 }] })?.waitMs).toBe(
      5_000,
    );
    expect(round({ failed: [{ candidate: a, retryable: true, atMs: 1_000, retryAfterMs: 5_001 }] })).toBeUndefined();
  });

  test("starts with those that are ready; only the last one is waited for", () => {
    const failed = [
      { candidate: a, retryable: true, atMs: 1_000, retryAfterMs: 4_000 },
      { candidate: b, retryable: true, atMs: 1_000 },
    ];
    expect(round({ failed })).toEqual({ waitMs: 250, candidates: [b] });
    expect(round({ failed, round: 1 })).toEqual({ waitMs: 4_000, candidates: [a, b] });
  });

  test("does not begin if the call's time would be over by then", () => {
    expect(round({ deadlineMs: 1_250 })).toBeUndefined();
    expect(round({ deadlineMs: 1_251 })).toBeDefined();
  });
});
