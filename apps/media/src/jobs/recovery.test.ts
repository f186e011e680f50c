import { UsageUnit } from "@cenote/contracts";
import { deferred } from "@cenote/testkit";
import { createVideo } from "../videos/create-video";
import { type Harness, createHarness, ORG, scopeElsewhere, videoRequest } from "../testing/harness";
import { createMortal } from "../testing/mortal";
import { completedAt, type FakeVideo, PNG, POLL_INTERVAL_MS } from "../testing/fake-provider";
import type { JobRoute } from "./job";
import { JOB_LIMITS } from "./limits";
import { startSweeper } from "./sweeper";
import { CenoteError, silentLog, sleep } from "@cenote/core";
import { ProviderError } from "@cenote/providers";

let harness: Harness;
beforeEach(() => {
  harness = createHarness();
});

const moveTo = async (route: JobRoute) => {
  const row = await harness.newestJob();
  await harness.store.update(row, { taken: row.taken && { ...row.taken, route } });
};

const INTERRUPTED =
  "The service was interrupted while submitting the job to the provider. It is not charged; please submit it again.";

const never = new Promise<never>(() => {});

test("a job whose process died while submitting it fails with a clear message, and is not charged", async () => {
  harness.provider.onSubmit = () => never;
  const { clock } = harness;
  const mortal = createMortal(() => false);
  const dying = scopeElsewhere(harness, { clock: mortal.clock(clock) });
  const answer = createVideo(dying, videoRequest());
  await clock.advance(JOB_LIMITS.submitAnswerMs);
  await answer;
  mortal.kill();
  await clock.advance(JOB_LIMITS.leaseMs + JOB_LIMITS.storeHandleMs - JOB_LIMITS.submitAnswerMs - 1);
  await harness.sweep();
  expect((await harness.newestJob()).phase).toBe("submitting");
  await clock.advance(1);
  await harness.sweep();
  expect(await harness.newestJob()).toMatchObject({
    phase: "failed",
    dueAtMs: undefined,
    error: INTERRUPTED,
  });
  expect(harness.billing.holds.size).toBe(0);
});

test("a job with an image whose process died before any provider had it fails, and is not asked for without it", async () => {
  const { provider, clock } = harness;
  const mortal = createMortal((step) => step === "before submitVideo");
  const dying = scopeElsewhere(harness, {
    client: mortal.wrap(provider.client, ["maxImagesPerCall", "pollIntervalMs"]),
    clock: mortal.clock(clock),
  });
  void createVideo(dying, videoRequest({ model: "test/framed", firstFrame: PNG }));
  await clock.advance(JOB_LIMITS.leaseMs + JOB_LIMITS.storeHandleMs);
  expect(mortal.alive).toBe(false);
  await harness.sweep();
  expect(await harness.newestJob()).toMatchObject({
    phase: "failed",
    dueAtMs: undefined,
    error: INTERRUPTED,
  });
  expect([harness.provider.videos, harness.billing.holds.size, harness.billing.settled.size]).toEqual([[], 0, 0]);
});

test("a job whose provider is slow to accept it stays with the process that waits for it", async () => {
  const taken = deferred();
  harness.provider.onSubmit = () => taken.promise;
  const answer = createVideo(harness.scope, videoRequest());
  await harness.clock.advance(4 * JOB_LIMITS.leaseMs);
  await answer;
  expect(await harness.store.due(harness.clock.nowMs(), 9)).toEqual([]);
  taken.resolve();
  await harness.scope.background.idle();
  expect(await harness.newestJob()).toMatchObject({ phase: "running", taken: { handle: "video-1" } });
  expect(harness.provider.videos).toMatchObject([{ cancelled: false }]);
});

