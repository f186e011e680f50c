import { VideoStatus } from "@cenote/contracts";
import { CenoteError, createRandomIds, silentLog } from "@cenote/core";
import { createIdempotency, IDEMPOTENCY_LIMITS } from "@cenote/idempotency";
import { createMemoryIdempotencyStore } from "@cenote/idempotency/testing";
import { ProviderError } from "@cenote/providers";
import { deferred } from "@cenote/testkit";
import { JOB_LIMITS } from "../jobs/limits";
import {
  type Harness,
  context,
  createHarness,
  imagesRequest,
  ORG,
  OTHER_ORG,
  scopeElsewhere,
  videoRequest,
} from "../testing/harness";
import { PNG } from "../testing/fake-provider";
import { createMortal } from "../testing/mortal";
import { createMediaService } from "../service";
import { createVideo } from "../videos/create-video";
import type { KeyedScope } from "./keyed-scope";
import { withIdempotency } from "./with-idempotency";

let harness: Harness;
let scope: KeyedScope;
let store: ReturnType<typeof createMemoryIdempotencyStore>;

/** Each scope stands for a separate process. */
const keyed = (base = harness.scope, clock = harness.clock as KeyedScope["clock"]): KeyedScope => ({
  ...base,
  idempotency: createIdempotency({ store, secret: "secret", clock, ids: createRandomIds(), log: silentLog }),
});

beforeEach(() => {
  harness = createHarness();
  store = createMemoryIdempotencyStore();
  scope = keyed();
});

const KEY = { idempotencyKey: "order-1" };
const serviceOf = (parts: KeyedScope) => withIdempotency(createMediaService(parts), parts);
const service = () => serviceOf(scope);

/** After this time a call that keeps failing has made its last try. */
const LAST_TRY_MS = 2_000;

describe("images with an idempotency key", () => {
  const edit = (last: string, mask?: string) => {
    const data = (text: string) => Buffer.concat([PNG, Buffer.from(text)]);
    return imagesRequest(
      { model: "test/edit", inputs: [data("a"), data(last)], ...(mask === undefined ? {} : { mask: data(mask) }) },
      KEY,
    );
  };

  test("are another call if any byte of an image given with them is another", async () => {
    const { images } = await service().createImages(edit("b", "m"));
    expect((await service().createImages(edit("b", "m"))).images).toEqual(images);
    for (const other of [edit("c", "m"), edit("b", "n"), edit("b")])
      await expect(service().createImages(other)).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect(harness.provider.imageCalls).toHaveLength(1);
  });

  test("are generated and paid once: a retry gets the same ones", async () => {
    const first = await service().createImages(imagesRequest({ n: 2 }, KEY));
    const again = await service().createImages(imagesRequest({ n: 2 }, KEY));
    expect(again).toEqual({
      ...first,
      info: {
        rateLimits: undefined,
        attempts: 0,
        upstreamUs: 0,
        droppedFields: [],
        originalRequestId: expect.any(String),
        replayed: true,
      },
    });
    expect(harness.provider.imageCalls).toHaveLength(2);
    expect(harness.billing.balance).toBe(998n);
  });

  test("conflict with another request under the key, but not with another organization's", async () => {
    await service().createImages(imagesRequest({}, KEY));
    await expect(service().createImages(imagesRequest({ n: 2 }, KEY))).rejects.toMatchObject({
      code: "idempotency_conflict",
    });
    await expect(service().createVideo(videoRequest({}, KEY))).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect(
      (await service().createImages(imagesRequest({ n: 3 }, { ...KEY, organizationId: OTHER_ORG }))).images,
    ).toHaveLength(3);
  });

  test("free the key if they fail", async () => {
    const { onImages } = harness.provider;
    harness.provider.onImages = () => {
      throw new ProviderError({ kind: "server", message: "503" });
    };
    await Promise.all([
      expect(service().createImages(imagesRequest({}, KEY))).rejects.toMatchObject({ code: "provider_unavailable" }),
      harness.clock.advance(LAST_TRY_MS),
    ]);
    harness.provider.onImages = onImages;
    expect((await service().createImages(imagesRequest({}, KEY))).info?.replayed).toBeUndefined();
  });

  test("are paid once if the outcome of the charge is unknown: the retry finds out", async () => {
    harness.billing.failures.settle = Array.from({ length: 20 }, () => new CenoteError("internal_error"));
    await Promise.all([
      expect(service().createImages(imagesRequest({}, KEY))).rejects.toMatchObject({ retryable: true }),
      harness.clock.advance(60_000),
    ]);
    harness.billing.failures.settle = [];
    const retry = await service().createImages(imagesRequest({}, KEY));
    expect(retry).toMatchObject({
      images: [{ url: harness.saver.saved[0], costNanoMxn: 1n }],
      info: { replayed: true },
    });
    expect(harness.provider.imageCalls).toHaveLength(1);
    expect(harness.billing.balance).toBe(999n);
  });

  test("free key and hold if the charge is rejected", async () => {
    harness.billing.failures.settle = [new CenoteError("insufficient_balance")];
    await expect(service().createImages(imagesRequest({}, KEY))).rejects.toMatchObject({
      code: "insufficient_balance",
    });
    expect([...harness.billing.released.values()]).toMatchObject([
      { record: { kind: "image", outcome: "insufficient_balance" } },
    ]);
    expect(harness.billing.holds.size).toBe(0);
    expect((await service().createImages(imagesRequest({}, KEY))).info?.replayed).toBeUndefined();
  });

  test("leave the hold to another process that took the call over", async () => {
    const takenOver: KeyedScope["idempotency"] = {
      async begin(use) {
        const begun = await scope.idempotency.begin(use);
        if (begun.next !== "run") throw new Error("not the first");
        return {
          next: "run",
          ticket: {
            ...begun.ticket,
            keep: () => Promise.reject(new CenoteError("idempotency_conflict")),
            drop: () => Promise.resolve(false),
          },
        };
      },
    };
    await expect(
      serviceOf({ ...scope, idempotency: takenOver }).createImages(imagesRequest({}, KEY)),
    ).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect(harness.billing.holds.size).toBe(1);
    expect(harness.billing.settleRequests).toBe(0);
  });

  test("require a valid key", async () => {
    await expect(service().createImages(imagesRequest({}, { idempotencyKey: "🔑" }))).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "context.idempotency_key",
    });
  });
});

