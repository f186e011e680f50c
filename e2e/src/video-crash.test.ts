import { setTimeout as pause } from "node:timers/promises";
import { cenoteYaml, FX_RATE, MARKUP } from "./harness/cenote-yaml";
import { createClient } from "./harness/client";
import { fraction, nanoOf, times, toNano } from "./harness/exact";
import { allEntries, settledBalance } from "./harness/ledger";
import { FAL_VIDEO, mediaCatalog, MEDIA_PRICES } from "./harness/media-catalog";
import { createRandom } from "./harness/random";
import { startSimulator, type Simulator } from "./harness/simulator";
import { startSystem, type System } from "./harness/system";
import type { VideoJob } from "./harness/videos";

const KILLS = 4;
const JOBS = 6;
const SEED = Number(process.env.CENOTE_E2E_SEED ?? "20260721");
/** From the submission of a job to the moment its process dies: through submitting, polling, copying and charging. */
const LATEST_DEATH_MS = 3_500;
/** A lost process is noticed by its jobs in seconds; the longest pause after that is the provider's interval. */
const END_LIMIT_MS = 90_000;

let simulator: Simulator | undefined;
let system: System | undefined;

beforeAll(async () => {
  simulator = await startSimulator();
  const catalog = JSON.parse(cenoteYaml({ simulatorUrl: simulator.url })) as { providers: object; models: object[] };
  const more = await mediaCatalog(simulator.url);
  const yaml = JSON.stringify({ ...catalog, providers: { ...catalog.providers, ...more.providers }, models: [...catalog.models, ...more.models] });
  system = await startSystem({ database: "own", yaml });
}, 300_000);

afterAll(async () => {
  await system?.dispose();
  await simulator?.stop();
});

test(`${KILLS} kills at random moments of video jobs (seed ${SEED}): every job ends, each completed one is paid once, nothing stays held`, async () => {
  if (system === undefined) throw new Error("the system did not start");
  const running = system;
  const random = createRandom(SEED);
  await running.cenote("credit", "demo", "10000");
  const answered = new Set<string>();

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const client = createClient(running);
    const submitting = Array.from({ length: JOBS }, async () => {
      await pause(random() * LATEST_DEATH_MS);
      const { status, body } = await client.postJson<VideoJob>("/v1/videos/generations", { model: FAL_VIDEO, prompt: "a cenote [[sim polls=0]]" });
      if (status === 200) answered.add(body.id);
    });
    await pause(LATEST_DEATH_MS * (0.3 + 0.7 * random()));
    await running.kill9({ database: kill % 2 === 0 });
    await Promise.allSettled(submitting);
    await running.restart();
  }

  await settledBalance(running, "demo", END_LIMIT_MS);
  const { data } = (await createClient(running).getJson<{ data: VideoJob[] }>("/v1/videos?limit=1000")).body;
  for (const id of answered) expect(data.map((job) => job.id)).toContain(id);
  const completed = data.filter(({ status }) => status === "completed");
  expect(data.filter(({ status }) => status !== "completed" && status !== "failed")).toEqual([]);
  expect(completed.length).toBeGreaterThan(0);
  for (const { video_url: url } of completed) expect((await fetch(url ?? "")).status).toBe(200);
  for (const { status, error } of data) if (status === "failed") expect(error).toContain("interrupted");

  const price = toNano(times(times(times({ over: 5n, under: 1n }, fraction(MEDIA_PRICES.second)), fraction(MARKUP)), fraction(FX_RATE)));
  const settles = (await allEntries(running, "demo")).filter(({ type }) => type === "settle");
  expect(settles.map(({ amount_mxn: amount }) => nanoOf(amount))).toEqual(completed.map(() => -price));
  expect(new Set(settles.map(({ request_id: id }) => id)).size).toBe(settles.length);
  expect(await running.cenote("ledger", "verify")).toMatchObject({ ok: true });
}, 600_000);
