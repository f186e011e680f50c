import { type VideoJob, VideoStatus } from "@cenote/contracts";
import { type Bench, context, createBench, scopeElsewhere, videoRequest } from "../testing/bench";
import { completedAt, POLL_INTERVAL_MS } from "../testing/fake-provider";
import { createVideo } from "./create-video";
import { deleteVideo } from "./delete-video";
import { watchVideo } from "./watch-video";

const { VIDEO_STATUS_PROCESSING: PROCESSING, VIDEO_STATUS_COMPLETED: COMPLETED } = VideoStatus;

let bench: Bench;
let jobId: string;
beforeEach(async () => {
  bench = createBench();
  jobId = (await createVideo(bench.scope, videoRequest())).job?.id ?? "";
});

/** Watches to the end in the background. */
const watch = (scope = bench.scope, signal = new AbortController().signal) => {
  const seen: VideoJob[] = [];
  const done = (async () => {
    for await (const { job } of watchVideo(scope, { context: context(), jobId }, signal))
      if (job !== undefined) seen.push(job);
  })();
  return { seen, done, statuses: () => seen.map(({ status }) => status) };
};

const finish = async () => {
  const [video] = bench.provider.videos;
  if (video !== undefined) video.state = completedAt("https://files.test/1");
  await bench.clock.advance(POLL_INTERVAL_MS);
  await bench.sweep();
};

test("sends the current state, each change, and ends with the job", async () => {
  const watcher = watch();
  await bench.clock.advance(POLL_INTERVAL_MS);
  await bench.sweep();
  expect(watcher.statuses()).toEqual([PROCESSING]);
  await finish();
  await watcher.done;
  expect(watcher.statuses()).toEqual([PROCESSING, COMPLETED]);
  expect(watcher.seen[1]).toMatchObject({ videoUrl: bench.saver.saved[0], costNanoMxn: 5n });
});

test("of a finished job sends just that", async () => {
  await finish();
  const watcher = watch();
  await watcher.done;
  expect(watcher.statuses()).toEqual([COMPLETED]);
});

test("sends what another replica did", async () => {
  const watcher = watch(scopeElsewhere(bench));
  await finish();
  await watcher.done;
  expect(watcher.statuses()).toEqual([PROCESSING, COMPLETED]);
});

test("does not miss a change between the reading of the job and the watching", async () => {
  const { scope } = bench;
  const found = await scope.jobs.find(jobId);
  await finish();
  let reads = 0;
  const jobs: typeof scope.jobs = {
    ...scope.jobs,
    find: async (id) => (reads++ === 0 ? found : scope.jobs.find(id)),
  };
  // Nobody tells of it again.
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
  const findMany = bench.store.findMany.bind(bench.store);
  bench.store.findMany = (ids) => {
    looks += 1;
    return findMany(ids);
  };
  await bench.clock.advance(10_000);
  expect(looks).toBeLessThanOrEqual(1);
});

test("ends at once when the watcher leaves", async () => {
  const leaving = new AbortController();
  const watcher = watch(bench.scope, leaving.signal);
  await bench.clock.advance(0);
  leaving.abort();
  await watcher.done;
  expect(watcher.statuses()).toEqual([PROCESSING]);
});

test("survives a short outage of the store", async () => {
  const findMany = bench.store.findMany.bind(bench.store);
  let away = true;
  bench.store.findMany = (ids) => (away ? Promise.reject(new Error("away")) : findMany(ids));
  const watcher = watch(scopeElsewhere(bench));
  await finish();
  away = false;
  await bench.clock.advance(2000);
  await watcher.done;
  expect(watcher.statuses()).toEqual([PROCESSING, COMPLETED]);
});

test("ends where the job was deleted before its end was seen", async () => {
  const { clock, store, scope } = bench;
  // Its stream tells of nothing, so it reads what became of the job each second.
  const deaf = { ...store, follow: () => ({ close: () => {} }) };
  const watcher = watch(scopeElsewhere(bench, { store: deaf }));
  const told = watcher.done.catch((error: unknown) => error);
  await clock.advance(0);
  await finish();
  await deleteVideo(scope, { context: context(), jobId });
  await clock.advance(2000);
  expect(await told).toMatchObject({ code: "job_not_found" });
  expect(watcher.statuses()).toEqual([PROCESSING]);
});
