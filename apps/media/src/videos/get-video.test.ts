import { VideoStatus } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { ForbiddenAddressError, type PolledVideo, ProviderError } from "@cenote/providers";
import { deferred } from "@cenote/testkit";
import { JOB_LIMITS } from "../jobs/limits";
import { type Harness, context, createHarness, OTHER_ORG, videoRequest } from "../testing/harness";
import { completedAt, POLL_INTERVAL_MS } from "../testing/fake-provider";
import { createVideo } from "./create-video";
import { getVideo } from "./get-video";

let harness: Harness;
let jobId: string;

beforeEach(async () => {
  harness = createHarness();
  const { job } = await createVideo(harness.scope, videoRequest({ durationS: 10 }));
  jobId = job?.id ?? "";
});

const get = async () => {
  const { job } = await getVideo(harness.scope, { context: context(), jobId });
  if (job === undefined) throw new Error("no job");
  return job;
};

/** What the provider returns from now on; the clock is moved to a time when a poll is allowed. */
const providerSays = async (state: PolledVideo | Error) => {
  const [video] = harness.provider.videos;
  if (video === undefined) throw new Error("no video");
  video.state = state;
  await harness.clock.advance(POLL_INTERVAL_MS);
};

test("the provider is polled at most once per interval, however many callers poll", async () => {
  await harness.clock.advance(POLL_INTERVAL_MS - 1);
  await Promise.all(Array.from({ length: 50 }, get));
  expect(harness.provider.videos[0]?.polledAtMs).toHaveLength(0);
  await harness.clock.advance(1);
  await Promise.all(Array.from({ length: 50 }, get));
  expect(harness.provider.videos[0]?.polledAtMs).toHaveLength(1);
  await harness.clock.advance(POLL_INTERVAL_MS - 1);
  await get();
  expect(harness.provider.videos[0]?.polledAtMs).toHaveLength(1);
});

test("says when polling again may bring something new", async () => {
  const pollAfterMs = async () => (await getVideo(harness.scope, { context: context(), jobId })).pollAfterMs;
  expect(await pollAfterMs()).toBe(POLL_INTERVAL_MS);
  await harness.clock.advance(4000);
  expect(await pollAfterMs()).toBe(6000);
  await providerSays(completedAt("https://files.test/1"));
  expect(await pollAfterMs()).toBe(0);
});

test("a job from a clock that was ahead is polled once that is set right, as often as any other", async () => {
  const { clock, provider, scope } = harness;
  const nowMs = clock.nowMs.bind(clock);
  Object.assign(clock, { nowMs: () => nowMs() + 3_600_000 });
  const { job } = await createVideo(scope, videoRequest());
  Object.assign(clock, { nowMs });
  const video = provider.videos.at(-1);
  const poll = () => getVideo(scope, { context: context(), jobId: job?.id ?? "" });

  expect((await poll()).pollAfterMs).toBe(POLL_INTERVAL_MS);
  await poll();
  expect(video?.polledAtMs).toHaveLength(1);
  if (video !== undefined) video.state = completedAt("https://files.test/1");
  await clock.advance(POLL_INTERVAL_MS);
  expect((await poll()).job?.status).toBe(VideoStatus.VIDEO_STATUS_COMPLETED);
});

test("a slow poll of such a job proves nothing about the clock", async () => {
  const { clock, provider, scope } = harness;
  const nowMs = clock.nowMs.bind(clock);
  Object.assign(clock, { nowMs: () => nowMs() + 3_600_000 });
  const { job } = await createVideo(scope, videoRequest());
  Object.assign(clock, { nowMs });
  provider.client.pollVideo = () => new Promise<never>(() => {});
  const answer = getVideo(scope, { context: context(), jobId: job?.id ?? "" });
  await clock.advance(JOB_LIMITS.refreshWaitMs);
  expect((await answer).pollAfterMs).toBe(1000);
});

