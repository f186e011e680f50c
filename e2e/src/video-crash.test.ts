import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "@cenote/testkit";
import { cenoteYaml, FX_RATE, MARKUP } from "./harness/cenote-yaml";
import { createClient } from "./harness/client";
import { eventually } from "./harness/eventually";
import { digitsOf, fraction, nanoOf, times, toNano } from "./harness/exact";
import { allEntries, settledBalance } from "./harness/ledger";
import { FAL_VIDEO, mediaCatalog, MEDIA_PRICES } from "./harness/media-catalog";
import { startSimulator, type SimulatedCall, type Simulator } from "./harness/simulator";
import { startSystem, type System } from "./harness/system";
import { endOf, type VideoJob } from "./harness/videos";
import { withMore } from "./harness/with-system";

const KILLS = 4;
const JOBS = 6;
const SEED = Number(process.env.CENOTE_E2E_SEED ?? "20260721");
/**
 * From the submission of a job to the latest moment its process dies: through submitting, polling, copying and
 * charging.
 */
const LATEST_DEATH_MS = 3_500;

let simulator: Simulator | undefined;
let system: System | undefined;

const configuration = async (simulatorUrl: string): Promise<string> =>
  withMore(cenoteYaml({ simulatorUrl }), await mediaCatalog(simulatorUrl));

beforeAll(async () => {
  simulator = await startSimulator();
  system = await startSystem({ database: "own", yaml: await configuration(simulator.url) });
});

afterAll(async () => {
  await system?.dispose();
  await simulator?.stop();
});

const PRICE = toNano(
  times(times(times({ over: 5n, under: 1n }, fraction(MEDIA_PRICES.second)), fraction(MARKUP)), fraction(FX_RATE)),
);

const parts = () => {
  if (system === undefined || simulator === undefined) throw new Error("the system did not start");
  return { running: system, upstream: simulator };
};

test("killed while one job is submitted, one polled, one copied and one charged: each ends as it should, paid once or not at all", async () => {
  const { running, upstream } = parts();
  const client = createClient(running);
  const start = async (prompt: string, more: object = {}): Promise<string> => {
    const { status, body } = await client.postJson<VideoJob>("/v1/videos/generations", {
      model: FAL_VIDEO,
      prompt,
      ...more,
    });
    expect(status).toBe(200);
    return body.id;
  };
  const until = (what: string, find: (calls: readonly SimulatedCall[]) => boolean, pathEnd: string) =>
    eventually(what, async () => find(await upstream.callsTo(pathEnd)));
  const hangs = (calls: readonly SimulatedCall[]) => calls.some(({ outcome }) => outcome === "active");

  await upstream.fault({ path: ".mp4", fault: "hang", count: 1 });
  const copied = await start("a cenote [[sim polls=0]]");
  await until("a copy that hangs", hangs, ".mp4");
  await upstream.fault({ path: "/status", fault: "hang", count: 1 });
  const polled = await start("a cenote [[sim polls=0]]");
  await until("a poll that hangs", hangs, "/status");
  const submitted = await start("a cenote [[sim fault=hang]]");
  await upstream.received("fault=hang");
  const begunWithImage = await start("it comes alive [[sim fault=hang]]", {
    input_reference: { image_url: "data:image/jpeg;base64,/9j/4AAQ" },
  });
  await upstream.received("it comes alive");
  const charged = await start("a cenote [[sim polls=0]]");
  await until("a video that was fetched", (calls) => calls.some(({ outcome }) => outcome === "finished"), ".mp4");
  await running.kill9();
  await running.restart();

  const ends = await Promise.all(
    [submitted, begunWithImage, polled, copied, charged].map(
      async (id) => (await endOf(createClient(running), id)).job,
    ),
  );
  expect(ends.map(({ status, error }) => [status, error])).toEqual([
    ["failed", expect.stringContaining("interrupted")],
    ["failed", expect.stringContaining("interrupted")],
    ["completed", null],
    ["completed", null],
    ["completed", null],
  ]);
  for (const { video_url: url } of ends.slice(2)) expect((await fetch(url ?? "")).status).toBe(200);
  // Nobody has its image any more: it is asked for once, with it, and never without.
  expect((await upstream.calls("it comes alive")).map(({ path }) => path)).toEqual([
    expect.stringMatching(/image-to-video$/),
  ]);
  await settledBalance(running, "demo");
  const settles = (await allEntries(running, "demo")).filter(({ type }) => type === "settle");
  expect(settles.map(({ amount_mxn: amount }) => nanoOf(amount))).toEqual([-PRICE, -PRICE, -PRICE]);
  expect(await running.cenote("ledger", "verify")).toMatchObject({ ok: true });
});

