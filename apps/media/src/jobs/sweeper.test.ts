import { createBackground, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createMemoryJobStore } from "../testing/memory/job-store";
import { acceptedAs } from "../testing/accepted-as";
import { testJob } from "../testing/test-job";
import type { Job } from "./job";
import { JOB_LIMITS } from "./limits";
import type { JobMachine } from "./machine";
import { startSweeper } from "./sweeper";
import { toCalledBackLater, toWorking, whatIsDue } from "./transitions";

const MANY = 300;

test("a sweep that reads on past callbacks works on no more jobs at once than without them", async () => {
  const clock = createManualClock();
  const store = createMemoryJobStore();
  const nowMs = clock.nowMs();
  const insert = (id: string, changes: Partial<Job>) =>
    store.insert(
      testJob({
        id,
        callbackUrl: "https://silent.test/",
        createdAtMs: nowMs - 60_000,
        dueAtMs: nowMs - 1,
        ...changes,
      }),
    );
  for (let index = 0; index < MANY; index++) {
    await insert(`ended ${index}`, {
      phase: "completed",
      endedAtMs: nowMs - 60_000,
      callbackDueAtMs: nowMs - 2,
      dueAtMs: nowMs - 2,
    });
    await insert(`running ${index}`, { phase: "running", taken: acceptedAs("handle") });
  }
  let polls = 0;
  const machine: Pick<JobMachine, "advance"> = {
    async advance(job) {
      if (whatIsDue(job, clock.nowMs()) === "callback") {
        await store.update(job, toCalledBackLater(job, clock.nowMs()));
        return job;
      }
      polls += 1;
      await store.update(job, toWorking(clock.nowMs()));
      return new Promise<never>(() => {});
    },
  };
  const sweeper = startSweeper({
    store,
    machine,
    background: createBackground({ log: silentLog }),
    clock,
    log: silentLog,
  });
  await clock.advance(JOB_LIMITS.sweepEveryMs);
  expect(polls).toBe(JOB_LIMITS.sweepAtOnce);
  await sweeper.close();
});