test("a finished video is copied, charged and completed by the poll that finds it", async () => {
  await providerSays(completedAt("https://files.test/1"));
  const job = await get();
  expect(job).toMatchObject({
    status: VideoStatus.VIDEO_STATUS_COMPLETED,
    videoUrl: harness.saver.saved[0],
    stored: true,
    durationS: 10,
    error: undefined,
    completed: new Date(harness.clock.nowMs()),
    costUsd: "1.0",
    costNanoMxn: 10n,
  });
  expect(harness.billing.balance).toBe(990n);
  expect(harness.billing.holds.size).toBe(0);
  expect([...harness.billing.settled.values()]).toMatchObject([
    {
      context: { requestId: job.requestId },
      model: "test/video",
      record: { kind: "video", outcome: "ok", durationMs: POLL_INTERVAL_MS },
    },
  ]);
  expect(await get()).toEqual(job);
});

test("50 pollers and the sweeper at once copy and charge it once", async () => {
  await providerSays(completedAt("https://files.test/1"));
  await Promise.all([...Array.from({ length: 50 }, get), harness.sweep()]);
  expect((await get()).status).toBe(VideoStatus.VIDEO_STATUS_COMPLETED);
  expect(harness.saver.saved).toHaveLength(1);
  expect(harness.billing.settleRequests).toBe(1);
});

test("a finished video is not shown before it is paid for", async () => {
  await providerSays(completedAt("https://files.test/1"));
  harness.billing.failures.settle = Array.from({ length: 20 }, () => new CenoteError("internal_error"));
  const [shown] = await Promise.all([get(), harness.clock.advance(30_000)]);
  harness.billing.failures.settle = [];
  expect(shown).toMatchObject({
    status: VideoStatus.VIDEO_STATUS_PROCESSING,
    videoUrl: undefined,
    completed: undefined,
  });
  await harness.clock.advance(JOB_LIMITS.retryMs);
  expect(await get()).toMatchObject({ status: VideoStatus.VIDEO_STATUS_COMPLETED, costNanoMxn: 10n });
  expect(harness.billing.settled.size).toBe(1);
  expect(harness.saver.saved).toHaveLength(1);
});

test("a job the provider failed fails with its message and is not charged", async () => {
  await providerSays({ state: "failed", message: "The filter took it." });
  expect(await get()).toMatchObject({
    status: VideoStatus.VIDEO_STATUS_FAILED,
    error: "The filter took it.",
    videoUrl: undefined,
    completed: new Date(harness.clock.nowMs()),
    costNanoMxn: 0n,
  });
  expect(harness.billing.balance).toBe(1000n);
  expect(harness.billing.holds.size).toBe(0);
});

test("a failed job is not shown before its hold is released", async () => {
  harness.billing.failures.release = [new CenoteError("overloaded")];
  await providerSays({ state: "failed", message: "no" });
  expect((await get()).status).toBe(VideoStatus.VIDEO_STATUS_PROCESSING);
  await harness.clock.advance(JOB_LIMITS.retryMs);
  expect((await get()).status).toBe(VideoStatus.VIDEO_STATUS_FAILED);
  expect(harness.billing.holds.size).toBe(0);
});

test.each([
  new ProviderError({ kind: "timeout", message: "t", phase: "total" }),
  new ProviderError({ kind: "server", message: "500", status: 500 }),
  new ProviderError({ kind: "malformed", message: "<html>" }),
  new ProviderError({ kind: "unreachable", message: "u" }),
  new ProviderError({ kind: "credentials", message: "401", status: 401 }),
  new ProviderError({ kind: "rejected", message: "400", status: 400 }),
])("an inconclusive poll ends no job (%#)", async (error) => {
  for (let polls = 0; polls < 5; polls += 1) {
    await providerSays(error);
    expect((await get()).status).toBe(VideoStatus.VIDEO_STATUS_PROCESSING);
  }
  await providerSays(completedAt("https://files.test/1"));
  expect((await get()).status).toBe(VideoStatus.VIDEO_STATUS_COMPLETED);
});

