import fc from "fast-check";
import { createManualClock, createSeededIds, seededRandom } from "@cenote/testkit";
import { ProviderError, type PolledVideo } from "@cenote/providers";
import { hasEnded, type Job, type JobStatus, statusOf } from "./jobs/job";
import type { JobStore } from "./jobs/store";
import type { MediaScope } from "./media-scope";
import { context, createFakeCallbacks, createFakeSaver, createScope, ORG, videoRequest } from "./testing/harness";
import { createFakeBilling } from "./testing/fake-billing";
import { createFakeProvider, type FakeVideo, PNG, POLL_INTERVAL_MS, stop } from "./testing/fake-provider";
import { createMemoryJobStore } from "./testing/memory/job-store";
import { createMortal, type Mortal } from "./testing/mortal";
import { cancelVideo } from "./videos/cancel-video";
import { createVideo } from "./videos/create-video";
import { getVideo } from "./videos/get-video";

// Complete lives of jobs, with processes that die at random steps, faults everywhere and many concurrent readers.
// Invariants: a job ends once, is charged at most once, holds nothing at the end, and nobody sees a video that is not
// paid for.

const LEGAL: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  pending: ["pending", "processing", "failed"],
  processing: ["processing", "completed", "failed"],
  completed: ["completed"],
  failed: ["failed"],
};

interface Plan {
  readonly seed: number;
  /** Probability per call to store, billing, provider or storage. */
  readonly deathRate: number;
  readonly faultRate: number;
  readonly jobs: number;
  readonly balance: number;
}

const createWorld = (plan: Plan) => {
  const random = seededRandom(plan.seed);
  const chance = (rate: number) => random() < rate;
  const clock = createManualClock();
  const ids = createSeededIds(plan.seed + 1);
  const billing = createFakeBilling(BigInt(plan.balance));
  const provider = createFakeProvider(clock);
  const saver = createFakeSaver();
  const callbacks = createFakeCallbacks();
  const memory = createMemoryJobStore();
  const history = new Map<string, Job[]>();
  let calm = false;

  const store: JobStore = {
    ...memory,
    async insert(job) {
      await memory.insert(job);
      history.set(job.id, [job]);
    },
    async update(job, change) {
      const changed = await memory.update(job, change);
      if (changed !== undefined) history.get(job.id)?.push(changed);
      return changed;
    },
    async remove(job) {
      const removed = await memory.remove(job);
      if (removed) history.delete(job.id);
      return removed;
    },
  };

  const maybeFail = (kind: ProviderError["kind"]) => {
    if (!calm && chance(plan.faultRate)) throw new ProviderError({ kind, message: kind });
  };
  provider.onSubmit = () => {
    maybeFail(chance(0.5) ? "server" : "content_policy");
  };
  /** A cancel that a provider answers with `asked` is followed by a poll, whatever the interval. */
  const asked = new Set<FakeVideo>();
  provider.onCancel = (video) => {
    maybeFail("timeout");
    if (chance(0.4)) return "cancelled";
    if (chance(0.5)) return chance(0.5) ? "refused" : undefined;
    asked.add(video);
    if (chance(0.5)) stop(video);
    return "asked";
  };
  const pollVideo = provider.client.pollVideo.bind(provider.client);
  Object.assign(provider.client, {
    async pollVideo(...args: Parameters<typeof pollVideo>): Promise<PolledVideo> {
      const state = await pollVideo(...args);
      maybeFail("timeout");
      const video = provider.videos.find(({ handle }) => handle === args[0]);
      if (video !== undefined && state.state === "running" && chance(0.4)) {
        video.state = chance(0.75)
          ? { state: "completed", video: { url: `https://files.test/${args[0]}`, lifetimeMs: 7_200_000 } }
          : { state: "failed", message: "filtered" };
      }
      return state;
    },
  });
  const saveFrom = saver.saveFrom.bind(saver);
  saver.saveFrom = (...args) =>
    !calm && chance(plan.faultRate) ? Promise.reject(new Error("disk full")) : saveFrom(...args);
  for (const method of ["settle", "release", "confirmHold"] as const) {
    const call = billing.service[method].bind(billing.service) as (request: never) => Promise<never>;
    Object.assign(billing.service, {
      async [method](request: never) {
        // The call fails before it takes effect, or after.
        if (!calm && chance(plan.faultRate)) throw new Error("billing is away");
        const answer = await call(request);
        if (!calm && chance(plan.faultRate)) throw new Error("billing's answer was lost");
        return answer;
      },
    });
  }

  let deaths = 0;
  const startProcess = (): { readonly mortal: Mortal; readonly scope: MediaScope } => {
    const mortal = createMortal(() => {
      const dies = !calm && chance(plan.deathRate);
      if (dies) deaths += 1;
      return dies;
    });
    return {
      mortal,
      scope: createScope({
        store: mortal.wrap(store),
        billing: mortal.wrap(billing.service),
        client: mortal.wrap(provider.client, ["maxImagesPerCall", "pollIntervalMs"]),
        saver: mortal.wrap(saver),
        callbacks: mortal.wrap(callbacks),
        clock: mortal.clock(clock),
        ids,
      }),
    };
  };
  return {
    random,
    clock,
    billing,
    provider,
    saver,
    callbacks,
    store,
    history,
    asked,
    startProcess,
    deaths: () => deaths,
    calmDown: () => {
      calm = true;
    },
  };
};