describe("a video with an idempotency key", () => {
  test("a retry gets the same job in its current state", async () => {
    const { job } = await service().createVideo(videoRequest({}, KEY));
    const again = await service().createVideo(videoRequest({}, KEY));
    expect(again).toEqual({
      job,
      info: expect.objectContaining({ originalRequestId: job?.requestId, replayed: true }) as object,
    });
    expect(harness.provider.videos).toHaveLength(1);
    expect(harness.billing.holds.size).toBe(1);
  });

  test("is another call with another image, or without", async () => {
    const withImage = (text?: string) =>
      videoRequest(
        {
          model: "test/framed",
          ...(text === undefined ? {} : { firstFrame: Buffer.concat([PNG, Buffer.from(text)]) }),
        },
        KEY,
      );
    const { job } = await service().createVideo(withImage("a"));
    expect(await service().createVideo(withImage("a"))).toMatchObject({
      job: { id: job?.id },
      info: { replayed: true },
    });
    for (const other of [withImage("b"), withImage()])
      await expect(service().createVideo(other)).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect(harness.provider.videos).toHaveLength(1);
  });

  test("stands for a digest of the image, which is not copied for it", async () => {
    const lengths: number[] = [];
    const begin: KeyedScope["idempotency"]["begin"] = (use) => {
      lengths.push(use.request.length);
      return scope.idempotency.begin(use);
    };
    const firstFrame = Buffer.concat([PNG], 10_000);
    await serviceOf({ ...scope, idempotency: { begin } }).createVideo(
      videoRequest({ model: "test/framed", firstFrame }, KEY),
    );
    expect(lengths).toEqual([expect.any(Number)]);
    expect(lengths[0]).toBeLessThan(200);
  });

  test("frees the key if it is rejected", async () => {
    harness.billing.failures.admit = [new CenoteError("insufficient_balance")];
    await expect(service().createVideo(videoRequest({}, KEY))).rejects.toMatchObject({ code: "insufficient_balance" });
    expect((await service().createVideo(videoRequest({}, KEY))).info?.replayed).toBeUndefined();
  });

  test("is one job, not two, if the process dies after creating it", async () => {
    const { billing, provider, clock, store: jobs } = harness;
    const mortal = createMortal(() => false);
    const mortalClock = mortal.clock(clock);
    const dying = keyed(scopeElsewhere(harness, { clock: mortalClock }), mortalClock);
    // The process dies after the call, before the answer is stored.
    const keep = () => {
      mortal.kill();
      return new Promise<never>(() => {});
    };
    const idempotency: KeyedScope["idempotency"] = {
      async begin(use) {
        const begun = await dying.idempotency.begin(use);
        return begun.next === "run" ? { ...begun, ticket: { ...begun.ticket, keep } } : begun;
      },
    };
    void serviceOf({ ...dying, idempotency }).createVideo(videoRequest({}, KEY));
    await clock.advance(0);
    expect(mortal.alive).toBe(false);
    await clock.advance(IDEMPOTENCY_LIMITS.lockMs);
    const [made] = await jobs.list(ORG, { status: undefined, after: undefined, limit: 9 });
    expect((await service().createVideo(videoRequest({}, KEY))).job?.id).toBe(made?.id);
    expect(provider.videos).toHaveLength(1);
    expect(billing.admitted).toHaveLength(1);
  });

  test("is one job, not two, if the database is away once the hold is made and its provider is slow to accept it", async () => {
    const taken = deferred();
    harness.provider.onSubmit = () => taken.promise;
    const away = jest.spyOn(harness.scope.jobs, "find").mockRejectedValue(new CenoteError("overloaded"));
    const answer = service().createVideo(videoRequest({}, KEY));
    await harness.clock.advance(JOB_LIMITS.submitAnswerMs);
    const { job } = await answer;
    expect(job?.status).toBe(VideoStatus.VIDEO_STATUS_PENDING);
    away.mockRestore();
    taken.resolve();
    await harness.scope.background.idle();
    expect((await service().createVideo(videoRequest({}, KEY))).job?.id).toBe(job?.id);
    expect(harness.provider.videos).toHaveLength(1);
    expect(harness.billing.holds.size).toBe(1);
  });

  test("is the same job under the same request id; another request under that id is a conflict", async () => {
    const same = context();
    const { job } = await createVideo(scope, { ...videoRequest(), context: same });
    expect((await createVideo(scope, { ...videoRequest(), context: same })).job).toEqual(job);
    expect(harness.provider.videos).toHaveLength(1);
    await expect(createVideo(scope, { ...videoRequest({ prompt: "another" }), context: same })).rejects.toMatchObject({
      code: "idempotency_conflict",
    });
    expect(
      (await createVideo(scope, { ...videoRequest(), context: { ...same, organizationId: OTHER_ORG } })).job?.id,
    ).not.toBe(job?.id);
  });
});