test("polls that are rejected repeatedly end the job, unless an answer came in between", async () => {
  const refused = new ProviderError({ kind: "unexplained", message: "HTTP 404 with a web page.", status: 404 });
  const pollWith = async (state: PolledVideo | Error, times = 1) => {
    for (let polls = 0; polls < times; polls += 1) {
      await providerSays(state);
      await get();
    }
    return get();
  };
  const lasting = JOB_LIMITS.refusedForMs / POLL_INTERVAL_MS;
  expect(lasting).toBeGreaterThan(JOB_LIMITS.pollRefusals);
  await pollWith(refused, lasting);
  await pollWith({ state: "running" });
  expect((await pollWith(refused, lasting)).status).toBe(VideoStatus.VIDEO_STATUS_PROCESSING);
  expect(await pollWith(refused)).toMatchObject({
    status: VideoStatus.VIDEO_STATUS_FAILED,
    error: "HTTP 404 with a web page.",
    costNanoMxn: 0n,
  });
  expect(harness.billing.holds.size).toBe(0);
});

test("rejections end no job that few polls met, however long ago the first of them was", async () => {
  const refused = new ProviderError({ kind: "unexplained", message: "HTTP 404 with a web page.", status: 404 });
  await providerSays(refused);
  await get();
  await harness.clock.advance(JOB_LIMITS.refusedForMs);
  expect((await get()).status).toBe(VideoStatus.VIDEO_STATUS_PROCESSING);
  await providerSays(completedAt("https://files.test/1"));
  expect((await get()).status).toBe(VideoStatus.VIDEO_STATUS_COMPLETED);
});

test("a provider that asks for a pause gets it", async () => {
  await providerSays(new ProviderError({ kind: "rate_limited", message: "slowly", retryAfterMs: 60_000 }));
  await get();
  await harness.clock.advance(59_999);
  await get();
  expect(harness.provider.videos[0]?.polledAtMs).toHaveLength(1);
  await harness.clock.advance(1);
  await get();
  expect(harness.provider.videos[0]?.polledAtMs).toHaveLength(2);
});

test("a slow provider is not waited for, and its answer still counts", async () => {
  await harness.clock.advance(POLL_INTERVAL_MS);
  const slow = deferred();
  const poll = harness.provider.client.pollVideo.bind(harness.provider.client);
  Object.assign(harness.provider.client, {
    pollVideo: async (...args: Parameters<typeof poll>) => {
      await slow.promise;
      return poll(...args);
    },
  });
  const answer = get();
  await harness.clock.advance(JOB_LIMITS.refreshWaitMs);
  expect((await answer).status).toBe(VideoStatus.VIDEO_STATUS_PROCESSING);
  const [video] = harness.provider.videos;
  if (video !== undefined) video.state = completedAt("https://files.test/1");
  slow.resolve();
  await harness.scope.background.idle();
  expect((await get()).status).toBe(VideoStatus.VIDEO_STATUS_COMPLETED);
});

describe("if the copy fails as it may only once", () => {
  const failTimes = (times: number, error: Error) => {
    harness.saver.failures.push(...Array.from({ length: times }, () => error));
  };
  const CUT = new ProviderError({ kind: "cut", message: "cut" });

  test.each([
    ["a cut connection", CUT],
    ["a full disk", new Error("disk full")],
  ])("(%s), it is tried again before the video is shown or charged", async (_what, error) => {
    failTimes(2, error);
    await providerSays(completedAt("https://files.test/1", 3_600_000));
    expect(await get()).toMatchObject({ status: VideoStatus.VIDEO_STATUS_PROCESSING });
    for (const pauseMs of [5_000, 15_000]) {
      expect(harness.billing.settled.size).toBe(0);
      await harness.clock.advance(pauseMs);
      await harness.sweep();
    }
    expect(await get()).toMatchObject({ videoUrl: harness.saver.saved[0], stored: true, costNanoMxn: 10n });
  });

  test("and does so three times, the provider's URL is returned, and charged", async () => {
    failTimes(3, CUT);
    await providerSays(completedAt("https://files.test/1", 3_600_000));
    await get();
    for (const pauseMs of [5_000, 15_000]) {
      await harness.clock.advance(pauseMs);
      await harness.sweep();
    }
    expect(await get()).toMatchObject({ videoUrl: "https://files.test/1", stored: false, costNanoMxn: 10n });
  });
});

