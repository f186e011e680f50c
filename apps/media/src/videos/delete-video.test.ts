import { type CallContext, VideoStatus } from "@cenote/contracts";
import { createRandomIds, silentLog } from "@cenote/core";
import { createIdempotency } from "@cenote/idempotency";
import { createMemoryIdempotencyStore } from "@cenote/idempotency/testing";
import { ProviderError } from "@cenote/providers";
import { deferred } from "@cenote/testkit";
import { createVideoOnce } from "../idempotency/create-video-once";
import { JOB_LIMITS } from "../jobs/limits";
import type { MediaScope } from "../media-scope";
import { type Harness, context, createHarness, OTHER_ORG, scopeElsewhere, videoRequest } from "../testing/harness";
import { completedAt, POLL_INTERVAL_MS } from "../testing/fake-provider";
import { cancelVideo } from "./cancel-video";
import { createVideo } from "./create-video";
import { deleteVideo } from "./delete-video";
import { getVideo } from "./get-video";
import { listVideos } from "./list-videos";

const NOT_FOUND = { code: "job_not_found" };

let harness: Harness;
let scope: MediaScope;
let emptied: readonly string[];
beforeEach(() => {
  harness = createHarness();
  ({ scope, emptied } = harness);
});

const start = async (video = {}, call: Partial<CallContext> = {}) =>
  (await createVideo(scope, videoRequest(video, call))).job?.id ?? "";
const remove = (jobId: string, call: Partial<CallContext> = {}) =>
  deleteVideo(scope, { context: context(call), jobId });
const get = (jobId: string) => getVideo(scope, { context: context(), jobId });

/** The provider has made the video, and the job is advanced as far as possible. */
const finish = async () => {
  for (const video of harness.provider.videos) video.state = completedAt("https://files.test/1");
  await harness.clock.advance(POLL_INTERVAL_MS);
  await harness.sweep();
};
const finished = async (video = {}, call: Partial<CallContext> = {}) => {
  const id = await start(video, call);
  await finish();
  return id;
};

/** Blocks the next copy once it has begun, until the test ends it. */
const holdCopy = () => {
  const begun = deferred();
  const copied = deferred();
  const saveFrom = harness.saver.saveFrom.bind(harness.saver);
  harness.saver.saveFrom = async (...file) => {
    harness.saver.saveFrom = saveFrom;
    begun.resolve();
    await copied.promise;
    return saveFrom(...file);
  };
  return { begun: begun.promise, end: copied.resolve };
};

/** The database accepts no updates meanwhile. */
const withoutUpdates = async (pass: () => Promise<unknown>) => {
  const update = harness.store.update.bind(harness.store);
  harness.store.update = () => Promise.reject(new Error("the database is away"));
  await pass();
  harness.store.update = update;
};

test("a completed job is gone with its file, and stays charged", async () => {
  const id = await finished();
  const { mediaId } = await harness.jobOf(id);
  expect(await remove(id)).toEqual({ jobId: id });
  expect(emptied).toEqual([mediaId]);
  await expect(get(id)).rejects.toMatchObject(NOT_FOUND);
  await expect(remove(id)).rejects.toMatchObject(NOT_FOUND);
  const { VIDEO_STATUS_UNSPECIFIED: status } = VideoStatus;
  expect((await listVideos(scope, { context: context(), page: undefined, status })).jobs).toEqual([]);
  expect([harness.billing.settled.size, harness.billing.released.size]).toEqual([1, 0]);
});

test("so is a failed one", async () => {
  const id = await start();
  await cancelVideo(scope, { context: context(), jobId: id });
  await remove(id);
  await expect(get(id)).rejects.toMatchObject(NOT_FOUND);
});

test("a job that has not ended stays and continues", async () => {
  const id = await start();
  await expect(remove(id)).rejects.toMatchObject({
    code: "invalid_request_error",
    param: "job_id",
    message: expect.stringMatching(/^job_id: .*Cancel it, or wait/),
  });
  await finish();
  expect((await get(id)).job).toMatchObject({ status: VideoStatus.VIDEO_STATUS_COMPLETED });
  expect(emptied).toEqual([]);
});