describe("a job that a provider takes while the database is away", () => {
  const setUp = async () => {
    const taken = deferred();
    harness.provider.onSubmit = () => taken.promise;
    const update = harness.store.update.bind(harness.store);
    let isAway = false;
    harness.store.update = async (...given) => {
      if (isAway) await sleep(harness.clock, 8_000);
      if (isAway) throw new CenoteError("overloaded");
      return update(...given);
    };
    const answer = createVideo(harness.scope, videoRequest());
    await harness.clock.advance(JOB_LIMITS.submitAnswerMs);
    await answer;
    return {
      taken,
      setAway: (away: boolean) => {
        isAway = away;
      },
    };
  };
  const expectKept = async () => {
    expect(await harness.newestJob()).toMatchObject({ phase: "running", taken: { handle: "video-1" } });
    expect(harness.provider.videos).toMatchObject([{ cancelled: false }]);
  };

  test("is left to its process by others, which has the handle and waits", async () => {
    const { store, clock } = harness;
    const other = scopeElsewhere(harness);
    const { taken, setAway } = await setUp();
    setAway(true);
    taken.resolve();
    await clock.advance(40_000);
    setAway(false);
    for (const job of await store.due(clock.nowMs(), 9)) await other.machine.advance(job);
    await clock.advance(5_000);
    await expectKept();
  });

  test("does not count as lost in its own process, however old its lease", async () => {
    const { taken, setAway } = await setUp();
    setAway(true);
    await harness.clock.advance(JOB_LIMITS.leaseMs + JOB_LIMITS.storeHandleMs);
    setAway(false);
    taken.resolve();
    await Promise.all([harness.sweep(), harness.clock.advance(8_000)]);
    await expectKept();
  });
});

test("a lost answer to a renewal does not cost the owner its job", async () => {
  const taken = deferred();
  harness.provider.onSubmit = () => taken.promise;
  const update = harness.store.update.bind(harness.store);
  let lost = false;
  harness.store.update = async (job, change) => {
    const changed = await update(job, change);
    if (lost || Object.keys(change).join("") !== "dueAtMs") return changed;
    lost = true;
    throw new Error("the answer was lost");
  };
  const answer = createVideo(harness.scope, videoRequest());
  await harness.clock.advance(JOB_LIMITS.renewMs);
  await answer;
  taken.resolve();
  await harness.scope.background.idle();
  expect(lost).toBe(true);
  const { requestId, ...row } = await harness.newestJob();
  expect(row).toMatchObject({ phase: "running", taken: { handle: "video-1", terms: `terms of ${requestId}` } });
});

test("a job that the provider never finishes fails when it is too old", async () => {
  await createVideo(harness.scope, videoRequest());
  await harness.clock.advance(JOB_LIMITS.ageMs - 1);
  await harness.sweep();
  expect((await harness.newestJob()).phase).toBe("running");
  await harness.clock.advance(POLL_INTERVAL_MS);
  await harness.sweep();
  expect(await harness.newestJob()).toMatchObject({
    phase: "failed",
    error: "The provider did not finish within 6 hours.",
  });
  expect(harness.billing.holds.size).toBe(0);
});

describe("a job that nobody could ask for until it was too old", () => {
  const sleepWith = async (state: FakeVideo["state"]) => {
    await createVideo(harness.scope, videoRequest());
    await harness.clock.advance(JOB_LIMITS.ageMs);
    await sweepWith(state);
  };
  const sweepWith = async (state: FakeVideo["state"]) => {
    const [video] = harness.provider.videos;
    if (video !== undefined) video.state = state;
    await harness.sweep();
  };
  const unreachable = new ProviderError({ kind: "unreachable", message: "no network yet", sent: false });

  test("is completed if its provider finished it meanwhile, though it can't be reached at once", async () => {
    await sleepWith(unreachable);
    expect((await harness.newestJob()).phase).toBe("running");
    await harness.clock.advance(POLL_INTERVAL_MS);
    await sweepWith(completedAt("https://files.test/1"));
    expect(await harness.newestJob()).toMatchObject({ phase: "completed", stored: true });
    expect(harness.billing.settled.size).toBe(1);
  });

  test("fails if it is still running, and its provider is told to stop, even one that can't cancel", async () => {
    harness.provider.onCancel = () => undefined;
    await sleepWith({ state: "running" });
    expect((await harness.newestJob()).phase).toBe("failed");
    expect(harness.provider.videos).toMatchObject([{ cancelled: true }]);
  });

  test("fails if its provider can't be reached for long, or is not configured any more", async () => {
    await sleepWith(unreachable);
    for (let polls = 0; polls < JOB_LIMITS.refusedForMs / POLL_INTERVAL_MS; polls += 1) {
      expect((await harness.newestJob()).phase).toBe("running");
      await harness.clock.advance(POLL_INTERVAL_MS);
      await harness.sweep();
    }
    expect(await harness.newestJob()).toMatchObject({
      phase: "failed",
      error: "The provider did not finish within 6 hours.",
    });

    harness = createHarness();
    await createVideo(harness.scope, videoRequest());
    await moveTo({ provider: "gone", model: "video" });
    await harness.clock.advance(JOB_LIMITS.ageMs);
    await harness.sweep();
    expect(await harness.newestJob()).toMatchObject({
      phase: "failed",
      error: "The provider did not finish within 6 hours.",
    });
  });
});