describe("if the copy fails", () => {
  beforeEach(async () => {
    harness.saver.failures.push(new ProviderError({ kind: "rejected", message: "HTTP 404" }));
    await providerSays(completedAt("https://files.test/1", 3_600_000));
  });

  test("it is retried, from a fresh URL, until the video is stored", async () => {
    const before = await get();
    harness.saver.failures.push(new ProviderError({ kind: "cut", message: "cut" }));
    const [video] = harness.provider.videos;
    if (video !== undefined) video.state = completedAt("https://files.test/renewed");
    await harness.clock.advance(JOB_LIMITS.copyAgainMs[0]);
    await harness.sweep();
    expect(await get()).toEqual({ ...before, videoUrl: "https://files.test/renewed" });
    await harness.clock.advance(JOB_LIMITS.copyAgainMs[1]);
    await harness.sweep();
    expect(await get()).toEqual({ ...before, videoUrl: harness.saver.saved[0], stored: true });
    expect(harness.saver.sources.map(({ url }) => url)).toEqual([
      "https://files.test/1",
      "https://files.test/renewed",
      "https://files.test/renewed",
    ]);
    expect(harness.billing.settleRequests).toBe(1);
    expect((await harness.jobOf(jobId)).dueAtMs).toBeUndefined();
  });

  test("it is retried longer than the provider's URL lives, which a new one may replace, but not for ever", async () => {
    await get();
    harness.saver.failures.push(...Array.from({ length: 20 }, () => new Error("disk full")));
    for (let minutes = 0; minutes < 300; minutes += 10) {
      await harness.clock.advance(600_000);
      await harness.sweep();
    }
    expect((await harness.jobOf(jobId)).dueAtMs).toBeUndefined();
    expect(harness.saver.sources).toHaveLength(1 + JOB_LIMITS.copyAgainMs.length);
    expect(await get()).toMatchObject({ status: VideoStatus.VIDEO_STATUS_COMPLETED, videoUrl: "https://files.test/1" });
  });

  test("it is not retried once the provider no longer has the file", async () => {
    await get();
    await providerSays({ state: "failed", message: "expired" });
    await harness.clock.advance(JOB_LIMITS.copyAgainMs[0]);
    await harness.sweep();
    expect((await harness.jobOf(jobId)).dueAtMs).toBeUndefined();
    expect(harness.saver.sources).toHaveLength(1);
    expect(await get()).toMatchObject({ status: VideoStatus.VIDEO_STATUS_COMPLETED, videoUrl: "https://files.test/1" });
  });
});

test("a video is stored from what its address means: line breaks and spaces around it are no part of that", async () => {
  await providerSays(completedAt(" https://files.test/a\r\n/1.mp4?b=c\n"));
  await get();
  expect(harness.saver.sources).toEqual([expect.objectContaining({ url: "https://files.test/a/1.mp4?b=c" })]);
});