type World = ReturnType<typeof createWorld>;

/** Between two sweeps. */
const SWEEP_MS = 1_000;

const run = async (plan: Plan): Promise<World> => {
  const world = createWorld(plan);
  const { random, clock, store, startProcess } = world;
  let processes = [startProcess(), startProcess()];
  const quietly = (work: Promise<unknown>) => {
    work.catch(() => {});
  };
  const anyScope = () => processes[Math.floor(random() * processes.length)]?.scope as MediaScope;
  let created = 0;

  for (let round = 0; round < 40; round += 1) {
    if (created < plan.jobs && random() < 0.6) {
      created += 1;
      const called = random() < 0.3 ? { callbackUrl: "https://caller.test/hook" } : {};
      quietly(createVideo(anyScope(), videoRequest({ ...called, ...(random() < 0.5 ? FRAMED : {}) })));
    }
    const known = [...world.history.keys()];
    for (const jobId of known) {
      for (let lookers = Math.floor(random() * 4); lookers > 0; lookers -= 1)
        quietly(getVideo(anyScope(), { context: context(), jobId }));
      if (random() < 0.1) quietly(cancelVideo(anyScope(), { context: context(), jobId }));
    }
    for (const job of await store.due(clock.nowMs(), 100)) {
      for (const { scope } of processes) quietly(scope.machine.advance(job));
    }
    await clock.advance(Math.floor(random() * 15_000));
    processes = processes.map((process) => (process.mortal.alive ? process : startProcess()));
  }

  // No more crashes and faults: the sweeper of one last process finishes every job.
  world.calmDown();
  for (const { mortal } of processes) mortal.kill();
  const { scope } = startProcess();
  for (let sweeps = 0; sweeps < 200; sweeps += 1) {
    const due = await store.due(Number.MAX_SAFE_INTEGER, 100);
    const [next] = due;
    if (next === undefined) break;
    // A submission that was lost is due for a minute before it is given up: time goes on.
    await clock.advance(Math.max(SWEEP_MS, (next.dueAtMs ?? 0) - clock.nowMs()));
    for (const job of await store.due(clock.nowMs(), 100)) await scope.machine.advance(job);
    await clock.advance(0);
    await scope.background.idle();
  }
  return world;
};

/** A video that begins with an image. */
const FRAMED = { model: "test/framed", prompt: "a cenote that comes alive", firstFrame: PNG };

