import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { VideoStatus } from "@cenote/contracts";
import { CenoteError, sleep } from "@cenote/core";
import { ProviderError } from "@cenote/providers";
import { collectGarbage, deferred } from "@cenote/testkit";
import { JOB_LIMITS } from "../jobs/limits";
import { createMediaService } from "../service";
import {
  type Harness,
  context,
  createHarness,
  FIRST_FRAME_BYTES,
  ORG,
  OTHER_ORG,
  videoRequest,
} from "../testing/harness";
import { PNG } from "../testing/fake-provider";
import { cancelVideo } from "./cancel-video";
import { createVideo } from "./create-video";
import { quoteVideo } from "./quote-video";

let harness: Harness;
beforeEach(() => {
  harness = createHarness();
});

/** More than half of the memory for images: there is no room for a second one. */
const FRAME = Buffer.concat([PNG], FIRST_FRAME_BYTES * 0.6);
const OTHER_FRAME = Buffer.concat([PNG, Buffer.from("other")]);
const framed = (firstFrame = FRAME, call = {}, model = "test/framed") => videoRequest({ model, firstFrame }, call);

const rowsOf = () => harness.store.list(ORG, { status: undefined, after: undefined, limit: 100 });

test("the provider gets the image itself; the job's row and its answer have none of it", async () => {
  const { job } = await createVideo(harness.scope, framed());
  expect(harness.provider.videos).toMatchObject([
    { call: { prompt: "a cenote at noon", firstFrame: { contentType: "image/png" } } },
  ]);
  expect(harness.provider.videos[0]?.call.firstFrame?.bytes).toBe(FRAME);
  const row = await harness.jobOf(job?.id);
  expect(row.firstFrameDigest).toBe(createHash("sha256").update(FRAME).digest("hex"));
  for (const stored of [...Object.values(row), ...Object.values(job ?? {})]) expect(stored).not.toBeInstanceOf(Buffer);
});

test("the next route gets it too, if the first can't take the job", async () => {
  harness.provider.onSubmit = (_call, { provider }) => {
    if (provider === "one") throw new ProviderError({ kind: "server", message: "down" });
  };
  await createVideo(harness.scope, framed(FRAME, {}, "test/framed-shapes"));
  expect(harness.provider.videos.map(({ call, target }) => [target.provider, call.firstFrame?.bytes])).toEqual([
    ["two", FRAME],
  ]);
});

test("a route whose provider accepts no image is skipped, and its error does not replace another route's", async () => {
  harness.provider.takesFirstFrame = ({ provider }) => provider === "two";
  harness.provider.onSubmit = () => {
    throw new ProviderError({ kind: "credentials", message: "No such key." });
  };
  const { job } = await createVideo(harness.scope, framed(FRAME, {}, "test/framed-shapes"));
  expect(job?.error).toBe("No such key.");
  expect((await harness.jobOf(job?.id)).attempts.map(({ route }) => route)).toEqual([expect.stringMatching(/^two/)]);
});

test.each([true, false])(
  "an endpoint that is gone, for images: %s, is left out alone: the other calls of its route go there as before",
  async (isOfImages) => {
    harness.provider.endpointOf = ({ firstFrame }, { model }) => (firstFrame === undefined ? model : `${model}/image`);
    harness.provider.onSubmit = ({ firstFrame }, { provider }) => {
      if (provider === "one" && (firstFrame !== undefined) === isOfImages)
        throw new ProviderError({ kind: "model_gone", message: "No such endpoint." });
    };
    const made = async (withImage: boolean) => {
      const model = "test/framed-shapes";
      const request = withImage ? framed(OTHER_FRAME, {}, model) : videoRequest({ model });
      const { attempts, taken } = await harness.jobOf((await createVideo(harness.scope, request)).job?.id);
      return { tries: attempts.map(({ route, outcome }) => `${route} ${outcome}`), taken: taken?.route.model };
    };
    const [gone, left] = isOfImages ? ["one/first/image", "one/first"] : ["one/first", "one/first/image"];
    const first = await made(isOfImages);
    expect(first.tries).toEqual([`${gone} model_gone`, expect.stringMatching(/^two\/second.* ok$/)]);
    // A job is polled through its own route, wherever it was accepted.
    expect(await made(!isOfImages)).toEqual({ tries: [`${left} ok`], taken: "first" });
    expect(await made(isOfImages)).toEqual({ tries: first.tries.slice(1), taken: "second" });
  },
);

test("a job whose image no provider of its model takes fails at once, in words that name the field, and nothing stays held", async () => {
  harness.provider.onSubmit = () => {
    throw new ProviderError({ kind: "invalid", param: "input_reference", message: "input_reference: too large." });
  };
  const { job } = await createVideo(harness.scope, framed(FRAME, {}, "test/framed-shapes"));
  expect(job).toMatchObject({
    status: VideoStatus.VIDEO_STATUS_FAILED,
    error: "input_reference: too large.",
  });
  expect((await harness.jobOf(job?.id)).attempts.map(({ outcome }) => outcome)).toEqual(["invalid", "invalid"]);
  expect(harness.billing.holds.size).toBe(0);
});

test("it costs what the same video costs without one, as its quote says", async () => {
  const { quote } = await quoteVideo(harness.scope, framed());
  expect(quote).toEqual((await quoteVideo(harness.scope, videoRequest({ model: "test/framed" }))).quote);
  await createVideo(harness.scope, framed());
  expect([...harness.billing.holds.values()]).toEqual([quote?.expected?.costNanoMxn]);
});

