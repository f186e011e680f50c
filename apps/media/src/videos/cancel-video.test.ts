import { VideoStatus } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { ProviderError } from "@cenote/providers";
import { deferred } from "@cenote/testkit";
import { jobIdOf } from "../jobs/job-id";
import { JOB_LIMITS } from "../jobs/limits";
import { type Harness, context, createHarness, ORG, videoRequest } from "../testing/harness";
import { completedAt, POLL_INTERVAL_MS, stop } from "../testing/fake-provider";
import { cancelVideo } from "./cancel-video";
import { createVideo } from "./create-video";
import { getVideo } from "./get-video";

let harness: Harness;
beforeEach(() => {
  harness = createHarness();
});

const start = async () => (await createVideo(harness.scope, videoRequest())).job?.id ?? "";
const cancel = async (jobId: string) => (await cancelVideo(harness.scope, { context: context(), jobId })).job;

/** The provider has made the video. */
const finish = () => {
  const [video] = harness.provider.videos;
  if (video !== undefined) video.state = completedAt("https://files.test/1");
};

const CANCELLED = { status: VideoStatus.VIDEO_STATUS_FAILED, error: "The job was cancelled.", costNanoMxn: 0n };

test("a running job fails, its hold is released, and nothing is charged, once the provider confirms", async () => {
  harness.provider.onCancel = () => {
    expect(harness.billing.holds.size).toBe(1);
    return "cancelled";
  };
  const job = await cancel(await start());
  expect(job).toMatchObject({ ...CANCELLED, completed: new Date(harness.clock.nowMs()) });
  expect(harness.provider.videos).toMatchObject([{ cancelled: true }]);
  expect(harness.billing.holds.size).toBe(0);
  expect([...harness.billing.released.values()]).toMatchObject([{ record: { kind: "video", outcome: "cancelled" } }]);
});

describe("a running job goes on, and is charged when it is completed,", () => {
  const UNCONFIRMED = {
    code: "provider_unavailable",
    message:
      "The provider did not confirm that the job is cancelled. Unless it is, it goes on, and is charged when it is completed.",
  };

  test.each<[string, Harness["provider"]["onCancel"], object]>([
    [
      "if its provider can't cancel",
      () => undefined,
      {
        code: "invalid_request_error",
        message: "The provider of this model can't cancel a job. It goes on, and is charged when it is completed.",
      },
    ],
    ["if its provider refuses", () => "refused", UNCONFIRMED],
    [
      "if its provider does not answer",
      () => Promise.reject(new ProviderError({ kind: "timeout", message: "No answer." })),
      UNCONFIRMED,
    ],
  ])("%s", async (_what, onCancel, refusal) => {
    harness.provider.onCancel = onCancel;
    const id = await start();
    await expect(cancel(id)).rejects.toMatchObject(refusal);
    expect(await harness.jobOf(id)).toMatchObject({ phase: "running", outcome: "ok", error: undefined });
    expect(harness.billing.holds.size).toBe(1);
    finish();
    await harness.clock.advance(POLL_INTERVAL_MS);
    await harness.sweep();
    expect(await cancel(id)).toMatchObject({ status: VideoStatus.VIDEO_STATUS_COMPLETED, costNanoMxn: 5n });
    expect(harness.billing.released.size).toBe(0);
  });

  test("if its provider was asked to stop and does not", async () => {
    harness.provider.onCancel = () => "asked";
    const id = await start();
    expect(await cancel(id)).toMatchObject({ status: VideoStatus.VIDEO_STATUS_PROCESSING });
    finish();
    await harness.clock.advance(JOB_LIMITS.leaseMs);
    await harness.sweep();
    expect(await harness.jobOf(id)).toMatchObject({ phase: "completed", costNanoMxn: 5n });
  });

  test("if its provider finished it while it was asked", async () => {
    const id = await start();
    harness.provider.onCancel = async (): Promise<"refused"> => {
      finish();
      await harness.clock.advance(POLL_INTERVAL_MS);
      await harness.sweep();
      return "refused";
    };
    expect(await cancel(id)).toMatchObject({ status: VideoStatus.VIDEO_STATUS_COMPLETED, costNanoMxn: 5n });
  });
});

