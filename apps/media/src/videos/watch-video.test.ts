import { type VideoJob, VideoStatus } from "@cenote/contracts";
import { type Harness, context, createHarness, scopeElsewhere, videoRequest } from "../testing/harness";
import { completedAt, POLL_INTERVAL_MS } from "../testing/fake-provider";
import { createVideo } from "./create-video";
import { deleteVideo } from "./delete-video";
import { watchVideo } from "./watch-video";

const { VIDEO_STATUS_PROCESSING: PROCESSING, VIDEO_STATUS_COMPLETED: COMPLETED } = VideoStatus;

let harness: Harness;
let jobId: string;
beforeEach(async () => {
  harness = createHarness();
  jobId = (await createVideo(harness.scope, videoRequest())).job?.id ?? "";
});

/** Watches to the end in the background. */
const watch = (scope = harness.scope, signal = new AbortController().signal) => {
  const seen: VideoJob[] = [];
  const done = (async () => {
    for await (const { job } of watchVideo(scope, { context: context(), jobId }, signal))
      if (job !== undefined) seen.push(job);
  })();
  return { seen, done, statuses: () => seen.map(({ status }) => status) };
};

const finish = async () => {
  const [video] = harness.provider.videos;
  if (video !== undefined) video.state = completedAt("https://files.test/1");
  await harness.clock.advance(POLL_INTERVAL_MS);
  await harness.sweep();
};

test("sends the current state, each change, and ends with the job", async () => {
  const watcher = watch();
  await harness.clock.advance(POLL_INTERVAL_MS);
  await harness.sweep();
  expect(watcher.statuses()).toEqual([PROCESSING]);
  await finish();
  await watcher.done;
  expect(watcher.statuses()).toEqual([PROCESSING, COMPLETED]);
  expect(watcher.seen[1]).toMatchObject({ videoUrl: harness.saver.saved[0], costNanoMxn: 5n });
});

test("of a finished job sends just that", async () => {
  await finish();
  const watcher = watch();
  await watcher.done;
  expect(watcher.statuses()).toEqual([COMPLETED]);
});

test("sends what another replica did", async () => {
  const watcher = watch(scopeElsewhere(harness));
  await finish();
  await watcher.done;
  expect(watcher.statuses()).toEqual([PROCESSING, COMPLETED]);
});

test("does not miss a change between the reading of the job and the watching", async () => {
  const { scope } = harness;
  const found = await scope.jobs.find(jobId);
  await finish();
  let reads = 0;
  const jobs: typeof scope.jobs = {
    ...scope.jobs,
    find: async (id) => (reads++ === 0 ? found : scope.jobs.find(id)),
  };
  // Nobody reports the change again.
  const watcher = watch({ ...scope, jobs, events: { ...scope.events, watch: () => () => {} } });
  await watcher.done;
  expect(watcher.statuses()).toEqual([COMPLETED]);
});

test("50 watchers see the same, and nothing is read once they are gone", async () => {
  const watchers = Array.from({ length: 50 }, () => watch());
  await finish();
  await Promise.all(watchers.map(({ done }) => done));
  for (const watcher of watchers) expect(watcher.statuses()).toEqual([PROCESSING, COMPLETED]);
  let looks = 0;
  const findMany = harness.store.findMany.bind(harness.store);
  harness.store.findMany = (ids) => {
    looks += 1;
    return findMany(ids);
  };
  await harness.clock.advance(10_000);
  expect(looks).toBeLessThanOrEqual(1);
});

test("ends at once when the watcher leaves", async () => {
  const leaving = new AbortController();
  const watcher = watch(harness.scope, leaving.signal);
  await harness.clock.advance(0);
  leaving.abort();
  await watcher.done;
  expect(watcher.statuses()).toEqual([PROCESSING]);
});

test("survives a short outage of the store", async () => {
  const findMany = harness.store.findMany.bind(harness.store);
  let away = true;
  harness.store.findMany = (ids) => (away ? Promise.reject(new Error("away")) : findMany(ids));
  const watcher = watch(scopeElsewhere(harness));
  await finish();
  away = false;
  await harness.clock.advance(2000);
  await watcher.done;
  expect(watcher.statuses()).toEqual([PROCESSING, COMPLETED]);
});

test("ends where the job was deleted before its end was seen", async () => {
  const { clock, store, scope } = harness;
  // The store's stream reports nothing, so the watched job is read every second.
  const deaf = { ...store, follow: () => ({ close: () => {} }) };
  const watcher = watch(scopeElsewhere(harness, { store: deaf }));
  const told = watcher.done.catch((error: unknown) => error);
  await clock.advance(0);
  await finish();
  await deleteVideo(scope, { context: context(), jobId });
  await clock.advance(2000);
  expect(await told).toMatchObject({ code: "job_not_found" });
  expect(watcher.statuses()).toEqual([PROCESSING]);
});