test("a model that takes none refuses it before billing, as its quote does", async () => {
  for (const ask of [createVideo, quoteVideo])
    await expect(ask(harness.scope, framed(FRAME, {}, "test/video"))).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "input_reference",
    });
  expect([harness.billing.admitted, await rowsOf()]).toEqual([[], []]);
});

test("a request id makes one job with its image, and is rejected with another, or without", async () => {
  const call = context();
  const { job } = await createVideo(harness.scope, framed(OTHER_FRAME, call));
  expect((await createVideo(harness.scope, framed(Buffer.from(OTHER_FRAME), call))).job).toEqual(job);
  for (const other of [framed(FRAME, call), { ...videoRequest({ model: "test/framed" }), context: call }])
    await expect(createVideo(harness.scope, other)).rejects.toMatchObject({ code: "idempotency_conflict" });
  expect(harness.provider.videos).toHaveLength(1);
});

describe("the image is let go", () => {
  /** There is room for an image only if the first one is no longer kept. */
  const expectRoom = async () => {
    harness.provider.onSubmit = () => {};
    harness.store.update = update;
    expect((await createVideo(harness.scope, framed())).job?.status).toBe(VideoStatus.VIDEO_STATUS_PROCESSING);
  };
  let update: Harness["store"]["update"];
  beforeEach(() => {
    update = harness.store.update.bind(harness.store);
  });

  test("when a provider has accepted the job, and until then others wait for room, without a job or a hold", async () => {
    const taken = deferred();
    harness.provider.onSubmit = () => taken.promise;
    const answer = createVideo(harness.scope, framed());
    await harness.clock.advance(JOB_LIMITS.submitAnswerMs);
    expect((await answer).job?.status).toBe(VideoStatus.VIDEO_STATUS_PENDING);
    await expect(createVideo(harness.scope, framed())).rejects.toMatchObject({
      code: "rate_limit_exceeded",
      retryAfterMs: JOB_LIMITS.firstFrameBusyMs,
    });
    await expect(createVideo(harness.scope, framed(FRAME, { organizationId: OTHER_ORG }))).rejects.toMatchObject({
      code: "overloaded",
    });
    expect([(await rowsOf()).length, harness.billing.holds.size]).toEqual([1, 1]);
    taken.resolve();
    await harness.scope.background.idle();
    await expectRoom();
  });

  test("though the database is away, and the handle is not stored yet", async () => {
    harness.store.update = async (job, change) => {
      if (change.taken === undefined) return update(job, change);
      await sleep(harness.clock, 8_000);
      throw new CenoteError("overloaded");
    };
    const answer = createVideo(harness.scope, framed());
    await harness.clock.advance(JOB_LIMITS.submitAnswerMs);
    await answer;
    expect(harness.provider.videos).toHaveLength(1);
    await expectRoom();
  });

  test("when the provider refuses it", async () => {
    harness.provider.onSubmit = () => {
      throw new ProviderError({ kind: "content_policy", message: "Not this one." });
    };
    expect((await createVideo(harness.scope, framed())).job?.error).toBe("Not this one.");
    await expectRoom();
  });

  test("when the process stops, and nobody knows whether it was accepted", async () => {
    harness.provider.onSubmit = () => {
      throw new ProviderError({ kind: "aborted", message: "The caller disconnected." });
    };
    await createVideo(harness.scope, framed());
    await expectRoom();
  });

  test("when the job was cancelled before a provider was asked", async () => {
    const admitted = deferred();
    const admit = harness.billing.service.admit.bind(harness.billing.service);
    harness.billing.service.admit = async (request) => {
      await admitted.promise;
      return admit(request);
    };
    const answer = createVideo(harness.scope, framed());
    await harness.clock.advance(0);
    const [row] = await rowsOf();
    await cancelVideo(harness.scope, { context: context(), jobId: row?.id ?? "" });
    admitted.resolve();
    expect((await answer).job?.error).toBe("The job was cancelled.");
    expect(harness.provider.videos).toEqual([]);
    await expectRoom();
  });

  test.each(["admit", "confirmHold"] as const)("when billing refuses it (%s)", async (step) => {
    harness.billing.failures[step] = [new CenoteError("insufficient_balance")];
    await expect(createVideo(harness.scope, framed())).rejects.toMatchObject({ code: "insufficient_balance" });
    await expectRoom();
  });

  test("when its job can't be stored, or is there already", async () => {
    const call = context();
    jest.spyOn(harness.scope.jobs, "insert").mockRejectedValueOnce(new CenoteError("overloaded"));
    await expect(createVideo(harness.scope, framed(FRAME, call))).rejects.toMatchObject({ code: "overloaded" });
    for (const _again of [1, 2]) await createVideo(harness.scope, framed(FRAME, call));
    await expectRoom();
  });
});

test("nothing holds the image while the provider makes the video, nor while the handle waits for the database", async () => {
  const update = harness.store.update.bind(harness.store);
  harness.store.update = async (job, change) => {
    if (change.taken !== undefined) await sleep(harness.clock, 8_000);
    return update(job, change);
  };
  harness.provider.client.submitVideo = () => Promise.resolve("a handle");
  const service = createMediaService(harness.scope);
  const begin = () => {
    const firstFrame = Buffer.concat([PNG], FIRST_FRAME_BYTES);
    return { image: new WeakRef(firstFrame), answer: service.createVideo(framed(firstFrame)) };
  };
  const { image, answer } = begin();
  await harness.clock.advance(JOB_LIMITS.submitAnswerMs);
  expect((await answer).job?.status).toBe(VideoStatus.VIDEO_STATUS_PENDING);
  await nextTurn();
  collectGarbage();
  expect(image.deref()).toBeUndefined();
  await harness.clock.advance(8_000);
  expect((await harness.newestJob()).phase).toBe("running");
});