describe("a job that its provider was asked to stop", () => {
  test("is cancelled once that tells so, at once", async () => {
    harness.provider.onCancel = (video) => {
      stop(video);
      return "asked";
    };
    expect(await cancel(await start())).toMatchObject(CANCELLED);
    expect([...harness.billing.released.values()]).toMatchObject([{ record: { outcome: "cancelled" } }]);
  });

  test("is cancelled by a later poll, also if the process died before it had the provider's answer", async () => {
    const id = await start();
    harness.provider.onCancel = (video) => {
      stop(video);
      return new Promise(() => {});
    };
    void cancel(id);
    await harness.clock.advance(POLL_INTERVAL_MS);
    await harness.sweep();
    expect((await getVideo(harness.scope, { context: context(), jobId: id })).job).toMatchObject(CANCELLED);
    expect([...harness.billing.released.values()]).toMatchObject([{ record: { outcome: "cancelled" } }]);
  });
});

test("a cancel that is confirmed while the job is polled ends it", async () => {
  const id = await start();
  const confirmed = deferred<"cancelled">();
  harness.provider.onCancel = () => confirmed.promise;
  const cancelled = cancel(id);
  await harness.clock.advance(POLL_INTERVAL_MS);
  await harness.sweep();
  confirmed.resolve("cancelled");
  expect(await cancelled).toMatchObject(CANCELLED);
});

test("a video that the provider finishes after it confirmed is neither shown nor charged", async () => {
  const id = await start();
  await cancel(id);
  finish();
  await harness.clock.advance(POLL_INTERVAL_MS);
  await harness.sweep();
  expect((await getVideo(harness.scope, { context: context(), jobId: id })).job).toMatchObject(CANCELLED);
  expect(harness.billing.settleRequests).toBe(0);
  expect(harness.provider.videos[0]?.polledAtMs).toEqual([]);
});

test("a job that a provider is being asked to take is not cancelled before that has answered", async () => {
  const taken = deferred();
  harness.provider.onSubmit = () => taken.promise;
  const answer = createVideo(harness.scope, videoRequest());
  await harness.clock.advance(JOB_LIMITS.submitAnswerMs);
  const id = (await answer).job?.id ?? "";
  await expect(cancel(id)).rejects.toMatchObject({ code: "provider_unavailable", retryable: true });
  expect(harness.billing.holds.size).toBe(1);
  taken.resolve();
  await harness.scope.background.idle();
  expect(await cancel(id)).toMatchObject(CANCELLED);
  expect(harness.provider.videos).toMatchObject([{ cancelled: true }]);
});

test("no provider is asked to take a job as long as the database does not say that it is offered", async () => {
  const update = harness.store.update.bind(harness.store);
  let isAway = true;
  harness.store.update = async (job, change) => {
    if (isAway && change.offered === true) throw new Error("the database is away");
    return update(job, change);
  };
  const answer = createVideo(harness.scope, videoRequest());
  await harness.clock.advance(JOB_LIMITS.submitAnswerMs);
  const id = (await answer).job?.id ?? "";
  expect(harness.provider.videos).toEqual([]);
  isAway = false;
  await harness.clock.advance(5_000);
  expect(await harness.jobOf(id)).toMatchObject({ phase: "running", offered: true });
});

test("a job cancelled before its hold was made holds nothing afterwards, and no provider is asked", async () => {
  const request = videoRequest();
  const { service } = harness.billing;
  const admit = service.admit.bind(service);
  service.admit = async (asked) => {
    await cancel(jobIdOf(ORG, request.context?.requestId ?? ""));
    return admit(asked);
  };
  expect((await createVideo(harness.scope, request)).job).toMatchObject(CANCELLED);
  expect(harness.billing.admitted).toHaveLength(1);
  expect(harness.billing.holds.size).toBe(0);
  expect(harness.provider.videos).toEqual([]);
});

test("a job whose video is ready and only waits for its charge is completed after all", async () => {
  const id = await start();
  finish();
  harness.billing.failures.settle = Array.from({ length: 20 }, () => new CenoteError("internal_error"));
  await harness.clock.advance(POLL_INTERVAL_MS);
  await Promise.all([harness.sweep(), harness.clock.advance(45_000)]);
  harness.billing.failures.settle = [];
  expect(await cancel(id)).toMatchObject({ status: VideoStatus.VIDEO_STATUS_PROCESSING });
  await harness.clock.advance(JOB_LIMITS.retryMs);
  await harness.sweep();
  expect((await harness.jobOf(id)).phase).toBe("completed");
});

test("20 concurrent cancels and 20 polls end it once", async () => {
  const id = await start();
  finish();
  await harness.clock.advance(POLL_INTERVAL_MS);
  await Promise.all(
    Array.from({ length: 20 }, () => [cancel(id), getVideo(harness.scope, { context: context(), jobId: id })]).flat(),
  );
  await harness.sweep();
  const { phase } = await harness.jobOf(id);
  expect(harness.billing.settled.size + harness.billing.released.size).toBe(1);
  expect(phase).toBe(harness.billing.settled.size === 1 ? "completed" : "failed");
});
