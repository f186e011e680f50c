import { VideoStatus } from "@cenote/contracts";
import { CenoteError, databaseAway } from "@cenote/core";
import { ProviderError } from "@cenote/providers";
import { deferred } from "@cenote/testkit";
import { JOB_LIMITS } from "../jobs/limits";
import { type Harness, context, createHarness, ORG, videoRequest } from "../testing/harness";
import { createVideo } from "./create-video";

let harness: Harness;
beforeEach(() => {
  harness = createHarness();
});

const rowsOf = () => harness.store.list(ORG, { status: undefined, after: undefined, limit: 100 });

test("a job the provider accepts is returned as processing, with the requested settings", async () => {
  const request = videoRequest({ durationS: 7, aspectRatio: "9:16", callbackUrl: "https://caller.test/hook" });
  const { job, info } = await createVideo(harness.scope, request);
  expect(job).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    organizationId: ORG,
    requestId: request.context?.requestId,
    status: VideoStatus.VIDEO_STATUS_PROCESSING,
    model: "test/video",
    prompt: "a cenote at noon",
    videoUrl: undefined,
    stored: false,
    durationS: 5,
    aspectRatio: "9:16",
    error: undefined,
    created: new Date(harness.clock.nowMs()),
    completed: undefined,
    costUsd: "",
    costNanoMxn: 0n,
    callbackUrl: "https://caller.test/hook",
  });
  expect(info).toMatchObject({ attempts: 1, rateLimits: { requestsLimit: 600 } });
  expect(harness.provider.videos).toMatchObject([
    {
      call: { prompt: "a cenote at noon", durationS: 5, aspectRatio: "9:16" },
      target: { provider: "one", model: "video" },
    },
  ]);
});

test("the exact price is held, for longer than the oldest job lives, and nothing is charged", async () => {
  await createVideo(harness.scope, videoRequest({ durationS: 10 }));
  expect([...harness.billing.holds.values()]).toEqual([10n]);
  expect(harness.billing.admitted[0]?.holdTtlMs).toBeGreaterThan(JOB_LIMITS.ageMs + JOB_LIMITS.copyMs);
  expect(harness.billing.settleRequests).toBe(0);
});

test("the row is stored before the hold is made, and the hold before the provider is called", async () => {
  const seen: unknown[] = [];
  const admit = harness.billing.service.admit.bind(harness.billing.service);
  harness.billing.service.admit = async (request) => {
    seen.push((await rowsOf()).map(({ phase }) => phase));
    return admit(request);
  };
  harness.provider.onSubmit = () => {
    seen.push(harness.billing.holds.size);
  };
  await createVideo(harness.scope, videoRequest());
  expect(seen).toEqual([["submitting"], 1]);
});

test("an unresponsive database is reported at once, and not called again", async () => {
  const { jobs } = harness.scope;
  let finds = 0;
  const away = {
    ...jobs,
    insert: () => Promise.reject(databaseAway(new Error("no server"))),
    find: (id: string) => {
      finds += 1;
      return jobs.find(id);
    },
  };
  await expect(createVideo({ ...harness.scope, jobs: away }, videoRequest())).rejects.toMatchObject({
    code: "overloaded",
    retryable: true,
  });
  expect(finds).toBe(0);
});

test("a slow provider leaves the job pending, and accepts it after the response", async () => {
  const taken = deferred();
  harness.provider.onSubmit = () => taken.promise;
  const answer = createVideo(harness.scope, videoRequest());
  await harness.clock.advance(JOB_LIMITS.submitAnswerMs);
  const { job } = await answer;
  expect(job?.status).toBe(VideoStatus.VIDEO_STATUS_PENDING);
  taken.resolve();
  await harness.scope.background.idle();
  expect(await harness.jobOf(job?.id)).toMatchObject({ phase: "running", taken: { handle: "video-1" } });
});