test("nobody else can delete it: neither another organization nor another client token", async () => {
  const [token, otherToken] = ["00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"];
  const id = await finished({}, { clientTokenId: token });
  await expect(remove(id, { organizationId: OTHER_ORG })).rejects.toMatchObject(NOT_FOUND);
  await expect(remove(id, { clientTokenId: otherToken })).rejects.toMatchObject(NOT_FOUND);
  await expect(remove("nothing")).rejects.toMatchObject(NOT_FOUND);
  expect(emptied).toEqual([]);
  await remove(id, { clientTokenId: token });
  await expect(get(id)).rejects.toMatchObject(NOT_FOUND);
});

test("a job whose file can't be deleted stays, so that it can be deleted again", async () => {
  const id = await finished();
  const away = { ...scope.storage, removeAll: () => Promise.reject(new Error("the bucket is away")) };
  await expect(deleteVideo({ ...scope, storage: away }, { context: context(), jobId: id })).rejects.toMatchObject({
    code: "overloaded",
    retryable: true,
  });
  await remove(id);
  await expect(get(id)).rejects.toMatchObject(NOT_FOUND);
});

test("a process that dies after the file leaves a job that can be deleted again", async () => {
  const id = await finished();
  const dying = { ...scope.jobs, remove: () => Promise.reject(new Error("the process died here")) };
  await expect(deleteVideo({ ...scope, jobs: dying }, { context: context(), jobId: id })).rejects.toThrow("died");
  await remove(id);
  expect(emptied).toHaveLength(2);
});

test("of many deletions at once one succeeds", async () => {
  const id = await finished();
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => remove(id)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes) if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(NOT_FOUND);
});

test("a callback that was not accepted yet is not sent any more", async () => {
  harness.callbacks.outcomes.push(new Error("not now"));
  const id = await finished({ callbackUrl: "https://caller.test/hook" });
  expect(harness.callbacks.delivered).toHaveLength(1);
  await remove(id);
  await harness.clock.advance(JOB_LIMITS.callbackAgainMs[0] ?? 0);
  await harness.sweep();
  expect(harness.callbacks.delivered).toHaveLength(1);
});

test("a job is deleted while its callback is under way, and does not come back", async () => {
  const accepted = deferred();
  harness.callbacks.deliver = async () => {
    await accepted.promise;
    return true;
  };
  const id = await start({ callbackUrl: "https://caller.test/hook" });
  const [video] = harness.provider.videos;
  if (video !== undefined) video.state = completedAt("https://files.test/1");
  await harness.clock.advance(POLL_INTERVAL_MS);
  await scope.machine.advance(await harness.jobOf(id));
  await remove(id);
  accepted.resolve();
  await scope.background.idle();
  await expect(get(id)).rejects.toMatchObject(NOT_FOUND);
});

test("a copy that another process finished leaves no file if it ends after the job's deletion", async () => {
  const id = await start();
  const { mediaId } = await harness.jobOf(id);
  const copy = holdCopy();
  for (const video of harness.provider.videos) video.state = completedAt("https://files.test/1");
  await harness.clock.advance(POLL_INTERVAL_MS);
  const swept = harness.sweep();
  await copy.begun;
  await withoutUpdates(() => harness.clock.advance(JOB_LIMITS.leaseMs));
  await harness.sweep();
  expect(await harness.jobOf(id)).toMatchObject({ phase: "completed", stored: true });
  await remove(id);
  copy.end();
  await swept;
  expect(harness.saver.saved).toHaveLength(2);
  expect(emptied).toEqual([mediaId, mediaId]);
  expect(harness.billing.settled.size).toBe(1);
});

