import { createVideo } from "../videos/create-video";
import { type Harness, createHarness, videoRequest } from "../testing/harness";
import { completedAt, POLL_INTERVAL_MS } from "../testing/fake-provider";
import { JOB_LIMITS } from "./limits";
import { ProviderError } from "@cenote/providers";

let harness: Harness;
beforeEach(() => {
  harness = createHarness();
});

describe("a job's callback is sent", () => {
  const end = async () => {
    await createVideo(harness.scope, videoRequest({ callbackUrl: "https://caller.test/hook" }));
    const [video] = harness.provider.videos;
    if (video !== undefined) video.state = completedAt("https://files.test/1");
    await harness.clock.advance(POLL_INTERVAL_MS);
    await harness.sweep();
  };

  test("at once, with the final state of the job", async () => {
    await end();
    expect(harness.callbacks.delivered).toMatchObject([{ phase: "completed", stored: true, costNanoMxn: 5n }]);
    expect((await harness.newestJob()).dueAtMs).toBeUndefined();
  });

  test("for a failed job too", async () => {
    harness.provider.onSubmit = () => {
      throw new ProviderError({ kind: "content_policy", message: "No cenotes at noon." });
    };
    await createVideo(harness.scope, videoRequest({ callbackUrl: "https://caller.test/hook" }));
    await harness.scope.background.idle();
    expect(harness.callbacks.delivered).toMatchObject([{ phase: "failed", error: "No cenotes at noon." }]);
  });

  test("again and again, with growing pauses, until it is accepted", async () => {
    harness.callbacks.outcomes.push(new Error("503"), new Error("503"));
    await end();
    const [first, second] = JOB_LIMITS.callbackAgainMs;
    await harness.clock.advance(first - 1);
    await harness.sweep();
    expect(harness.callbacks.delivered).toHaveLength(1);
    await harness.clock.advance(1);
    await harness.sweep();
    await harness.clock.advance(second);
    await harness.sweep();
    expect(harness.callbacks.delivered).toHaveLength(3);
    expect(new Set(harness.callbacks.delivered.map(({ id }) => id)).size).toBe(1);
    expect((await harness.newestJob()).dueAtMs).toBeUndefined();
  });

  test("no more once it is rejected for good, or after three days", async () => {
    harness.callbacks.outcomes.push(false);
    await end();
    expect((await harness.newestJob()).dueAtMs).toBeUndefined();
    harness = createHarness();
    harness.callbacks.outcomes.push(...Array.from({ length: 100 }, () => new Error("500")));
    await end();
    for (let hours = 0; hours < 24 * 5; hours += 1) {
      await harness.clock.advance(3_600_000);
      await harness.sweep();
    }
    expect(harness.callbacks.delivered).toHaveLength(JOB_LIMITS.callbackAgainMs.length + 1);
    expect((await harness.newestJob()).dueAtMs).toBeUndefined();
  });

  test("independently of retrying the copy", async () => {
    harness.saver.failures.push(new Error("disk full"));
    harness.callbacks.outcomes.push(new Error("503"));
    await end();
    for (const pauseMs of [JOB_LIMITS.callbackAgainMs[0], JOB_LIMITS.copyAgainMs[0]]) {
      await harness.clock.advance(pauseMs);
      await harness.sweep();
    }
    expect(harness.callbacks.delivered).toHaveLength(2);
    expect(await harness.newestJob()).toMatchObject({ stored: true, dueAtMs: undefined });
  });
});