test("a provider's rejection makes a failed job with its message, not charged and not held", async () => {
  harness.provider.onSubmit = () => {
    throw new ProviderError({ kind: "content_policy", message: "No cenotes at noon." });
  };
  const { job } = await createVideo(harness.scope, videoRequest());
  expect(job).toMatchObject({
    status: VideoStatus.VIDEO_STATUS_FAILED,
    error: "No cenotes at noon.",
    completed: new Date(harness.clock.nowMs()),
    costNanoMxn: 0n,
  });
  expect(harness.billing.holds.size).toBe(0);
  expect([...harness.billing.released.values()][0]?.record).toMatchObject({
    kind: "video",
    outcome: "content_policy",
    attempts: [{ route: "one/video", outcome: "content_policy" }],
  });
});

test("a model without a usable route is refused, and leaves no job", async () => {
  await expect(createVideo(harness.scope, videoRequest({ model: "test/no-route" }))).rejects.toMatchObject({
    code: "model_not_found",
    message: expect.stringMatching(/^No provider of this model is configured\. This gateway has no key for keyless\./),
  });
  expect(harness.billing.holds.size).toBe(0);
  expect(await harness.scope.jobs.due(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
});

describe("with two routes", () => {
  const failing = (error: ProviderError) => {
    harness.provider.onSubmit = (_call, target) => {
      if (target.provider === "one") throw error;
    };
  };

  test.each([
    ["unreachable", {}],
    ["rate_limited", {}],
    ["credentials", {}],
    ["quota", {}],
    ["model_gone", {}],
    ["unexplained", {}],
    ["server", {}],
    ["timeout", { phase: "connect" }],
  ] as const)("the second takes the job if the first did not (%s)", async (kind, facts) => {
    failing(new ProviderError({ kind, message: "no", ...facts }));
    const { job, info } = await createVideo(harness.scope, videoRequest({ model: "test/two-routes" }));
    expect(job?.status).toBe(VideoStatus.VIDEO_STATUS_PROCESSING);
    expect(info?.attempts).toBe(2);
    expect(await harness.jobOf(job?.id)).toMatchObject({
      taken: { route: { provider: "two", model: "second" } },
      attempts: [
        { route: "one/first", outcome: kind },
        { route: "two/second", outcome: "ok" },
      ],
    });
  });

  test.each([
    ["timeout", { phase: "first_content" }],
    ["unreachable", { sent: true }],
    ["cut", {}],
    ["malformed", {}],
    ["rejected", {}],
    ["content_policy", {}],
  ] as const)(
    "none is tried after one that may have accepted it, or that rejects the request (%s)",
    async (kind, facts) => {
      failing(new ProviderError({ kind, message: "its words", ...facts }));
      const { job } = await createVideo(harness.scope, videoRequest({ model: "test/two-routes" }));
      expect(job).toMatchObject({ status: VideoStatus.VIDEO_STATUS_FAILED, error: "its words" });
      expect(harness.provider.videos).toEqual([]);
    },
  );
});

describe("is rejected", () => {
  test.each([
    ["an empty prompt", { prompt: "" }, "prompt"],
    ["4001 characters", { prompt: "🌊".repeat(4001) }, "prompt"],
    ["a length above the maximum", { durationS: 11 }, "duration"],
    ["no length", { durationS: 0 }, "duration"],
    ["an odd aspect ratio", { aspectRatio: "wide" }, "aspect_ratio"],
    ["a shape the model does not make", { model: "test/shapes", aspectRatio: "1:1" }, "aspect_ratio"],
    ["a chat model", { model: "test/chat" }, "model"],
    ["a callback that is no address", { callbackUrl: "ftp://caller.test" }, "callback_url"],
    ["a callback to a private address", { callbackUrl: "http://192.168.1.9/hook" }, "callback_url"],
    ["a callback with a password", { callbackUrl: "https://a:b@caller.test" }, "callback_url"],
  ])("%s, before billing and provider are called", async (_what, video, param) => {
    await expect(createVideo(harness.scope, videoRequest(video))).rejects.toMatchObject({
      code: "invalid_request_error",
      param,
    });
    expect(harness.billing.admitted).toEqual([]);
    expect(await rowsOf()).toEqual([]);
  });

  test("a call that has no video in it, which gRPC allows", async () => {
    await expect(createVideo(harness.scope, { ...videoRequest(), video: undefined })).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "video",
    });
  });

  test("zero data retention, since videos are stored", async () => {
    await expect(createVideo(harness.scope, videoRequest({}, { zdr: true }))).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "zdr",
    });
  });

  test("an unknown model, after mistakes in the request itself", async () => {
    await expect(createVideo(harness.scope, videoRequest({ model: "veo" }))).rejects.toMatchObject({
      code: "model_not_found",
      param: "model",
    });
    await expect(createVideo(harness.scope, videoRequest({ model: "veo", prompt: "" }))).rejects.toMatchObject({
      code: "invalid_request_error",
    });
  });

  test("4000 characters are accepted, however many UTF-16 units they have", async () => {
    expect((await createVideo(harness.scope, videoRequest({ prompt: "🌊".repeat(4000) }))).job?.prompt).toHaveLength(
      8000,
    );
  });

  test.each([
    ["admit", "insufficient_balance"],
    ["admit", "rate_limit_exceeded"],
    ["admit", "permission_denied"],
    ["confirmHold", "insufficient_balance"],
  ] as const)("by billing (%s: %s), and no job is created", async (step, code) => {
    harness.billing.failures[step] = [new CenoteError(code)];
    await expect(createVideo(harness.scope, videoRequest())).rejects.toMatchObject({ code });
    expect(await rowsOf()).toEqual([]);
    expect(harness.provider.videos).toEqual([]);
  });
});