describe("a video at a forbidden URL is a failure: the job fails and is not charged", () => {
  const expectFailed = async (error: string) => {
    expect(await get()).toMatchObject({
      status: VideoStatus.VIDEO_STATUS_FAILED,
      error: expect.stringContaining(error),
      videoUrl: undefined,
      completed: new Date(harness.clock.nowMs()),
      costNanoMxn: 0n,
    });
    expect(harness.billing).toMatchObject({ balance: 1000n, holds: new Map(), settled: new Map() });
    expect([...harness.billing.released.values()]).toMatchObject([{ record: { outcome: "provider_unavailable" } }]);
    expect((await harness.jobOf(jobId)).dueAtMs).toBeUndefined();
  };

  test.each([
    ["javascript:alert(1)", "no web address"],
    ["file:///etc/passwd", "no web address"],
    ["made, believe me", "no web address"],
    ["http://127.0.0.1:21200/healthz", "nothing is fetched from there"],
    ["https://10.0.0.7/1.mp4", "not a public address"],
    ["https://user:secret@files.test/1.mp4", "credentials"],
  ])("%s", async (url, error) => {
    await providerSays(completedAt(url));
    await expectFailed(error);
    expect(harness.saver.sources).toEqual([]);
  });

  test("even if that is discovered by a DNS lookup, or a redirect", async () => {
    harness.saver.failures.push(
      new ForbiddenAddressError("files.test is not a public address, so nothing is fetched from it."),
    );
    await providerSays(completedAt("https://files.test/1"));
    await expectFailed("files.test is not a public address");
  });

  test("even if billing is down in between", async () => {
    harness.saver.failures.push(
      new ForbiddenAddressError("files.test is not a public address, so nothing is fetched from it."),
    );
    harness.billing.failures.release = [new CenoteError("overloaded")];
    await providerSays(completedAt("https://files.test/1"));
    expect((await get()).status).toBe(VideoStatus.VIDEO_STATUS_PROCESSING);
    await harness.clock.advance(JOB_LIMITS.retryMs);
    await expectFailed("files.test is not a public address");
  });

  test("but not one on the provider's own origin, private or not", async () => {
    await providerSays(completedAt("https://one.test/1"));
    expect((await get()).status).toBe(VideoStatus.VIDEO_STATUS_COMPLETED);
  });
});

test.each([
  ["refused, too large or of another type", "rejected"],
  ["late", "timeout"],
] as const)(
  "a file that is %s is not copied: the job is completed with the provider's URL, and charged",
  async (_, kind) => {
    harness.saver.failures.push(new ProviderError({ kind, message: "not copied" }));
    await providerSays(completedAt("https://files.test/1"));
    expect(await get()).toMatchObject({
      status: VideoStatus.VIDEO_STATUS_COMPLETED,
      videoUrl: "https://files.test/1",
      stored: false,
      costNanoMxn: 10n,
    });
  },
);

test("callers who find many videos finished at once start a few copies, and the others in their turn", async () => {
  const copies: (() => void)[] = [];
  const saveFrom = harness.saver.saveFrom.bind(harness.saver);
  harness.saver.saveFrom = async (...given) => {
    const { promise, resolve } = deferred();
    copies.push(resolve);
    await promise;
    return saveFrom(...given);
  };
  const jobIds = [jobId];
  while (jobIds.length < JOB_LIMITS.copiesPerOrganization + 3)
    jobIds.push((await createVideo(harness.scope, videoRequest())).job?.id ?? "");
  for (const video of harness.provider.videos) video.state = completedAt("https://files.test/1");
  await harness.clock.advance(POLL_INTERVAL_MS);
  const polls = jobIds.map((id) => getVideo(harness.scope, { context: context(), jobId: id }));
  await harness.clock.advance(4 * JOB_LIMITS.leaseMs);
  await Promise.all(polls);
  expect(copies).toHaveLength(JOB_LIMITS.copiesPerOrganization);
  // The jobs are being worked on, and nobody else takes them up.
  expect(await harness.store.due(harness.clock.nowMs(), 99)).toEqual([]);

  for (let copied = 0; copied < jobIds.length; copied += 1) {
    copies[copied]?.();
    await harness.clock.advance(0);
  }
  for (const id of jobIds) expect(await harness.jobOf(id)).toMatchObject({ phase: "completed", stored: true });
});

test("a job is found by its id in upper case too", async () => {
  const { job } = await getVideo(harness.scope, { context: context(), jobId: jobId.toUpperCase() });
  expect(jobId).toMatch(/[a-f]/);
  expect(job?.id).toBe(jobId);
});

test.each([
  ["of another organization", () => context({ organizationId: OTHER_ORG }), () => jobId],
  ["that is not there", () => context(), () => "00000000-0000-4000-8000-00000000ffff"],
  ["that is no id", () => context(), () => "../etc/passwd"],
])("a job %s is not found", async (_what, caller, id) => {
  await expect(getVideo(harness.scope, { context: caller(), jobId: id() })).rejects.toMatchObject({
    code: "job_not_found",
    message: "There is no such job.",
  });
});
