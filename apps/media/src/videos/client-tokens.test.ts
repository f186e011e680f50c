import { type CallContext, VideoStatus } from "@cenote/contracts";
import { CenoteError, createRandomIds, silentLog } from "@cenote/core";
import { createIdempotency } from "@cenote/idempotency";
import { createMemoryIdempotencyStore } from "@cenote/idempotency/testing";
import { withIdempotency } from "../idempotency/with-idempotency";
import { createMediaService } from "../service";
import { type Harness, context, createHarness, OTHER_ORG, scopeElsewhere, videoRequest } from "../testing/harness";
import { completedAt, POLL_INTERVAL_MS } from "../testing/fake-provider";
import { cancelVideo } from "./cancel-video";
import { createVideo } from "./create-video";
import { getVideo } from "./get-video";
import { listVideos } from "./list-videos";
import { watchVideo } from "./watch-video";

const TOKEN = { clientTokenId: "00000000-0000-4000-8000-00000000000a" };
const OTHER_TOKEN = { clientTokenId: "00000000-0000-4000-8000-00000000000b" };
/** Over gRPC a call with an API key may leave the field out or send it empty. */
const API_KEYS = [{}, { clientTokenId: "" }];

let harness: Harness;
beforeEach(() => {
  harness = createHarness();
});

const start = async (call: Partial<CallContext> = TOKEN) =>
  (await createVideo(harness.scope, videoRequest({}, call))).job?.id ?? "";

const list = async (call: Partial<CallContext>) => {
  const { jobs } = await listVideos(harness.scope, {
    context: context(call),
    page: undefined,
    status: VideoStatus.VIDEO_STATUS_UNSPECIFIED,
  });
  return jobs.map(({ id }) => id);
};

describe("the budget of a client token", () => {
  test("pays for a video's hold and charge, whichever process charges it", async () => {
    await start();
    expect(harness.billing.admitted).toMatchObject([{ context: TOKEN }]);
    const { clock, billing, provider, store } = harness;
    const restarted = scopeElsewhere(harness);
    const [video] = provider.videos;
    if (video !== undefined) video.state = completedAt("https://files.test/1");
    await clock.advance(POLL_INTERVAL_MS);
    for (const job of await store.due(clock.nowMs(), 9)) await restarted.machine.advance(job);
    expect([...billing.settled.values()]).toMatchObject([{ context: { ...TOKEN, keyId: "key" } }]);
  });

  test("gets back the hold of a cancelled one", async () => {
    const jobId = await start();
    await cancelVideo(harness.scope, { context: context(TOKEN), jobId });
    await harness.scope.background.idle();
    expect([...harness.billing.released.values()]).toMatchObject([{ context: TOKEN }]);
  });

  test("is not involved if an API key asks", async () => {
    for (const call of API_KEYS) await start(call);
    expect(harness.billing.admitted.map(({ context: call }) => call?.clientTokenId)).toEqual([undefined, undefined]);
  });

  test("of an unknown token leaves no job", async () => {
    harness.billing.failures.admit = [new CenoteError("not_found")];
    await expect(start()).rejects.toMatchObject({ code: "not_found" });
    expect(await list({})).toEqual([]);
  });
});

describe("a job created with a client token", () => {
  const watch = async (call: Partial<CallContext>, jobId: string) =>
    (await watchVideo(harness.scope, { context: context(call), jobId }, new AbortController().signal).next()).value?.job
      ?.id;

  test.each([TOKEN, ...API_KEYS])("is accessible to %j", async (call) => {
    const jobId = await start();
    expect((await getVideo(harness.scope, { context: context(call), jobId })).job?.id).toBe(jobId);
    expect(await watch(call, jobId)).toBe(jobId);
    expect(await list(call)).toEqual([jobId]);
    expect((await cancelVideo(harness.scope, { context: context(call), jobId })).job?.id).toBe(jobId);
  });

  test.each([
    ["another client token", TOKEN, OTHER_TOKEN],
    ["the same client token's id in another organization", TOKEN, { ...TOKEN, organizationId: OTHER_ORG }],
    ["a client token, where an API key made it", {}, TOKEN],
  ])("is invisible to %s", async (_who, maker, call) => {
    const jobId = await start(maker);
    const unknown = { code: "job_not_found", message: "There is no such job." };
    await expect(getVideo(harness.scope, { context: context(call), jobId })).rejects.toMatchObject(unknown);
    await expect(watch(call, jobId)).rejects.toMatchObject(unknown);
    await expect(cancelVideo(harness.scope, { context: context(call), jobId })).rejects.toMatchObject(unknown);
    expect(await list(call)).toEqual([]);
    expect((await harness.jobOf(jobId)).phase).toBe("running");
  });

  test("is not returned to another token's call with the same request id or idempotency key", async () => {
    const idempotency = createIdempotency({
      store: createMemoryIdempotencyStore(),
      secret: "secret",
      clock: harness.clock,
      ids: createRandomIds(),
      log: silentLog,
    });
    const service = withIdempotency(createMediaService(harness.scope), { ...harness.scope, idempotency });
    const create = (call: Partial<CallContext>) => service.createVideo(videoRequest({}, call));
    const id = { requestId: createRandomIds().requestId() };
    const { job } = await create({ ...id, ...TOKEN });
    expect((await create({ ...id, ...TOKEN })).job).toEqual(job);
    await expect(create({ ...id, ...OTHER_TOKEN })).rejects.toMatchObject({ code: "idempotency_conflict" });
    const key = { idempotencyKey: "order-1" };
    const { job: keyed } = await create({ ...key, ...TOKEN });
    expect((await create({ ...key, ...TOKEN })).job).toEqual(keyed);
    expect((await create({ ...key, ...OTHER_TOKEN })).job?.id).not.toBe(keyed?.id);
  });
});
