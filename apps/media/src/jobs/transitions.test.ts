import type { ProviderErrorKind } from "@cenote/providers";
import { testJob } from "../testing/test-job";
import type { Job } from "./job";
import { JOB_LIMITS } from "./limits";
import {
  type FailedCopy,
  isRefused,
  refusalsAfter,
  toCalledBack,
  toCalledBackLater,
  toCompleted,
  toCopyBusy,
  toCopiedLate,
  toCopyLater,
  toFailed,
  toMade,
  toNotCopied,
  toNotCopiedAgain,
  toPolled,
  toPolling,
  whatIsDue,
} from "./transitions";

const NOW_MS = 1_000_000_000;
const job = (more: Partial<Job> = {}): Job => testJob({ createdAtMs: NOW_MS, dueAtMs: NOW_MS, ...more });
const failed = (address: Partial<FailedCopy["address"]>): FailedCopy => ({
  address: { providerUrl: undefined, providerUrlExpiresAtMs: undefined, ...address },
  gone: false,
  isTransient: false,
  refusal: undefined,
});
const COST = { costUsd: "0.5", costNanoMxn: 9n };

describe("the next step of a job", () => {
  test.each<[string, Partial<Job>, ReturnType<typeof whatIsDue>]>([
    ["nothing before its time", { phase: "running", dueAtMs: NOW_MS + 1 }, undefined],
    ["nothing where nothing is left", { phase: "completed", dueAtMs: undefined }, undefined],
    [
      "nothing while its process may still store the handle",
      { phase: "submitting", dueAtMs: NOW_MS - JOB_LIMITS.storeHandleMs + 1 },
      undefined,
    ],
    [
      "the end of a job whose submission was lost",
      { phase: "submitting", dueAtMs: NOW_MS - JOB_LIMITS.storeHandleMs },
      "lost_submission",
    ],
    ["a question to its provider", { phase: "running" }, "poll"],
    ["that too of one that is too old", { phase: "running", createdAtMs: NOW_MS - JOB_LIMITS.ageMs }, "poll"],
    [
      "a poll before it is due, if the clock was ahead when the job was created",
      { phase: "running", createdAtMs: NOW_MS + 60_001, dueAtMs: NOW_MS + 60_002 },
      "poll",
    ],
    [
      "nothing if clocks differ a little",
      { phase: "running", createdAtMs: NOW_MS + 60_000, dueAtMs: NOW_MS + 60_001 },
      undefined,
    ],
    [
      "nothing before it is due, after a poll by the right clock",
      { phase: "running", createdAtMs: NOW_MS + 60_001, dueAtMs: NOW_MS + 10_000 },
      undefined,
    ],
    ["its copy", { phase: "copying" }, "copy"],
    ["its charge", { phase: "charging" }, "charge"],
    ["its hold", { phase: "failing" }, "release"],
    ["its callback", { phase: "completed", callbackDueAtMs: NOW_MS, copyDueAtMs: NOW_MS }, "callback"],
    ["its callback, failed", { phase: "failed", callbackDueAtMs: NOW_MS - 1 }, "callback"],
    [
      "its copy again, before a callback that is not due",
      { phase: "completed", callbackDueAtMs: NOW_MS + 1, copyDueAtMs: NOW_MS },
      "copy_again",
    ],
    ["its copy once more", { phase: "completed", copyDueAtMs: NOW_MS }, "copy_again"],
  ])("%s", (_what, more, due) => {
    expect(whatIsDue(job(more), NOW_MS)).toBe(due);
  });
});