test("a copy whose process died is resumed, with a fresh file URL", async () => {
  await createVideo(harness.scope, videoRequest());
  const row = await harness.newestJob();
  await harness.store.update(row, {
    phase: "copying",
    providerUrl: "https://files.test/old",
    dueAtMs: harness.clock.nowMs(),
  });
  const [video] = harness.provider.videos;
  if (video !== undefined) video.state = completedAt("https://files.test/new");
  await harness.sweep();
  expect(await harness.newestJob()).toMatchObject({ phase: "completed", stored: true });
  expect(harness.saver.sources).toEqual([{ url: "https://files.test/new" }]);
});

test("a copy whose provider was removed from the configuration leaves the video at the provider's own address, at once", async () => {
  await createVideo(harness.scope, videoRequest());
  await moveTo({ provider: "gone", model: "video" });
  await harness.store.update(await harness.newestJob(), {
    phase: "copying",
    providerUrl: "https://files.test/old",
    dueAtMs: harness.clock.nowMs(),
  });
  await harness.sweep();
  expect(await harness.newestJob()).toMatchObject({
    phase: "completed",
    stored: false,
    videoUrl: "https://files.test/old",
  });
  expect(harness.billing.settled.size).toBe(1);
});

test("if the provider no longer has the job by then, it fails, because its old URL leads nowhere", async () => {
  await createVideo(harness.scope, videoRequest());
  await harness.store.update(await harness.newestJob(), {
    phase: "copying",
    providerUrl: "https://files.test/old",
    dueAtMs: harness.clock.nowMs(),
  });
  const [video] = harness.provider.videos;
  if (video !== undefined) video.state = { state: "failed", message: "expired" };
  await harness.sweep();
  expect(await harness.newestJob()).toMatchObject({
    phase: "failed",
    error: "The video was made but could not be stored.",
    videoUrl: undefined,
  });
  expect([harness.billing.settled.size, harness.billing.holds.size]).toEqual([0, 0]);
});

describe("a copy that is taken up after the provider's URL has expired", () => {
  const HOUR_MS = 3_600_000;
  const takeUpLate = async (state: FakeVideo["state"]) => {
    await createVideo(harness.scope, videoRequest());
    const nowMs = harness.clock.nowMs();
    await harness.store.update(await harness.newestJob(), {
      phase: "copying",
      providerUrl: "https://files.test/old",
      providerUrlExpiresAtMs: nowMs + HOUR_MS,
      dueAtMs: nowMs,
    });
    await harness.clock.advance(HOUR_MS);
    providerSays(state);
    await harness.sweep();
  };
  const providerSays = (state: FakeVideo["state"]) => {
    const [video] = harness.provider.videos;
    if (video !== undefined) video.state = state;
  };

  test("is tried again if the provider can't be asked", async () => {
    await takeUpLate(new ProviderError({ kind: "unreachable", message: "no network yet", sent: false }));
    expect(await harness.newestJob()).toMatchObject({ phase: "copying", copyFailures: 1 });
    providerSays(completedAt("https://files.test/fresh"));
    await harness.clock.advance(JOB_LIMITS.copyAgainMs[0]);
    await harness.sweep();
    expect(await harness.newestJob()).toMatchObject({ phase: "completed", stored: true });
    expect(harness.billing.settled.size).toBe(1);
  });

  test("returns the fresh URL if it fails, and is tried again", async () => {
    harness.saver.failures.push(new ProviderError({ kind: "rejected", message: "HTTP 403" }));
    await takeUpLate(completedAt("https://files.test/fresh", HOUR_MS));
    expect(await harness.newestJob()).toMatchObject({
      phase: "completed",
      videoUrl: "https://files.test/fresh",
      providerUrlExpiresAtMs: harness.clock.nowMs() + HOUR_MS,
    });
    await harness.clock.advance(JOB_LIMITS.copyAgainMs[0]);
    await harness.sweep();
    expect(await harness.newestJob()).toMatchObject({ stored: true, dueAtMs: undefined });
    expect(harness.billing.settled.size).toBe(1);
  });
});

