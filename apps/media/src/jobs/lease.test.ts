import { silentLog } from "@cenote/core";
import { createManualClock, deferred } from "@cenote/testkit";
import { createMemoryJobStore } from "../testing/memory/job-store";
import { testJob } from "../testing/test-job";
import type { Job } from "./job";
import { type LeaseParts, underLease } from "./lease";
import { JOB_LIMITS } from "./limits";
import type { JobStore } from "./store";
import { leaseEndMs, toWorking } from "./transitions";

const setUp = async () => {
  const clock = createManualClock();
  const memory = createMemoryJobStore();
  const nowMs = clock.nowMs();
  const job = testJob({ createdAtMs: nowMs, dueAtMs: leaseEndMs(nowMs) });
  await memory.insert(job);
  let fates: ("lose answer" | "refuse")[] = [];
  const store: JobStore = {
    ...memory,
    async update(...given) {
      const fate = fates.shift();
      if (fate === "refuse") throw new Error("connection refused");
      const changed = await memory.update(...given);
      if (fate === "lose answer") throw new Error("connection reset");
      return changed;
    },
  };
  return {
    clock,
    memory,
    job,
    store,
    next: (...list: typeof fates) => {
      fates = list;
    },
    isDue: async () => (await memory.due(clock.nowMs(), 1)).length > 0,
  };
};

/** Work that ends when the test says so. @returns Ends the work, and resolves to the job afterwards. */
const workOn = (parts: Omit<LeaseParts, "log">, job: Job): (() => Promise<Job>) => {
  const done = deferred();
  const worked = underLease({ ...parts, log: silentLog }, job, () => done.promise);
  return async () => {
    done.resolve();
    return (await worked).job;
  };
};

describe("the lease on a job", () => {
  test.each([
    ["was lost", ["lose answer"] as const],
    ["was lost, and the next did not get through", ["lose answer", "refuse"] as const],
  ])("stays with its owner even if the answer to a renewal %s", async (_what, fates) => {
    const { clock, memory, job, store, next, isDue } = await setUp();
    const end = workOn({ store, clock }, job);
    next(...fates);
    for (let second = 0; second < 60; second++) {
      await clock.advance(1_000);
      expect(await isDue()).toBe(false);
    }
    expect(await end()).toEqual(await memory.find(job.id));
  });

  test("is not taken back from another process that took the job over", async () => {
    const { clock, memory, job, store, next, isDue } = await setUp();
    const end = workOn({ store, clock }, job);
    await clock.advance(JOB_LIMITS.renewMs - 1);
    const others = await memory.update(job, { ...toWorking(clock.nowMs()), phase: "failing" });
    next("lose answer");
    await clock.advance(JOB_LIMITS.leaseMs + JOB_LIMITS.renewMs);
    expect(await isDue()).toBe(true);
    expect((await end()).version).toBeLessThan(others?.version ?? 0);
  });

  test("is not taken back from another who moved the job on in the same phase, whether or not our renewal got through", async () => {
    for (const fate of ["refuse", "lose answer"] as const) {
      const { clock, memory, job, store, next } = await setUp();
      const end = workOn({ store, clock }, job);
      next(fate);
      await clock.advance(JOB_LIMITS.renewMs);
      const found = (await memory.find(job.id)) ?? job;
      const others = await memory.update(
        found,
        fate === "refuse" ? { dueAtMs: clock.nowMs() + 1 } : { copyFailures: 1 },
      );
      await clock.advance(JOB_LIMITS.renewMs);
      expect((await end()).version).toBeLessThan(others?.version ?? 0);
      expect(await memory.find(job.id)).toEqual(others);
    }
  });

  test("ends when its owner is done: a renewal under way is waited for, and none follows", async () => {
    const { clock, memory, job, store } = await setUp();
    const answer = deferred();
    const end = workOn(
      {
        store: {
          ...store,
          update: async (...given) => {
            await answer.promise;
            return store.update(...given);
          },
        },
        clock,
      },
      job,
    );
    await clock.advance(JOB_LIMITS.renewMs);
    const ending = end();
    answer.resolve();
    expect(await ending).toMatchObject({ version: job.version + 1 });
    await clock.advance(10 * JOB_LIMITS.renewMs);
    expect(await memory.find(job.id)).toEqual(await ending);
  });

  test("ends at once where nothing is under way", async () => {
    const { clock, memory, job, store } = await setUp();
    expect(await workOn({ store, clock }, job)()).toEqual(job);
    await clock.advance(10 * JOB_LIMITS.renewMs);
    expect(await memory.find(job.id)).toEqual(job);
  });
});