describe("a polled job", () => {
  test("belongs to one poller until its interval is over, and the others still see it", () => {
    expect(toPolling(60_000, NOW_MS)).toEqual({ dueAtMs: NOW_MS + 60_000 });
    expect(toPolling(1_000, NOW_MS)).toEqual({ dueAtMs: NOW_MS + JOB_LIMITS.leaseMs });
  });

  test("is polled again after the interval, or later if its provider says so", () => {
    expect(toPolled({ pollIntervalMs: 5_000 }, NOW_MS)).toStrictEqual({
      dueAtMs: NOW_MS + 5_000,
      refused: undefined,
    });
    expect(toPolled({ pollIntervalMs: 5_000, retryAfterMs: 1_000 }, NOW_MS)).toMatchObject({ dueAtMs: NOW_MS + 5_000 });
    expect(toPolled({ pollIntervalMs: 5_000, retryAfterMs: 9_000 }, NOW_MS)).toMatchObject({ dueAtMs: NOW_MS + 9_000 });
  });

  test.each<[ProviderErrorKind, number]>([
    ["rejected", 3],
    ["content_policy", 3],
    ["model_gone", 3],
    ["unexplained", 3],
    ["server", 2],
    ["timeout", 2],
    ["unreachable", 2],
    ["malformed", 2],
    ["rate_limited", 2],
    ["credentials", 2],
    ["quota", 2],
    ["cut", 2],
  ])("counts failures that polling again will not fix, and when it is too old all of them: %s", (kind, refusals) => {
    const polled = job({ refused: { count: 2, sinceMs: NOW_MS - 1 }, createdAtMs: NOW_MS - JOB_LIMITS.ageMs + 1 });
    expect(refusalsAfter(polled, kind, NOW_MS)).toMatchObject({ count: refusals });
    expect(refusalsAfter(polled, kind, NOW_MS + 1)).toMatchObject({ count: 3 });
  });

  test("is refused once there were many of these, over a long time", () => {
    const first = refusalsAfter(job(), "rejected", NOW_MS);
    expect(first).toEqual({ count: 1, sinceMs: NOW_MS });
    expect(refusalsAfter(job({ refused: first }), "rejected", NOW_MS + 1)).toEqual({ ...first, count: 2 });
    expect(refusalsAfter(job({ refused: first }), "timeout", NOW_MS + 1)).toEqual(first);
    const { pollRefusals, refusedForMs } = JOB_LIMITS;
    const many = { count: pollRefusals, sinceMs: NOW_MS };
    expect(isRefused(many, NOW_MS + refusedForMs - 1)).toBe(false);
    expect(isRefused(many, NOW_MS + refusedForMs)).toBe(true);
    expect(isRefused({ ...many, count: pollRefusals - 1 }, NOW_MS + refusedForMs)).toBe(false);
  });

  test("keeps the provider's URL for as long as that is valid, by default an hour", () => {
    expect(toMade({ url: "https://p.test/v", lifetimeMs: 7 }, NOW_MS)).toMatchObject({
      phase: "copying",
      providerUrl: "https://p.test/v",
      providerUrlExpiresAtMs: NOW_MS + 7,
    });
    expect(toMade({ url: "https://p.test/v" }, NOW_MS)).toMatchObject({ providerUrlExpiresAtMs: NOW_MS + 3_600_000 });
  });
});

describe("a video whose address takes our key, or has it in itself", () => {
  const made = (copyFailures: number) =>
    job({
      ...toMade({ url: "https://p.test/v", headers: { "x-key": "k" }, lifetimeMs: 2 * 24 * 3_600_000 }, NOW_MS),
      copyFailures,
    });

  test("has none to give away", () => {
    expect(made(0).providerUrl).toBeUndefined();
    expect(toMade({ url: "https://p.test/v?key=k", holdsKey: true }, NOW_MS).providerUrl).toBeUndefined();
  });

  test("is copied again until it is, or has been tried often enough, or is gone", () => {
    expect(toNotCopied(made(0), failed({}), NOW_MS)).toBeUndefined();
    expect(toCopyLater(made(0), failed({}), NOW_MS)).toMatchObject({ copyFailures: 1, dueAtMs: NOW_MS + 5_000 });
    expect(toCopyLater(made(JOB_LIMITS.copyAgainMs.length), failed({}), NOW_MS)).toBeUndefined();
    expect(toCopyLater(made(0), { ...failed({}), gone: true }, NOW_MS)).toBeUndefined();
  });
});

describe("a video whose file is refused, and that has no address to give away", () => {
  const made = (more: Partial<Job> = {}) => job({ phase: "copying", ...more });
  const refused = { ...failed({}), refusal: "HTTP 404" };
  const { copyRefusals, copyRefusedForMs } = JOB_LIMITS;
  const often = { count: copyRefusals - 1, sinceMs: NOW_MS };
  const copied = { copyFailures: copyRefusals - 1, refused: often };

  test("is copied again, until it was refused many times, over some minutes", () => {
    const first = toCopyLater(made(), refused, NOW_MS);
    expect(first).toMatchObject({ refused: { count: 1, sinceMs: NOW_MS }, dueAtMs: NOW_MS + 5_000 });
    expect(toCopyLater(made(first), refused, NOW_MS + 5_000)).toMatchObject({
      refused: { count: 2, sinceMs: NOW_MS },
    });
    expect(toCopyLater(made(copied), refused, NOW_MS + copyRefusedForMs - 1)).toBeDefined();
    expect(toCopyLater(made(copied), refused, NOW_MS + copyRefusedForMs)).toBeUndefined();
    const seldom = { ...copied, refused: { ...often, count: copyRefusals - 2 } };
    expect(toCopyLater(made(seldom), refused, NOW_MS + copyRefusedForMs)).toBeDefined();
    const polled = { copyFailures: 0, refused: { ...often, count: 50 } };
    expect(toCopyLater(made(polled), refused, NOW_MS + copyRefusedForMs)).toBeDefined();
  });

  test("is refused anew after another failure, and after its polls", () => {
    const NEVER = { refused: undefined };
    expect(toCopyLater(made({ refused: often }), failed({}), NOW_MS + copyRefusedForMs)).toMatchObject(NEVER);
    expect(toMade({ url: "https://p.test/v" }, NOW_MS)).toMatchObject(NEVER);
  });
});

