import { deferred } from "@cenote/testkit";
import { acceptedAs } from "../testing/accepted-as";
import { testJob } from "../testing/test-job";
import type { Following } from "./follow";
import type { Job, NewJob } from "./job";
import type { JobChange, JobStore } from "./store";

const ORG = "00000000-0000-4000-8000-000000000001";
const OTHER_ORG = "00000000-0000-4000-8000-000000000002";
const TOKEN = "00000000-0000-4000-8000-00000000000a";
const OTHER_TOKEN = "00000000-0000-4000-8000-00000000000b";
const START_MS = Date.UTC(2026, 0, 1);

const idOf = (number: number): string => `00000000-0000-4000-9000-${number.toString().padStart(12, "0")}`;

const jobOf = (number: number, changes: Partial<NewJob> = {}): Job =>
  testJob({
    id: idOf(number),
    organizationId: ORG,
    requestId: `req_${number.toString().padStart(24, "0")}`,
    mediaId: idOf(1000 + number),
    prompt: `prompt ${number} 🌊`,
    createdAtMs: START_MS + number,
    dueAtMs: START_MS + 1000 + number,
    ...changes,
  });

const EVERYTHING: JobChange = {
  phase: "completed",
  dueAtMs: START_MS + 5,
  offered: true,
  attempts: [
    { route: "a/b", outcome: "timeout", durationMs: 5 },
    { route: "c/d", outcome: "ok", durationMs: 7 },
  ],
  taken: {
    route: { provider: "c", model: "d", key: "0123456789abcdef" },
    handle: "operations/1",
    terms: "those",
  },
  refused: { count: 3, sinceMs: START_MS + 7 },
  providerUrl: "https://files.test/1",
  providerUrlExpiresAtMs: START_MS + 9,
  videoUrl: "https://ours.test/1.mp4",
  stored: true,
  copyFailures: 2,
  copyDueAtMs: START_MS + 11,
  error: "why",
  outcome: "ok",
  endedAtMs: START_MS + 12,
  costUsd: "3.36",
  costNanoMxn: 67_200_000_000n,
  callbackFailures: 1,
  callbackDueAtMs: START_MS + 13,
};

/** Follows a store's changes from the moment it resolves. */
const listen = async (store: JobStore) => {
  const opened = deferred();
  const told: string[] = [];
  const awaited = new Map<string, () => void>();
  const following: Following = store.follow({
    opened: () => {
      opened.resolve();
    },
    changed(id, version) {
      const change = `${Number(id.slice(-4))} v${version}`;
      told.push(change);
      awaited.get(change)?.();
    },
    lost: opened.reject,
    unsupported() {
      opened.reject(new Error("there is nothing to follow"));
    },
  });
  await opened.promise;
  return {
    told,
    following,
    until: async (change: string) => {
      const heard = deferred();
      awaited.set(change, heard.resolve);
      if (!told.includes(change)) await heard.promise;
    },
  };
};

