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
  const noted = (level: string) => (_fields: object, message: string) => { logged.push(`${level}: ${message}`); };
  const log: Log = { ...silentLog, info: noted("info"), warn: noted("warn") };
  ({ events, store } = createJobEvents({ store: jobs.store, clock, log }));
});

/** The versions a watcher of the job hears. */
const watch = (id: string) => {
  const heard: number[] = [];
  return { heard, stop: events.watch(id, ({ version }) => { heard.push(version); }) };
};
/** Everything that waits for no timer. */
const settle = () => clock.advance(0);
const open = async () => {
  jobs.follower?.opened();
  await settle();
};

describe("while the database tells of changes", () => {
  test("what another process does is heard without a timer, and only watched jobs are read", async () => {
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

  test("one following serves all watchers", async () => {
    const watchers = [watch("a"), watch("a"), watch("b")];
    await open();
    await jobs.change("a");
    await jobs.change("b");
    await settle();
    for (const { heard } of watchers) expect(heard.at(-1)).toBe(2);
    expect(jobs.followings).toBe(1);
  });

  test("what this process does is heard at once and not read", async () => {
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

  test("changes that come while a read is under way are read together after it", async () => {
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

  test("watched jobs are still looked at every 15 seconds, for what it failed to tell", async () => {
    const { heard } = watch("a");
    await open();
    [heard.length, jobs.reads.length] = [0, 0];
    await jobs.change("a", { told: false });
    await clock.advance(SAFETY_MS - 1);
    expect(jobs.reads).toEqual([]);
    await clock.advance(1);
    expect(heard).toEqual([2]);
  });

  test("changes of one job do not put off the look at the others", async () => {
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

  test("after a read that failed all watched jobs are looked at again in a second", async () => {
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
    expect(logged).toEqual(["warn: watched video jobs could not be looked at"]);
    jobs.reads.length = 0;
    await clock.advance(SAFETY_MS);
    expect(jobs.reads.length).toBeLessThanOrEqual(2);
  });
});

describe("the beginning", () => {
  test("what changed before the database began to tell is heard when it begins", async () => {
    const { heard } = watch("a");
    await jobs.change("a", { told: false });
    await open();
    expect(heard).toEqual([2]);
  });

  test("so is what changed after a read that was still under way then", async () => {
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

  test("as long as it has not begun, watched jobs are looked at each second", async () => {
    const { heard } = watch("a");
    await clock.advance(5 * SECOND_MS);
    expect(jobs.reads).toHaveLength(5);
    await jobs.change("a", { told: false });
    await clock.advance(SECOND_MS);
    expect(heard.at(-1)).toBe(2);
    expect(jobs.followings).toBe(1);
  });
});

describe("where it stops telling, or never begins", () => {
  test("watched jobs are looked at each second at once", async () => {
    const { heard } = watch("a");
    await open();
    await clock.advance(5 * SECOND_MS);
    jobs.follower?.lost(new Error("cut"));
    await jobs.change("a");
    await clock.advance(SECOND_MS);
    expect(heard.at(-1)).toBe(2);
  });

  test("it is followed again, and what happened in between is heard then", async () => {
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

  test("ever more seldom where that fails, and the log hears of it once", async () => {
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

  test("one that breaks as soon as it is open counts as a failure, one that lasted does not", async () => {
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

  test("a database without change streams is asked once in the life of the process, which the log says", async () => {
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

test("nobody hears an older version after a later one, however late a read answers", async () => {
  const { heard } = watch("a");
  const answer = deferred();
  jobs.beforeAnswer = () => answer.promise;
  await clock.advance(SECOND_MS);
  await store.update((await store.find("a"))!, { phase: "running" });
  answer.resolve();
  await settle();
  expect(heard).toEqual([2]);
});

describe("the end", () => {
  test("after the last watcher the database is followed until the next look at most, and not read", async () => {
    const { stop } = watch("a");
    await open();
    stop();
    jobs.reads.length = 0;
    await clock.advance(SAFETY_MS);
    expect(jobs.follower).toBeUndefined();
    expect(jobs.reads).toEqual([]);
  });

  test("the next watcher begins anew", async () => {
    watch("a").stop();
    await clock.advance(SAFETY_MS);
    const { heard } = watch("a");
    await open();
    await jobs.change("a");
    await settle();
    expect(heard).toEqual([1, 2]);
    expect(jobs.followings).toBe(2);
  });

  test("one who comes back before that finds it open", async () => {
    watch("a").stop();
    await open();
    await clock.advance(SECOND_MS);
    const { heard } = watch("b");
    await jobs.change("b");
    await settle();
    expect(heard).toEqual([2]);
    expect(jobs.followings).toBe(1);
  });

  test("also where it is to be followed again later: nobody is left to hear", async () => {
    const { stop } = watch("a");
    jobs.follower?.lost(new Error("cut"));
    stop();
    await clock.advance(120 * SECOND_MS);
    expect(jobs.followings).toBe(1);
  });

  test("one who comes while the last read fails has it followed again", async () => {
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

  test("closed, it neither follows nor reads, whoever still watches", async () => {
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