describe("a copy that fails, of a video whose address takes our key,", () => {
  const make = async () => {
    await createVideo(harness.scope, videoRequest());
    const [video] = harness.provider.videos;
    if (video !== undefined)
      video.state = {
        state: "completed",
        video: { url: "https://files.test/1", headers: { "x-key": "k" }, lifetimeMs: 24 * 3_600_000 },
      };
    await harness.clock.advance(POLL_INTERVAL_MS);
  };

  test("is retried before the job is charged or its end reported", async () => {
    harness.saver.failures.push(new Error("disk full"));
    await make();
    await harness.sweep();
    expect(await harness.newestJob()).toMatchObject({ phase: "copying", copyFailures: 1 });
    expect(harness.billing.settled.size).toBe(0);
    await harness.clock.advance(JOB_LIMITS.copyAgainMs[0]);
    await harness.sweep();
    expect(await harness.newestJob()).toMatchObject({ phase: "completed", stored: true });
    expect(harness.billing.settled.size).toBe(1);
  });

  test("fails within minutes where its provider refuses the file each time, says so, and is not charged", async () => {
    for (let count = 0; count < 10; count++)
      harness.saver.failures.push(new ProviderError({ kind: "rejected", message: "HTTP 404." }));
    await make();
    for (const pauseMs of [0, ...JOB_LIMITS.copyAgainMs.slice(0, 5)]) {
      await harness.clock.advance(pauseMs);
      await harness.sweep();
    }
    expect(await harness.newestJob()).toMatchObject({
      phase: "failed",
      outcome: "provider_unavailable",
      error: "The video was made but could not be stored. HTTP 404.",
    });
    expect([harness.billing.settled.size, harness.billing.holds.size]).toEqual([0, 0]);
  });

  test("fails in the end, and is not charged", async () => {
    for (let count = 0; count <= JOB_LIMITS.copyAgainMs.length; count++)
      harness.saver.failures.push(new Error("disk full"));
    await make();
    for (const pauseMs of [0, ...JOB_LIMITS.copyAgainMs]) {
      await harness.clock.advance(pauseMs);
      await harness.sweep();
    }
    expect(await harness.newestJob()).toMatchObject({
      phase: "failed",
      error: "The video was made but could not be stored.",
    });
    expect([harness.billing.settled.size, harness.billing.holds.size]).toEqual([0, 0]);
  });
});

test("a copy that a stop of the process interrupts is resumed, and nothing is reported meanwhile", async () => {
  harness.saver.failures.push(new ProviderError({ kind: "aborted", message: "The caller disconnected." }));
  await createVideo(harness.scope, videoRequest());
  const [video] = harness.provider.videos;
  if (video !== undefined) video.state = completedAt("https://files.test/1");
  await harness.clock.advance(POLL_INTERVAL_MS);
  await harness.sweep().catch(() => {});
  expect(await harness.newestJob()).toMatchObject({ phase: "copying", copyFailures: 0 });
  await harness.clock.advance(JOB_LIMITS.leaseMs);
  await harness.sweep();
  expect(await harness.newestJob()).toMatchObject({ phase: "completed", stored: true });
});