test("if it is unknown whether billing holds anything, the sweeper releases it", async () => {
  harness.billing.failures.confirmHold = [new CenoteError("overloaded")];
  await expect(createVideo(harness.scope, videoRequest())).rejects.toMatchObject({ code: "overloaded" });
  expect(harness.billing.holds.size).toBe(1);
  await harness.sweep();
  expect(harness.billing.holds.size).toBe(0);
  expect(await rowsOf()).toMatchObject([{ phase: "failed", dueAtMs: undefined }]);
  expect(harness.provider.videos).toEqual([]);
});

test("of 20 concurrent jobs on a balance for three, three are created", async () => {
  harness = createHarness({ balance: 15n });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => createVideo(harness.scope, videoRequest())),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  expect(harness.provider.videos).toHaveLength(3);
  expect(await rowsOf()).toHaveLength(3);
});

test("a handle is stored even if the database was down for a moment", async () => {
  const update = harness.store.update.bind(harness.store);
  let failures = 2;
  harness.store.update = async (job, change) => {
    if (change.taken !== undefined && failures-- > 0) throw new Error("the database is away");
    return update(job, change);
  };
  const answer = createVideo(harness.scope, videoRequest());
  await harness.clock.advance(5000);
  const { job } = await answer;
  expect(await harness.jobOf(job?.id)).toMatchObject({ phase: "running", taken: { handle: "video-1" } });
  expect(harness.provider.videos).toMatchObject([{ cancelled: false }]);
});

test("a change whose answer was lost is found, and the job continues", async () => {
  const update = harness.store.update.bind(harness.store);
  let lost = false;
  harness.store.update = async (job, change) => {
    const changed = await update(job, change);
    if (change.taken !== undefined && !lost) {
      lost = true;
      throw new Error("the answer was lost");
    }
    return changed;
  };
  const answer = createVideo(harness.scope, videoRequest());
  await harness.clock.advance(5000);
  expect((await harness.jobOf((await answer).job?.id)).phase).toBe("running");
  expect(harness.provider.videos).toMatchObject([{ cancelled: false }]);
});

test("a request id is generated if the caller has none", async () => {
  const { job } = await createVideo(harness.scope, { ...videoRequest(), context: context({ requestId: "" }) });
  expect(job?.requestId).toMatch(/^req_[0-9a-f]{24}$/);
});

test("a request id makes one job, and is rejected for a video of another model or prompt", async () => {
  const request = videoRequest();
  const { job } = await createVideo(harness.scope, request);
  expect((await createVideo(harness.scope, request)).job).toEqual(job);
  for (const other of [{ model: "test/two-routes" }, { prompt: "a cenote at night" }]) {
    await expect(
      createVideo(harness.scope, { ...videoRequest(other), context: request.context }),
    ).rejects.toMatchObject({
      code: "idempotency_conflict",
    });
  }
  expect(await rowsOf()).toHaveLength(1);
  expect(harness.provider.videos).toHaveLength(1);
});