const checkWorld = async (world: World, plan: Plan) => {
  const { billing, history, store, provider, callbacks } = world;
  expect([...billing.holds.keys()]).toEqual([]);
  const jobs = await store.list(ORG, { status: undefined, after: undefined, limit: 1000 });
  let charged = 0n;
  for (const job of jobs) {
    expect(hasEnded(job)).toBe(true);
    expect(job.dueAtMs).toBeUndefined();
    const steps = history.get(job.id) ?? [];
    steps.forEach((step, index) => {
      const next = steps[index + 1];
      if (next !== undefined) expect(LEGAL[statusOf(step)]).toContain(statusOf(next));
    });
    expect(
      steps.filter((step, index) => hasEnded(step) && !hasEnded(steps[index - 1] ?? { phase: "submitting" })),
    ).toHaveLength(1);
    const charge = billing.settled.get(job.requestId);
    if (job.phase === "completed") {
      expect(charge?.usage).toMatchObject([{ quantity: BigInt(job.durationS) }]);
      expect(job.videoUrl).toEqual(job.stored ? expect.stringContaining(job.mediaId) : job.providerUrl);
      expect(job.costNanoMxn).toBe(BigInt(job.durationS));
      charged += job.costNanoMxn;
    } else {
      expect(charge).toBeUndefined();
      expect(job.error).not.toBe("");
      const isGivenUp = job.outcome === "cancelled" && steps.some(({ offered }) => offered);
      if (isGivenUp) expect(provider.videos.find(({ handle }) => handle === job.taken?.handle)?.cancelled).toBe(true);
    }
    const told = callbacks.delivered.filter(({ id }) => id === job.id);
    if (job.callbackUrl === undefined) expect(told).toEqual([]);
    else expect(told.length).toBeGreaterThanOrEqual(1);
    for (const { phase } of told) expect(phase).toBe(job.phase);
  }
  for (const { call } of provider.videos)
    expect(call.firstFrame?.bytes).toBe(call.prompt === FRAMED.prompt ? PNG : undefined);
  expect(billing.settled.size).toBe(jobs.filter(({ phase }) => phase === "completed").length);
  expect(billing.balance).toBe(BigInt(plan.balance) - charged);
  if (plan.deathRate === 0 && plan.faultRate === 0) {
    expect(world.saver.saved).toHaveLength(billing.settled.size);
    expect(billing.settleRequests).toBe(billing.settled.size);
    for (const { polledAtMs } of provider.videos.filter((video) => !world.asked.has(video))) {
      polledAtMs.forEach((atMs, index) => {
        if (index > 0) expect(atMs - (polledAtMs[index - 1] ?? 0)).toBeGreaterThanOrEqual(POLL_INTERVAL_MS);
      });
    }
  }
};

const plans = (rates: { readonly deathRate: number; readonly faultRate: number }) =>
  fc
    .record({ seed: fc.nat(), jobs: fc.integer({ min: 1, max: 8 }), balance: fc.integer({ min: 1, max: 60 }) })
    .map((plan) => ({ ...plan, ...rates }));

const explore = async (rates: { readonly deathRate: number; readonly faultRate: number }, numRuns: number) => {
  let deaths = 0;
  let ended = 0;
  await fc.assert(
    fc.asyncProperty(plans(rates), async (plan) => {
      const world = await run(plan);
      await checkWorld(world, plan);
      deaths += world.deaths();
      ended += world.billing.settled.size;
    }),
    { numRuns },
  );
  return { deaths, ended };
};

test("without faults: each finished video is copied and charged once, polled no more often than the provider allows", async () => {
  const { ended } = await explore({ deathRate: 0, faultRate: 0 }, 40);
  expect(ended).toBeGreaterThan(20);
});

test("with failing provider, storage and billing", async () => {
  await explore({ deathRate: 0, faultRate: 0.25 }, 60);
});

test("with processes that die at any step", async () => {
  const { deaths } = await explore({ deathRate: 0.02, faultRate: 0.1 }, 100);
  expect(deaths).toBeGreaterThan(100);
});

test("with processes that die very often", async () => {
  await explore({ deathRate: 0.15, faultRate: 0.05 }, 60);
});
