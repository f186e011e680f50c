import type { Clock } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { ProviderError } from "../provider-error";
import { type AttemptOptions, startAttempt } from "./attempt";
import type { HttpSink } from "./http";

const LIMITS = { connectMs: 1_000, firstContentMs: 5_000, idleMs: 2_000, totalMs: 60_000 };

/** A try of which the test says what is returned, and its timers that have neither fired nor been cancelled. */
const open = (
  toError: AttemptOptions["toError"] = (status, _headers, body) =>
    new ProviderError({ kind: "server", status, message: body }),
) => {
  const clock = createManualClock();
  const timers = new Set<object>();
  const counting: Clock = {
    ...clock,
    setTimer(callback, delayMs) {
      const timer = clock.setTimer(() => {
        timers.delete(timer);
        callback();
      }, delayMs);
      timers.add(timer);
      return {
        cancel() {
          timers.delete(timer);
          timer.cancel();
        },
      };
    },
  };
  const caller = new AbortController();
  const told: string[] = [];
  const sinks: HttpSink[] = [];
  const attempt = startAttempt(
    {
      http: {
        send(_request, sink) {
          sinks.push(sink);
          return { pause() {}, resume() {}, abort() {} };
        },
        close: async () => {},
      },
      clock: counting,
      limits: LIMITS,
      signal: caller.signal,
      request: { method: "POST", url: "https://provider.test/v1", headers: {}, body: "" },
      toError,
    },
    {
      onBytes: (bytes) => {
        told.push(`${bytes.length} bytes`);
      },
      onEnd: () => {
        told.push("end");
      },
      onFailure: ({ kind }) => {
        told.push(kind);
      },
    },
  );
  const [provider] = sinks;
  if (provider === undefined) throw new Error("nothing was sent");
  return { attempt, clock, timers, caller, told, provider };
};

describe("a try that is over leaves no timer behind, and hears nothing more:", () => {
  test.each<[string, string[], (world: ReturnType<typeof open>) => unknown]>([
    ["answered", ["2 bytes", "end"], ({ provider }) => provider.onEnd()],
    ["cut", ["2 bytes", "cut"], ({ provider }) => provider.onFailure(new ProviderError({ kind: "cut", message: "" }))],
    ["left by its caller", ["2 bytes", "aborted"], ({ caller }) => caller.abort()],
    ["ended by its reader", ["2 bytes"], ({ attempt }) => attempt.abort()],
    ["too slow", ["2 bytes", "timeout"], ({ clock }) => clock.advance(LIMITS.firstContentMs)],
    [
      "read to the end of its content, and drained",
      ["2 bytes"],
      ({ attempt, provider }) => {
        attempt.drain();
        provider.onEnd();
      },
    ],
  ])("%s", async (_how, expected, end) => {
    const world = open();
    const { provider, caller, clock, timers, told } = world;
    provider.onConnected();
    provider.onAnswer(200, {});
    provider.onBytes(Buffer.alloc(2));
    expect(timers.size).toBe(1);
    await end(world);
    expect(timers.size).toBe(0);
    caller.abort();
    await clock.advance(LIMITS.totalMs);
    expect(told).toEqual(expected);
  });
});

test("an error answer that its reader fails to read fails the try, and throws nothing at the connection", () => {
  const { provider, timers, told } = open(() => {
    throw new RangeError("Maximum call stack size exceeded");
  });
  provider.onConnected();
  provider.onAnswer(400, {});
  provider.onEnd();
  expect(told).toEqual(["malformed"]);
  expect(timers.size).toBe(0);
});
