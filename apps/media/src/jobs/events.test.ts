import { type Log, silentLog } from "@cenote/core";
import { createManualClock, deferred, type ManualClock } from "@cenote/testkit";
import { createScriptedJobs, type ScriptedJobs } from "../testing/scripted-jobs";
import { createJobEvents, type JobEvents } from "./events";
import type { JobStore } from "./store";

const SECOND_MS = 1000;
const SAFETY_MS = 15 * SECOND_MS;

let clock: ManualClock;
let jobs: ScriptedJobs;
let events: JobEvents;
let store: JobStore;
let logged: string[];

beforeEach(async () => {
  clock = createManualClock();
  jobs = await createScriptedJobs("a", "b", "c");
  logged = [];
  const noted = (level: string) => (_fields: object, message: string) => {
    logged.push(`${level}: ${message}`);
  };
  const log: Log = { ...silentLog, info: noted("info"), warn: noted("warn") };
  ({ events, store } = createJobEvents({ store: jobs.store, clock, log }));
});

/** The versions that a watcher of the job receives; undefined when the job was deleted. */
const watch = (id: string) => {
  const heard: (number | undefined)[] = [];
  return {
    heard,
    stop: events.watch(id, (job) => {
      heard.push(job?.version);
    }),
  };
};
/** Runs everything that does not wait for a timer. */
const settle = () => clock.advance(0);
const open = async () => {
  jobs.follower?.opened();
  await settle();
};

describe("while the change stream is open", () => {
  test("another process's change arrives without a timer, and only watched jobs are read", async () => {
    const { heard } = watch("a");
    await open();
    expect(jobs.reads).toEqual([["a"]]);
    [heard.length, jobs.reads.length] = [0, 0];
    await jobs.change("a");
    await jobs.change("b");
    await settle();
    expect(heard).toEqual([2]);
    expect(jobs.reads).toEqual([["a"]]);
  });

  test("one stream serves all watchers", async () => {
    const watchers = [watch("a"), watch("a"), watch("b")];
    await open();
    await jobs.change("a");
    await jobs.change("b");
    await settle();
    for (const { heard } of watchers) expect(heard.at(-1)).toBe(2);
    expect(jobs.followings).toBe(1);
  });

  test("this process's own change arrives at once and is not read", async () => {
    const { heard } = watch("a");
    await open();
    [heard.length, jobs.reads.length] = [0, 0];
    await store.update((await store.find("a"))!, { phase: "running" });
    expect(heard).toEqual([2]);
    jobs.follower?.changed("a", 2);
    await settle();
    expect(heard).toEqual([2]);
    expect(jobs.reads).toEqual([]);
  });

  test("a change of unknown version is read", async () => {
    const { heard } = watch("a");
    await open();
    heard.length = 0;
    await jobs.change("a", { told: false });
    jobs.follower?.changed("a", undefined);
    await settle();
    expect(heard).toEqual([2]);
  });

  test("changes during a read are read together after it", async () => {
    for (const id of ["a", "b", "c"]) watch(id);
    await open();
    jobs.reads.length = 0;
    const answer = deferred();
    jobs.beforeAnswer = () => answer.promise;
    for (const id of ["a", "b", "c", "b", "b"]) await jobs.change(id);
    await settle();
    expect(jobs.reads).toEqual([["a"]]);
    answer.resolve();
    await settle();
    expect(jobs.reads).toEqual([["a"], ["b", "c"]]);
  });

  test("watched jobs are still polled every 15 seconds, in case the stream missed something", async () => {
    const { heard } = watch("a");
    await open();
    [heard.length, jobs.reads.length] = [0, 0];
    await jobs.change("a", { told: false });
    await clock.advance(SAFETY_MS - 1);
    expect(jobs.reads).toEqual([]);
    await clock.advance(1);
    expect(heard).toEqual([2]);
  });

  test("changes to one job do not delay polling the others", async () => {
    watch("a");
    const { heard } = watch("b");
    await open();
    await jobs.change("b", { told: false });
    for (let second = 0; second < 15; second += 1) {
      await jobs.change("a");
      await clock.advance(SECOND_MS);
    }
    expect(heard.at(-1)).toBe(2);
  });

  test("after a failed read, all watched jobs are read again within a second", async () => {
    const { heard } = watch("a");
    await open();
    heard.length = 0;
    jobs.beforeAnswer = () => Promise.reject(new Error("away"));
    await jobs.change("a");
    await clock.advance(3 * SECOND_MS);
    expect(heard).toEqual([]);
    jobs.beforeAnswer = async () => {};
    await clock.advance(SECOND_MS);
    expect(heard).toEqual([2]);
    expect(logged).toEqual(["warn: watched video jobs could not be read"]);
    jobs.reads.length = 0;
    await clock.advance(SAFETY_MS);
    expect(jobs.reads.length).toBeLessThanOrEqual(2);
  });
});

describe("opening the stream", () => {
  test("a change made before the stream opened is delivered when it opens", async () => {
    const { heard } = watch("a");
    await jobs.change("a", { told: false });
    await open();
    expect(heard).toEqual([2]);
  });

  test("so is a change made after a read that was under way then", async () => {
    const { heard } = watch("a");
    const answer = deferred();
    jobs.beforeAnswer = () => answer.promise;
    await clock.advance(SECOND_MS);
    await jobs.change("a", { told: false });
    await open();
    jobs.beforeAnswer = async () => {};
    answer.resolve();
    await settle();
    expect(heard).toEqual([1, 2]);
  });

  test("until it is open, watched jobs are polled every second", async () => {
    const { heard } = watch("a");
    await clock.advance(5 * SECOND_MS);
    expect(jobs.reads).toHaveLength(5);
    await jobs.change("a", { told: false });
    await clock.advance(SECOND_MS);
    expect(heard.at(-1)).toBe(2);
    expect(jobs.followings).toBe(1);
  });
});

