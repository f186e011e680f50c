import { CenoteError } from "./cenote-error";
import type { Clock } from "./clock";
import { type RetryOptions, retryUntilAnswered } from "./retry-until-answered";

const AWAY = new CenoteError("overloaded");

/** Timers fire at once, as if their time had passed. */
const createClock = (): Clock => {
  let elapsedMs = 0;
  return {
    nowMs: () => elapsedMs,
    monotonicMs: () => elapsedMs,
    setTimer(callback, delayMs) {
      setImmediate(() => {
        elapsedMs += delayMs;
        callback();
      });
      return { cancel: () => {} };
    },
  };
};

/** Asks once a second for ten seconds; answers as scripted, the last one again and again. */
const asking = (answers: readonly (string | Error)[], rest: Partial<RetryOptions> = {}) => {
  const asked: (string | Error)[] = [];
  const unanswered: unknown[] = [];
  const answer = retryUntilAnswered(
    async () => {
      const next = answers[asked.length] ?? answers.at(-1) ?? AWAY;
      asked.push(next);
      if (next instanceof Error) throw next;
      return next;
    },
    {
      clock: createClock(),
      limitMs: 10_000,
      retryAfterMs: 1_000,
      onUnanswered: (error) => unanswered.push(error),
      ...rest,
    },
  );
  return { asked, unanswered, answer };
};

test("asks again until there is an answer, and tells of each failure", async () => {
  const { unanswered, answer } = asking([AWAY, AWAY, "here"]);
  expect(await answer).toBe("here");
  expect(unanswered).toEqual([AWAY, AWAY]);
});

test("a refusal is not repeated", async () => {
  const refusal = new Error("no");
  const { asked, answer } = asking([AWAY, refusal, "never"]);
  await expect(answer).rejects.toBe(refusal);
  expect(asked).toEqual([AWAY, refusal]);
});

test("what counts as unanswered is up to the caller", async () => {
  const silence = new Error("silence");
  expect(await asking([silence, "here"], { isUnanswered: (error) => error === silence }).answer).toBe("here");
});

test("the last failure is thrown once the limit has passed, and not told", async () => {
  const { asked, unanswered, answer } = asking([AWAY]);
  await expect(answer).rejects.toBe(AWAY);
  expect([asked.length, unanswered.length]).toEqual([11, 10]);
});