test("finished after its model left the configuration: charged at its last price, even after a restart of everything", async () => {
  const { running, upstream } = parts();
  const hold = "crash-retired";
  const { body } = await createClient(running).postJson<VideoJob>("/v1/videos/generations", {
    model: FAL_VIDEO,
    prompt: `a cenote [[sim polls=0 render_hold=${hold}]]`,
  });
  await upstream.received(`render_hold=${hold}`);
  const whole = await configuration(upstream.url);
  const { models, ...rest } = JSON.parse(whole) as { readonly models: readonly { readonly id: string }[] };
  await running.stop();
  running.configure(JSON.stringify({ ...rest, models: models.filter(({ id }) => id !== FAL_VIDEO) }));
  await running.restart();
  try {
    await upstream.release(hold);
    const { job, text } = await endOf(createClient(running), body.id);
    expect([job.status, job.error, nanoOf(digitsOf(text, "cost_mxn"))]).toEqual(["completed", null, PRICE]);
    await settledBalance(running, "demo");
    expect(await running.cenote("ledger", "verify")).toMatchObject({ ok: true });
  } finally {
    running.configure(whole);
    await running.stop();
    await running.restart();
  }
});

test(`${KILLS} kills at random moments of video jobs (seed ${SEED}): every job ends, each completed one is paid once, nothing stays held`, async () => {
  const { running } = parts();
  const random = seededRandom(SEED);
  await running.cenote("credit", "demo", "10000");
  const answered = new Set<string>();

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const client = createClient(running);
    const submitting = Array.from({ length: JOBS }, async () => {
      await pause(random() * LATEST_DEATH_MS);
      const { status, body } = await client.postJson<VideoJob>("/v1/videos/generations", {
        model: FAL_VIDEO,
        prompt: "a cenote [[sim polls=0]]",
      });
      if (status === 200) answered.add(body.id);
    });
    await pause(LATEST_DEATH_MS * (0.3 + 0.7 * random()));
    await running.kill9({ database: kill % 2 === 0 });
    await Promise.allSettled(submitting);
    await running.restart();
  }

  // A job lost before its money was held holds nothing, and ends all the same.
  const data = await eventually("the end of every job", async () => {
    const jobs = (await createClient(running).getJson<{ data: VideoJob[] }>("/v1/videos?limit=1000")).body.data;
    return jobs.every(({ status }) => status === "completed" || status === "failed") ? jobs : undefined;
  });
  await settledBalance(running, "demo");
  for (const id of answered) expect(data.map((job) => job.id)).toContain(id);
  const completed = data.filter(({ status }) => status === "completed");
  expect(completed.length).toBeGreaterThan(0);
  for (const { video_url: url } of completed) expect((await fetch(url ?? "")).status).toBe(200);
  for (const { status, error } of data) if (status === "failed") expect(error).toContain("interrupted");

  const settles = (await allEntries(running, "demo")).filter(({ type }) => type === "settle");
  expect(settles.map(({ amount_mxn: amount }) => nanoOf(amount))).toEqual(completed.map(() => -PRICE));
  expect(new Set(settles.map(({ request_id: id }) => id)).size).toBe(settles.length);
  expect(await running.cenote("ledger", "verify")).toMatchObject({ ok: true });
});