describe("if the stream breaks, or never opens", () => {
  test("watched jobs are polled every second, starting at once", async () => {
    const { heard } = watch("a");
    await open();
    await clock.advance(5 * SECOND_MS);
    jobs.follower?.lost(new Error("cut"));
    await jobs.change("a");
    await clock.advance(SECOND_MS);
    expect(heard.at(-1)).toBe(2);
  });

  test("it is reopened, and changes made in between are delivered", async () => {
    const { heard } = watch("a");
    await open();
    jobs.follower?.lost(new Error("cut"));
    await clock.advance(SECOND_MS);
    expect(jobs.followings).toBe(2);
    await jobs.change("a", { told: false });
    await open();
    expect(heard.at(-1)).toBe(2);
    await jobs.change("a");
    await settle();
    expect(heard.at(-1)).toBe(3);
    jobs.reads.length = 0;
    await clock.advance(SAFETY_MS - 1);
    expect(jobs.reads).toEqual([]);
  });

  test("reopening backs off, and is logged once", async () => {
    watch("a");
    const pausesS: number[] = [];
    for (let second = 0, since = 0, followings = 0; second <= 200; second += 1) {
      if (jobs.followings > followings) {
        pausesS.push(second - since);
        [since, followings] = [second, jobs.followings];
        jobs.follower?.lost(new Error("no server"));
      }
      await clock.advance(SECOND_MS);
    }
    expect(pausesS).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60]);
    expect(logged).toEqual([expect.stringMatching(/^warn: .*each second/)]);
  });

  test("a stream that breaks right after opening counts as a failure, one that lasted does not", async () => {
    watch("a");
    for (const pauseS of [1, 2, 4]) {
      await open();
      jobs.follower?.lost(new Error("cut"));
      await clock.advance(pauseS * SECOND_MS);
    }
    expect(jobs.followings).toBe(4);
    await open();
    await clock.advance(60 * SECOND_MS);
    jobs.follower?.lost(new Error("cut"));
    await clock.advance(SECOND_MS);
    expect(jobs.followings).toBe(5);
    expect(logged).toHaveLength(2);
  });

  test("a database without change streams is asked once per process, and that is logged", async () => {
    const { stop } = watch("a");
    jobs.follower?.unsupported();
    await clock.advance(120 * SECOND_MS);
    expect(jobs.reads).toHaveLength(120);
    stop();
    await clock.advance(SECOND_MS);
    const { heard } = watch("b");
    await jobs.change("b");
    await clock.advance(SECOND_MS);
    expect(heard).toEqual([2]);
    expect(jobs.followings).toBe(1);
    expect(logged).toEqual([expect.stringMatching(/^info: .*no change streams/)]);
  });
});

test("nobody gets an older version after a newer one, however late a read answers", async () => {
  const { heard } = watch("a");
  const answer = deferred();
  jobs.beforeAnswer = () => answer.promise;
  await clock.advance(SECOND_MS);
  await store.update((await store.find("a"))!, { phase: "running" });
  answer.resolve();
  await settle();
  expect(heard).toEqual([2]);
});

describe("stopping", () => {
  test("after the last watcher leaves, the stream stays open until the next poll at most, without reads", async () => {
    const { stop } = watch("a");
    await open();
    stop();
    jobs.reads.length = 0;
    await clock.advance(SAFETY_MS);
    expect(jobs.follower).toBeUndefined();
    expect(jobs.reads).toEqual([]);
  });

  test("the next watcher reopens it", async () => {
    watch("a").stop();
    await clock.advance(SAFETY_MS);
    const { heard } = watch("a");
    await open();
    await jobs.change("a");
    await settle();
    expect(heard).toEqual([1, 2]);
    expect(jobs.followings).toBe(2);
  });

  test("one who arrives before that finds it open", async () => {
    watch("a").stop();
    await open();
    await clock.advance(SECOND_MS);
    const { heard } = watch("b");
    await jobs.change("b");
    await settle();
    expect(heard).toEqual([2]);
    expect(jobs.followings).toBe(1);
  });

  test("it is not reopened later if nobody watches any more", async () => {
    const { stop } = watch("a");
    jobs.follower?.lost(new Error("cut"));
    stop();
    await clock.advance(120 * SECOND_MS);
    expect(jobs.followings).toBe(1);
  });

  test("one who arrives while the last read fails reopens it", async () => {
    const { stop } = watch("a");
    const answer = deferred();
    jobs.beforeAnswer = () => answer.promise;
    await clock.advance(SECOND_MS);
    stop();
    await clock.advance(SECOND_MS);
    answer.reject(new Error("away"));
    await settle();
    jobs.beforeAnswer = async () => {};
    watch("b");
    expect(jobs.followings).toBe(2);
  });

  test("once closed, nothing is streamed or read, whoever still watches", async () => {
    watch("a");
    await open();
    jobs.reads.length = 0;
    events.close();
    expect(jobs.follower).toBeUndefined();
    watch("b");
    await clock.advance(120 * SECOND_MS);
    expect(jobs.reads).toEqual([]);
    expect(jobs.followings).toBe(1);
  });
});
