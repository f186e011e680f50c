import { createManualClock } from "@cenote/testkit";
import { startCallTimes } from "./call-times";

const setUp = async () => {
  const clock = createManualClock();
  await clock.advance(1_000);
  const times = startCallTimes(clock, "chat", true);
  times.history.attempts.push({ route: "one/first", outcome: "server", durationMs: 20.25 });
  times.history.waitedMs = 0.125;
  await clock.advance(40.5);
  times.markFirstContent();
  times.history.attempts.push({ route: "two/second", outcome: "ok", durationMs: 19.75 });
  await clock.advance(100);
  return times;
};

test("a call is recorded in whole milliseconds, from its own beginning", async () => {
  expect((await setUp()).record("ok")).toEqual({
    kind: "chat",
    stream: true,
    outcome: "ok",
    attempts: [
      { route: "one/first", outcome: "server", durationMs: 20 },
      { route: "two/second", outcome: "ok", durationMs: 20 },
    ],
    durationMs: 141,
    firstContentMs: 41,
  });
});

test("what it waited for providers is that of its tries and between their rounds, unrounded until then", async () => {
  expect((await setUp()).upstreamUs()).toBe(40_125);
});
