import { eventually } from "./harness/eventually";
import { mediaCost, nanoOf } from "./harness/exact";
import { allEntries, settledBalance } from "./harness/ledger";
import { FAL_VIDEO, mediaCatalog, MEDIA_PRICES } from "./harness/media-catalog";
import { newPayer } from "./harness/payer";
import type { VideoJob } from "./harness/videos";
import { withSystem } from "./harness/with-system";

const JOBS = 300;
/** Jobs that callers poll; nobody polls the others. */
const POLLED = 100;
const AT_ONCE = 25;
/** The polling interval for fal's protocol. */
const POLL_INTERVAL_MS = 2_000;
/** Tolerance for the clocks of two processes: the product's has whole milliseconds. */
const CLOCK_MS = 5;

const harness = withSystem({ more: mediaCatalog });

/** Runs `work` for each index up to `count`, several at a time. */
const forEach = async (count: number, work: (index: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};

test(`${JOBS} concurrent jobs: the provider is polled no more often than it wants, all finish, each is paid once`, async () => {
  const { system, client, simulator } = harness();
  const { org, key } = await newPayer(system);
  await system.cenote("credit", org, "10000");
  const ids: string[] = [];
  await forEach(JOBS, async () => {
    const { status, body } = await client.postJson<VideoJob>(
      "/v1/videos/generations",
      { model: FAL_VIDEO, prompt: `a cenote [[sim polls=0 render_hold=load]]` },
      { key },
    );
    expect(status).toBe(200);
    ids.push(body.id);
  });
  expect(new Set(ids).size).toBe(JOBS);
  for (let rounds = 0; rounds < 4; rounds += 1) {
    await forEach(POLLED, async (index) => {
      const { status, body } = await client.getJson<VideoJob>(`/v1/videos/${ids[index]}`, { key });
      expect([status, body.error ?? null]).toEqual([200, null]);
    });
  }

  await eventually("each was polled twice", async () => (await simulator.videos()).every(({ polls }) => polls >= 2));
  await simulator.release("load");

  await settledBalance(system, org);
  // A job is reported as completed after its charge.
  const data = await eventually("all jobs ended", async () => {
    const jobs = (await client.getJson<{ data: VideoJob[] }>("/v1/videos?limit=1000", { key })).body.data;
    return jobs.some(({ completed }) => completed === null) ? undefined : jobs;
  });
  expect(data.map(({ id }) => id).sort()).toEqual(ids.toSorted());
  expect(
    data.filter(
      ({ status, video_url: url }) =>
        status !== "completed" || url?.startsWith(`${system.baseUrl}/media/${org}/`) !== true,
    ),
  ).toEqual([]);

  const videos = await simulator.videos();
  expect(videos).toHaveLength(JOBS);
  const intervals = videos.flatMap(({ shortest_interval_ms: shortest }) => shortest ?? []);
  expect(intervals).toHaveLength(JOBS);
  expect(Math.min(...intervals)).toBeGreaterThanOrEqual(POLL_INTERVAL_MS - CLOCK_MS);

  const { nanoMxn: price } = mediaCost(5, MEDIA_PRICES.second);
  const settles = (await allEntries(system, org)).filter(({ type }) => type === "settle");
  expect(settles.map(({ amount_mxn: amount }) => nanoOf(amount))).toEqual(ids.map(() => -price));
  expect(new Set(settles.map(({ request_id: id }) => id)).size).toBe(JOBS);
  expect(await system.cenote("ledger", "verify")).toMatchObject({ ok: true });
});