describe("a video that could not be copied", () => {
  const address = { providerUrl: "https://p.test/v", providerUrlExpiresAtMs: NOW_MS + 3_600_000 };
  const made = (more: Partial<Job> = {}) => job({ phase: "copying", providerUrl: "https://p.test/old", ...more });

  test("is charged with the provider's latest URL, and copied again later", () => {
    expect(toNotCopied(made(), failed(address), NOW_MS)).toEqual({
      phase: "charging",
      ...address,
      videoUrl: "https://p.test/v",
      stored: false,
      copyFailures: 1,
      copyDueAtMs: NOW_MS + 5_000,
      dueAtMs: NOW_MS + JOB_LIMITS.leaseMs,
    });
  });

  test("is not charged with a URL that has expired: it is copied again, and the next one is waited for", () => {
    const expired = { ...address, providerUrlExpiresAtMs: NOW_MS };
    expect(toNotCopied(made(), failed(expired), NOW_MS)).toBeUndefined();
    expect(toNotCopied(made(), failed({ ...expired, providerUrlExpiresAtMs: NOW_MS + 1 }), NOW_MS)).toBeDefined();
    expect(toCopyLater(made(), failed(expired), NOW_MS)).toMatchObject({ copyFailures: 1, dueAtMs: NOW_MS + 5_000 });
  });

  test("is retried with growing pauses, and finally given up", () => {
    const pauses = Array.from({ length: JOB_LIMITS.copyAgainMs.length + 1 }, (_, copyFailures) =>
      toNotCopiedAgain(made({ copyFailures }), failed(address), NOW_MS),
    );
    expect(pauses.map(({ copyDueAtMs }) => copyDueAtMs)).toEqual([
      ...JOB_LIMITS.copyAgainMs.map((pauseMs) => NOW_MS + pauseMs),
      undefined,
    ]);
    expect(pauses.map(({ copyFailures }) => copyFailures)).toEqual(pauses.map((_, index) => index + 1));
    expect(pauses.at(-1)?.dueAtMs).toBeUndefined();
  });

  test("waits for a while if too many others are copied, which is no failed copy", () => {
    const dueAtMs = NOW_MS + JOB_LIMITS.copyBusyMs;
    expect(toCopyBusy(made(), NOW_MS)).toEqual({ dueAtMs });
    expect(toCopyBusy(made({ phase: "completed", callbackDueAtMs: NOW_MS + 5 }), NOW_MS)).toEqual({
      copyDueAtMs: dueAtMs,
      dueAtMs: NOW_MS + 5,
    });
  });

  test("is tried twice more before that, if the failure may pass", () => {
    const cut = { ...failed(address), isTransient: true };
    const tries = [0, 1, 2].map((copyFailures) => {
      const copying = made({ copyFailures });
      return toNotCopied(copying, cut, NOW_MS) ?? toCopyLater(copying, cut, NOW_MS);
    });
    expect(tries).toEqual([
      expect.objectContaining({ ...address, copyFailures: 1, dueAtMs: NOW_MS + 5_000 }),
      expect.objectContaining({ ...address, copyFailures: 2, dueAtMs: NOW_MS + 15_000 }),
      expect.objectContaining({ phase: "charging", copyFailures: 3, copyDueAtMs: NOW_MS + 30_000 }),
    ]);
  });

  test("is neither charged nor copied again if the provider no longer has the job", () => {
    const gone = { ...failed(address), gone: true };
    expect(toNotCopied(made(), gone, NOW_MS)).toBeUndefined();
    expect(toCopyLater(made(), gone, NOW_MS)).toBeUndefined();
  });

  test("is not retried once the provider no longer has it", () => {
    const gone = { ...failed(address), gone: true };
    expect(toNotCopiedAgain(made(), gone, NOW_MS)).toMatchObject({ copyDueAtMs: undefined, dueAtMs: undefined });
  });

  test("keeps its URL if the provider returns none, and gets the one it returns", () => {
    expect(toNotCopiedAgain(made(), failed({}), NOW_MS)).toEqual({
      copyFailures: 1,
      copyDueAtMs: NOW_MS + 5_000,
      dueAtMs: NOW_MS + 5_000,
    });
    expect(toNotCopiedAgain(made(), failed(address), NOW_MS)).toMatchObject({
      ...address,
      videoUrl: "https://p.test/v",
    });
  });

  test("still has its callback sent, whether copied late or never", () => {
    expect(
      toNotCopiedAgain(made({ copyFailures: 99, callbackDueAtMs: NOW_MS + 5 }), failed(address), NOW_MS).dueAtMs,
    ).toBe(NOW_MS + 5);
    expect(toCopiedLate(made({ copyDueAtMs: NOW_MS, callbackDueAtMs: NOW_MS + 5 }), "https://ours.test/v")).toEqual({
      videoUrl: "https://ours.test/v",
      stored: true,
      copyDueAtMs: undefined,
      dueAtMs: NOW_MS + 5,
    });
  });
});