test("a charge that may have been posted is posted once", async () => {
  await createVideo(harness.scope, videoRequest());
  const row = await harness.newestJob();
  const context = { requestId: row.requestId, organizationId: ORG, keyId: "", zdr: false, idempotencyKey: "" };
  await harness.billing.service.settle({
    context,
    model: row.model,
    usage: [{ unit: UsageUnit.USAGE_UNIT_SECOND, quantity: 5n, variant: "" }],
    record: undefined,
  });
  await harness.store.update(row, {
    phase: "charging",
    videoUrl: "https://ours.test/1.mp4",
    stored: true,
    dueAtMs: harness.clock.nowMs(),
  });
  await harness.sweep();
  expect(await harness.newestJob()).toMatchObject({ phase: "completed", costNanoMxn: 5n });
  expect(harness.billing.balance).toBe(995n);
});

test("a job is charged at the terms of its admission; a job from before terms were stored, at the current ones", async () => {
  for (const isKept of [true, false]) {
    const { job } = await createVideo(harness.scope, videoRequest());
    const row = await harness.store.find(job?.id ?? "");
    if (row === undefined) throw new Error("no job");
    const { requestId } = row;
    await harness.store.update(row, {
      phase: "charging",
      videoUrl: "https://ours.test/1.mp4",
      stored: true,
      dueAtMs: harness.clock.nowMs(),
      ...(isKept ? {} : { taken: row.taken && { ...row.taken, terms: undefined } }),
    });
    await harness.sweep();
    expect(harness.billing.settled.get(requestId)?.terms).toBe(isKept ? `terms of ${requestId}` : undefined);
  }
});

test("a charge that billing refuses is tried again after a long pause: an operator may have helped meanwhile", async () => {
  await createVideo(harness.scope, videoRequest());
  const [video] = harness.provider.videos;
  if (video !== undefined) video.state = completedAt("https://files.test/1");
  harness.billing.failures.settle = [new CenoteError("model_not_found")];
  await harness.clock.advance(POLL_INTERVAL_MS);
  await harness.sweep();
  expect(await harness.newestJob()).toMatchObject({ phase: "charging" });
  await harness.clock.advance(JOB_LIMITS.refusedRetryMs - 1);
  await harness.sweep();
  expect(harness.billing.settleRequests).toBe(0);
  await harness.clock.advance(1);
  await harness.sweep();
  expect(await harness.newestJob()).toMatchObject({ phase: "completed", costNanoMxn: 5n });
});

test("a job whose provider was removed from the configuration waits for it to return", async () => {
  await createVideo(harness.scope, videoRequest());
  await moveTo({ provider: "gone", model: "video" });
  await harness.clock.advance(POLL_INTERVAL_MS);
  await harness.sweep();
  const waiting = await harness.newestJob();
  expect(waiting.phase).toBe("running");
  await moveTo({ provider: "one", model: "any other" });
  const [video] = harness.provider.videos;
  if (video !== undefined) video.state = completedAt("https://files.test/1");
  await harness.clock.advance(60_000);
  await harness.sweep();
  expect((await harness.newestJob()).phase).toBe("completed");
});

test("the sweeper finishes a job that nobody polls, and can be stopped", async () => {
  const { scope, store, clock } = harness;
  const sweeper = startSweeper({ store, machine: scope.machine, background: scope.background, clock, log: silentLog });
  harness.provider.firstState = completedAt("https://files.test/1");
  await createVideo(scope, videoRequest());
  await clock.advance(POLL_INTERVAL_MS + JOB_LIMITS.sweepEveryMs);
  expect((await harness.newestJob()).phase).toBe("completed");
  await createVideo(scope, videoRequest());
  await sweeper.close();
  await clock.advance(10 * POLL_INTERVAL_MS);
  expect(harness.provider.videos[1]?.polledAtMs).toEqual([]);
});

test("a failed sweep is not the last one", async () => {
  const { scope, store, clock } = harness;
  const due = store.due.bind(store);
  let failures = 3;
  store.due = (nowMs, limit) => (failures-- > 0 ? Promise.reject(new Error("away")) : due(nowMs, limit));
  const sweeper = startSweeper({ store, machine: scope.machine, background: scope.background, clock, log: silentLog });
  harness.provider.firstState = completedAt("https://files.test/1");
  await createVideo(scope, videoRequest());
  await clock.advance(POLL_INTERVAL_MS + 5 * JOB_LIMITS.sweepEveryMs);
  expect((await harness.newestJob()).phase).toBe("completed");
  await sweeper.close();
});
