import { createVideo } from "../videos/create-video";
import { type Bench, createBench, videoRequest } from "../testing/bench";
import { completedAt, POLL_INTERVAL_MS } from "../testing/fake-provider";
import { JOB_LIMITS } from "./limits";
import { ProviderError } from "@cenote/providers";

let bench: Bench;
beforeEach(() => {
  bench = createBench();
});

describe("a job's callback is sent", () => {
  const end = async () => {
    await createVideo(bench.scope, videoRequest({ callbackUrl: "https://caller.test/hook" }));
    const [video] = bench.provider.videos;
    if (video !== undefined) video.state = completedAt("https://files.test/1");
    await bench.clock.advance(POLL_INTERVAL_MS);
    await bench.sweep();
  };

  test("at once, with the final state of the job", async () => {
    await end();
    expect(bench.callbacks.delivered).toMatchObject([{ phase: "completed", stored: true, costNanoMxn: 5n }]);
    expect((await bench.newestJob()).dueAtMs).toBeUndefined();
  });

  test("for a failed job too", async () => {
    bench.provider.onSubmit = () => {
      throw new ProviderError({ kind: "content_policy", message: "No cenotes at noon." });
    };
    await createVideo(bench.scope, videoRequest({ callbackUrl: "https://caller.test/hook" }));
    await bench.scope.background.idle();
    expect(bench.callbacks.delivered).toMatchObject([{ phase: "failed", error: "No cenotes at noon." }]);
  });

  test("again and again, with growing pauses, until it is accepted", async () => {
    bench.callbacks.outcomes.push(new Error("503"), new Error("503"));
    await end();
    const [first, second] = JOB_LIMITS.callbackAgainMs;
    await bench.clock.advance(first - 1);
    await bench.sweep();
    expect(bench.callbacks.delivered).toHaveLength(1);
    await bench.clock.advance(1);
    await bench.sweep();
    await bench.clock.advance(second);
    await bench.sweep();
    expect(bench.callbacks.delivered).toHaveLength(3);
    expect(new Set(bench.callbacks.delivered.map(({ id }) => id)).size).toBe(1);
    expect((await bench.newestJob()).dueAtMs).toBeUndefined();
  });

  test("no more once it is rejected for good, or after three days", async () => {
    bench.callbacks.outcomes.push(false);
    await end();
    expect((await bench.newestJob()).dueAtMs).toBeUndefined();
    bench = createBench();
    bench.callbacks.outcomes.push(...Array.from({ length: 100 }, () => new Error("500")));
    await end();
    for (let hours = 0; hours < 24 * 5; hours += 1) {
      await bench.clock.advance(3_600_000);
      await bench.sweep();
    }
    expect(bench.callbacks.delivered).toHaveLength(JOB_LIMITS.callbackAgainMs.length + 1);
    expect((await bench.newestJob()).dueAtMs).toBeUndefined();
  });

  test("independently of retrying the copy", async () => {
    bench.saver.failures.push(new Error("disk full"));
    bench.callbacks.outcomes.push(new Error("503"));
    await end();
    for (const pauseMs of [JOB_LIMITS.callbackAgainMs[0], JOB_LIMITS.copyAgainMs[0]]) {
      await bench.clock.advance(pauseMs);
      await bench.sweep();
    }
    expect(bench.callbacks.delivered).toHaveLength(2);
    expect(await bench.newestJob()).toMatchObject({ stored: true, dueAtMs: undefined });
  });
});
