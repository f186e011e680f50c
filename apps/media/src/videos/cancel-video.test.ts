import { VideoStatus } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { deferred } from "@cenote/testkit";
import { jobIdOf } from "../jobs/job-id";
import { JOB_LIMITS } from "../jobs/limits";
import { type Bench, context, createBench, ORG, OTHER_ORG, videoRequest } from "../testing/bench";
import { completedAt, POLL_INTERVAL_MS } from "../testing/fake-provider";
import { cancelVideo } from "./cancel-video";
import { createVideo } from "./create-video";
import { getVideo } from "./get-video";

let bench: Bench;
beforeEach(() => {
  bench = createBench();
});

const start = async () => (await createVideo(bench.scope, videoRequest())).job?.id ?? "";
const cancel = async (jobId: string) => (await cancelVideo(bench.scope, { context: context(), jobId })).job;

const CANCELLED = { status: VideoStatus.VIDEO_STATUS_FAILED, error: "The job was cancelled.", costNanoMxn: 0n };

test("a running job fails, its hold is released, nothing is charged, and the provider is told", async () => {
  const job = await cancel(await start());
  expect(job).toMatchObject({ ...CANCELLED, completed: new Date(bench.clock.nowMs()) });
  await bench.scope.background.idle();
  expect(bench.provider.videos).toMatchObject([{ cancelled: true }]);
  expect(bench.billing.holds.size).toBe(0);
  expect([...bench.billing.released.values()]).toMatchObject([{ record: { kind: "video", outcome: "cancelled" } }]);
});

test("what the provider finishes after that is neither shown nor charged", async () => {
  bench.provider.canCancel = false;
  const id = await start();
  await cancel(id);
  const [video] = bench.provider.videos;
  if (video !== undefined) video.state = completedAt("https://files.test/1");
  await bench.clock.advance(POLL_INTERVAL_MS);
  await bench.sweep();
  expect((await getVideo(bench.scope, { context: context(), jobId: id })).job).toMatchObject(CANCELLED);
  expect(bench.billing.settleRequests).toBe(0);
  expect(video?.polledAtMs).toEqual([]);
});

test("a job still being submitted is cancelled at the provider once it is accepted", async () => {
  const taken = deferred();
  bench.provider.onSubmit = () => taken.promise;
  const answer = createVideo(bench.scope, videoRequest());
  await bench.clock.advance(JOB_LIMITS.submitAnswerMs);
  const id = (await answer).job?.id ?? "";
  expect(await cancel(id)).toMatchObject(CANCELLED);
  taken.resolve();
  await bench.scope.background.idle();
  expect(bench.provider.videos).toMatchObject([{ cancelled: true }]);
  expect(await bench.jobOf(id)).toMatchObject({ phase: "failed", handle: undefined });
});

test("a job cancelled before its hold was made holds nothing afterwards, and no provider is asked", async () => {
  const request = videoRequest();
  const { service } = bench.billing;
  const admit = service.admit.bind(service);
  service.admit = async (asked) => {
    await cancel(jobIdOf(ORG, request.context?.requestId ?? ""));
    return admit(asked);
  };
  expect((await createVideo(bench.scope, request)).job).toMatchObject(CANCELLED);
  expect(bench.billing.admitted).toHaveLength(1);
  expect(bench.billing.holds.size).toBe(0);
  expect(bench.provider.videos).toEqual([]);
});

test("a job that has ended stays as it is", async () => {
  const id = await start();
  const [video] = bench.provider.videos;
  if (video !== undefined) video.state = completedAt("https://files.test/1");
  await bench.clock.advance(POLL_INTERVAL_MS);
  await bench.sweep();
  expect(await cancel(id)).toMatchObject({ status: VideoStatus.VIDEO_STATUS_COMPLETED, costNanoMxn: 5n });
  expect(bench.billing.released.size).toBe(0);
});

test("one whose video is ready and only waits for its charge is completed after all", async () => {
  const id = await start();
  const [video] = bench.provider.videos;
  if (video !== undefined) video.state = completedAt("https://files.test/1");
  bench.billing.failures.settle = Array.from({ length: 20 }, () => new CenoteError("internal_error"));
  await bench.clock.advance(POLL_INTERVAL_MS);
  await Promise.all([bench.sweep(), bench.clock.advance(45_000)]);
  bench.billing.failures.settle = [];
  expect(await cancel(id)).toMatchObject({ status: VideoStatus.VIDEO_STATUS_PROCESSING });
  await bench.clock.advance(JOB_LIMITS.retryMs);
  await bench.sweep();
  expect((await bench.jobOf(id)).phase).toBe("completed");
});

test("20 concurrent cancels and 20 polls end it once", async () => {
  const id = await start();
  const [video] = bench.provider.videos;
  if (video !== undefined) video.state = completedAt("https://files.test/1");
  await bench.clock.advance(POLL_INTERVAL_MS);
  await Promise.all(
    Array.from({ length: 20 }, () => [cancel(id), getVideo(bench.scope, { context: context(), jobId: id })]).flat(),
  );
  await bench.sweep();
  const { phase } = await bench.jobOf(id);
  expect(bench.billing.settled.size + bench.billing.released.size).toBe(1);
  expect(phase).toBe(bench.billing.settled.size === 1 ? "completed" : "failed");
});

test("a job of another organization is not found", async () => {
  const jobId = await start();
  await expect(
    cancelVideo(bench.scope, { context: context({ organizationId: OTHER_ORG }), jobId }),
  ).rejects.toMatchObject({ code: "job_not_found" });
});