describe("a job with its provider's address", () => {
  const started = async () => {
    harness.saver.failures.push(new ProviderError({ kind: "rejected", message: "No." }));
    return finished();
  };

  test("is not copied any more", async () => {
    const id = await started();
    expect(await harness.jobOf(id)).toMatchObject({ phase: "completed", stored: false });
    await remove(id);
    await harness.clock.advance(JOB_LIMITS.copyAgainMs[0]);
    await harness.sweep();
    expect(harness.saver.saved).toEqual([]);
  });

  test("is not deleted while it is copied: its file would come after all, and stay", async () => {
    const id = await started();
    const copy = holdCopy();
    await harness.clock.advance(JOB_LIMITS.copyAgainMs[0]);
    const swept = harness.sweep();
    await copy.begun;
    await expect(remove(id)).rejects.toMatchObject({ code: "overloaded", retryable: true });
    expect(emptied).toEqual([]);
    copy.end();
    await swept;
    expect(await harness.jobOf(id)).toMatchObject({ stored: true });
    await remove(id);
    expect(emptied).toHaveLength(1);
  });

  test("leaves no file if it is deleted while a copy goes on whose lease could not be renewed", async () => {
    const id = await started();
    const { mediaId } = await harness.jobOf(id);
    const copy = holdCopy();
    await harness.clock.advance(JOB_LIMITS.copyAgainMs[0]);
    const swept = harness.sweep();
    await copy.begun;
    await withoutUpdates(() => harness.clock.advance(JOB_LIMITS.leaseMs));
    await remove(id);
    expect(harness.saver.saved).toEqual([]);
    copy.end();
    await swept;
    expect(harness.saver.saved).toHaveLength(1);
    expect(emptied).toEqual([mediaId, mediaId]);
    await expect(get(id)).rejects.toMatchObject(NOT_FOUND);
  });

  test("is named in the log if its late file can't be taken away", async () => {
    const id = await started();
    const { mediaId } = await harness.jobOf(id);
    const logged: object[] = [];
    const { clock } = harness;
    const removeAll = () => Promise.reject(new Error("the bucket is away"));
    const failing = scopeElsewhere(harness, {
      storage: { ...scope.storage, removeAll },
      log: { ...silentLog, error: (fields) => logged.push(fields) },
    });
    const copy = holdCopy();
    await clock.advance(JOB_LIMITS.copyAgainMs[0]);
    const advanced = failing.machine.advance(await harness.jobOf(id));
    await copy.begun;
    await withoutUpdates(() => clock.advance(JOB_LIMITS.leaseMs));
    await remove(id);
    copy.end();
    await expect(advanced).resolves.toMatchObject({ id });
    expect(logged).toEqual([expect.objectContaining({ jobId: id, mediaId })]);
  });

  test("is not deleted by one who read it before the copy began", async () => {
    const id = await started();
    await harness.clock.advance(JOB_LIMITS.copyAgainMs[0]);
    const before = await harness.jobOf(id);
    await harness.store.update(before, { dueAtMs: harness.clock.nowMs() + JOB_LIMITS.leaseMs });
    const late = { ...scope.jobs, find: async () => before };
    await expect(deleteVideo({ ...scope, jobs: late }, { context: context(), jobId: id })).rejects.toMatchObject({
      code: "overloaded",
    });
    expect(await harness.jobOf(id)).toMatchObject({ phase: "completed" });
  });
});

test("a retry with the idempotency key of a deleted job neither finds it nor makes another", async () => {
  const { clock } = harness;
  const ids = createRandomIds();
  const idempotency = createIdempotency({
    store: createMemoryIdempotencyStore(),
    secret: "secret",
    clock,
    ids,
    log: silentLog,
  });
  const keyed = { ...scope, idempotency };
  const create = () => createVideoOnce(keyed, videoRequest({}, { idempotencyKey: "film-1" }));
  const { job } = await create();
  await finish();
  await remove(job?.id ?? "");
  await expect(create()).rejects.toMatchObject(NOT_FOUND);
  expect(harness.provider.videos).toHaveLength(1);
});