/** The contract of every job store. @param create Returns an empty store. */
export const describeJobStore = (name: string, create: () => Promise<JobStore>): void => {
  describe(name, () => {
    let store: JobStore;
    beforeEach(async () => {
      store = await create();
    });

    const inserted = async (...jobs: Job[]) => {
      for (const job of jobs) await store.insert(job);
    };
    const ids = (jobs: readonly Job[]) => jobs.map(({ id }) => Number(id.slice(-4)));

    test("returns a job as it was inserted, and no other", async () => {
      const bare = jobOf(1);
      const full = jobOf(2, {
        aspectRatio: "9:16",
        firstFrameDigest: "0123456789abcdef",
        callbackUrl: "https://caller.test/hook",
        clientTokenId: TOKEN,
      });
      await inserted(bare, full);
      expect(await store.find(bare.id)).toEqual(bare);
      expect(await store.find(full.id)).toEqual(full);
      expect(await store.find(idOf(3))).toBeUndefined();
      expect(await store.findMany([full.id, idOf(3)])).toEqual([full]);
      expect(await store.findMany([])).toEqual([]);
    });

    test("rejects a second job with the same id", async () => {
      await inserted(jobOf(1));
      await expect(store.insert(jobOf(1, { prompt: "another" }))).rejects.toThrow(Error);
      expect(await store.find(idOf(1))).toEqual(jobOf(1));
    });

    test("updates the given fields and the version, and no others", async () => {
      const job = jobOf(1);
      await inserted(job);
      const changed = await store.update(job, EVERYTHING);
      expect(changed).toEqual({ ...job, ...EVERYTHING, version: 2 });
      expect(await store.find(job.id)).toEqual(changed);
      const emptied = await store.update(changed as Job, {
        dueAtMs: undefined,
        copyDueAtMs: undefined,
        callbackDueAtMs: undefined,
        refused: undefined,
      });
      expect(emptied).toEqual({
        ...changed,
        dueAtMs: undefined,
        copyDueAtMs: undefined,
        callbackDueAtMs: undefined,
        refused: undefined,
        version: 3,
      });
      expect(await store.find(job.id)).toEqual(emptied);
    });

    test("lets one of several concurrent changes to the same version through", async () => {
      const job = jobOf(1);
      await inserted(job);
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          store.update(job, { phase: "running", taken: acceptedAs(`handle ${index}`) }),
        ),
      );
      const through = outcomes.filter((outcome) => outcome !== undefined);
      expect(through).toHaveLength(1);
      expect(await store.find(job.id)).toEqual(through[0]);
      expect(await store.update(job, { phase: "failed" })).toBeUndefined();
      expect(await store.update({ ...(through[0] as Job), phase: "copying" }, { phase: "failed" })).toBeUndefined();
    });

    test("does not create a job by updating it", async () => {
      expect(await store.update(jobOf(1), { taken: acceptedAs("x") })).toBeUndefined();
      expect(await store.find(idOf(1))).toBeUndefined();
    });

    test("deletes a job only in the version that was read", async () => {
      const job = jobOf(1);
      await inserted(job);
      const running = await store.update(job, { phase: "running" });
      expect(await store.remove(job)).toBe(false);
      expect(await store.remove(running as Job)).toBe(true);
      expect(await store.remove(running as Job)).toBe(false);
      expect(await store.find(job.id)).toBeUndefined();
    });

    test("lists an organization's jobs, newest first, page by page, even within one millisecond", async () => {
      await inserted(
        jobOf(3),
        jobOf(1),
        jobOf(2, { createdAtMs: START_MS + 3 }),
        jobOf(4, { createdAtMs: START_MS + 3 }),
        jobOf(5),
        jobOf(9, { organizationId: OTHER_ORG }),
      );
      const page = { status: undefined, after: undefined, limit: 3 };
      const first = await store.list(ORG, page);
      expect(ids(first)).toEqual([5, 4, 3]);
      const rest = await store.list(ORG, { ...page, after: first[2] });
      expect(ids(rest)).toEqual([2, 1]);
      expect(await store.list(ORG, { ...page, after: rest[1] })).toEqual([]);
    });

    test("lists only the jobs of one client token if asked to", async () => {
      const of = (number: number, clientTokenId: string, organizationId = ORG) =>
        jobOf(number, { clientTokenId, organizationId });
      await inserted(of(1, TOKEN), of(2, ""), of(3, OTHER_TOKEN), of(4, TOKEN), of(5, TOKEN, OTHER_ORG), of(6, TOKEN));
      const page = { clientTokenId: TOKEN, status: undefined, after: undefined, limit: 2 };
      const first = await store.list(ORG, page);
      expect(ids(first)).toEqual([6, 4]);
      expect(ids(await store.list(ORG, { ...page, after: first[1] }))).toEqual([1]);
      expect(ids(await store.list(ORG, { ...page, clientTokenId: undefined, limit: 9 }))).toEqual([6, 4, 3, 2, 1]);
    });

    test("lists by the state that callers see", async () => {
      await inserted(...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => jobOf(number)));
      const put = (number: number, change: JobChange) => store.update(jobOf(number), change);
      await put(2, { phase: "running", taken: acceptedAs("h") });
      await put(3, { phase: "copying", taken: acceptedAs("h") });
      await put(4, { phase: "charging", taken: acceptedAs("h") });
      await put(5, { phase: "failing" });
      await put(6, { phase: "failing", taken: acceptedAs("h") });
      await put(7, { phase: "completed", taken: acceptedAs("h") });
      await put(8, { phase: "failed" });
      const of = async (status: "pending" | "processing" | "completed" | "failed") =>
        ids(await store.list(ORG, { status, after: undefined, limit: 10 }));
      expect(await of("pending")).toEqual([5, 1]);
      expect(await of("processing")).toEqual([6, 4, 3, 2]);
      expect(await of("completed")).toEqual([7]);
      expect(await of("failed")).toEqual([8]);
    });

    test("returns due jobs, the longest overdue first, and none without anything left to do", async () => {
      await inserted(
        jobOf(1, { dueAtMs: 3000 }),
        jobOf(2, { dueAtMs: 1000 }),
        jobOf(3, { dueAtMs: 3001 }),
        jobOf(4, { dueAtMs: 2000 }),
        jobOf(5, { dueAtMs: 1 }),
      );
      await store.update(jobOf(5, { dueAtMs: 1 }), { dueAtMs: undefined });
      expect(ids(await store.due(3000, 10))).toEqual([2, 4, 1]);
      expect(ids(await store.due(3000, 2))).toEqual([2, 4]);
      expect(await store.due(999, 10)).toEqual([]);
    });

    test("tells every follower about inserts and changes, in order, and nothing else", async () => {
      await inserted(jobOf(1), jobOf(2));
      const [one, other] = await Promise.all([listen(store), listen(store)]);
      const running = (await store.update(jobOf(1), { phase: "running" })) as Job;
      await store.update(jobOf(1), { phase: "failed" });
      await store.remove(jobOf(2));
      await inserted(jobOf(3));
      await store.update(running, { phase: "copying" });
      for (const { until, told, following } of [one, other]) {
        await until("1 v3");
        expect(told).toEqual(["1 v2", "3 v1", "1 v3"]);
        following.close();
      }
    });

    test("tells followers only about what can be read", async () => {
      let job = jobOf(1);
      await inserted(job);
      const { until, following } = await listen(store);
      for (let version = 2; version < 12; version += 1) {
        const changed = store.update(job, { taken: acceptedAs(`handle ${version}`) });
        await until(`1 v${version}`);
        expect(await store.find(job.id)).toMatchObject({ version, taken: { handle: `handle ${version}` } });
        job = (await changed) as Job;
      }
      following.close();
    });

    test("tells nothing to a follower that closed, while others continue", async () => {
      await inserted(jobOf(1));
      const [leaving, staying] = await Promise.all([listen(store), listen(store)]);
      leaving.following.close();
      leaving.following.close();
      await store.update(jobOf(1), { phase: "running" });
      await staying.until("1 v2");
      expect(leaving.told).toEqual([]);
      staying.following.close();
    });
  });
};