describe("a finished job", () => {
  const hooked = (more: Partial<Job> = {}) => job({ callbackUrl: "https://caller.test/hook", ...more });

  test("is due for its earliest remaining step", () => {
    expect(toCompleted(job(), COST, NOW_MS)).toEqual({
      phase: "completed",
      outcome: "ok",
      ...COST,
      endedAtMs: NOW_MS,
      callbackDueAtMs: undefined,
      dueAtMs: undefined,
    });
    expect(toCompleted(job({ copyDueAtMs: NOW_MS + 9 }), COST, NOW_MS).dueAtMs).toBe(NOW_MS + 9);
    expect(toCompleted(hooked({ copyDueAtMs: NOW_MS + 9 }), COST, NOW_MS)).toMatchObject({
      callbackDueAtMs: NOW_MS,
      dueAtMs: NOW_MS,
    });
    expect(toFailed(hooked(), NOW_MS)).toEqual({
      phase: "failed",
      endedAtMs: NOW_MS,
      callbackDueAtMs: NOW_MS,
      dueAtMs: NOW_MS,
    });
  });

  test("has its callback retried with growing pauses, and finally given up", () => {
    expect(toCalledBack(hooked({ callbackFailures: 2, copyDueAtMs: NOW_MS + 9 }), true, NOW_MS)).toEqual({
      callbackDueAtMs: undefined,
      callbackFailures: 2,
      dueAtMs: NOW_MS + 9,
    });
    const told = Array.from({ length: JOB_LIMITS.callbackAgainMs.length + 1 }, (_, callbackFailures) =>
      toCalledBack(hooked({ callbackFailures }), false, NOW_MS),
    );
    expect(told.map(({ dueAtMs }) => dueAtMs)).toEqual([
      ...JOB_LIMITS.callbackAgainMs.map((pauseMs) => NOW_MS + pauseMs),
      undefined,
    ]);
    expect(told.map(({ callbackFailures }) => callbackFailures)).toEqual(told.map((_, index) => index + 1));
  });

  test("that waits for other callbacks does not count as a failed try", () => {
    expect(toCalledBackLater(hooked({ copyDueAtMs: NOW_MS + JOB_LIMITS.callbackBusyMs + 1 }), NOW_MS)).toEqual({
      callbackDueAtMs: NOW_MS + JOB_LIMITS.callbackBusyMs,
      dueAtMs: NOW_MS + JOB_LIMITS.callbackBusyMs,
    });
    expect(toCalledBackLater(hooked({ copyDueAtMs: NOW_MS + 1 }), NOW_MS).dueAtMs).toBe(NOW_MS + 1);
  });

  test.each([
    [0, 2_000],
    [2_000, 2_000],
    [7_000, 7_000],
    [60_000, 60_000],
    [3_600_000, 60_000],
  ])("is looked at less often the longer it has waited for them: after %d ms in another %d ms", (waitedMs, pauseMs) => {
    expect(toCalledBackLater(hooked({ endedAtMs: NOW_MS - waitedMs }), NOW_MS).callbackDueAtMs).toBe(NOW_MS + pauseMs);
  });
});
