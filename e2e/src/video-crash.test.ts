import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "@cenote/testkit";
import { cenoteYaml } from "./harness/cenote-yaml";
import { eventually } from "./harness/eventually";
import { digitsOf, mediaCost, nanoOf } from "./harness/exact";
import { allEntries, settledBalance } from "./harness/ledger";
import { FAL_VIDEO, mediaCatalog, MEDIA_PRICES } from "./harness/media-catalog";
import type { SimulatedCall } from "./harness/simulator";
import { endOf, type VideoJob } from "./harness/videos";
import { withMore, withSystem } from "./harness/with-system";

const KILLS = 4;
const JOBS = 6;
const SEED = Number(process.env.CENOTE_E2E_SEED ?? "20260721");
/** The time from a job's submission within which its process dies: during submitting, polling, copying or charging. */
const LATEST_DEATH_MS = 3_500;

const harness = withSystem({ database: "own", more: mediaCatalog });

const { nanoMxn: PRICE } = mediaCost(5, MEDIA_PRICES.second);

/** The jobs at the first kill, each at another step. */
let met: Readonly<Record<"submitted" | "begunWithImage" | "polled" | "copied" | "charged", string>> | undefined;

test("the system is killed while one job is submitted, one polled, one copied and one charged", async () => {
  const { system, client, simulator } = harness();
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
    eventually(what, async () => find(await simulator.callsTo(pathEnd)));
  const hangs = (calls: readonly SimulatedCall[]) => calls.some(({ outcome }) => outcome === "active");

  await simulator.fault({ path: ".mp4", fault: "hang", count: 1 });
  const copied = await start("a cenote [[sim polls=0]]");
  await until("a copy that hangs", hangs, ".mp4");
  await simulator.fault({ path: "/status", fault: "hang", count: 1 });
  const polled = await start("a cenote [[sim polls=0]]");
  await until("a poll that hangs", hangs, "/status");
  const submitted = await start("a cenote [[sim fault=hang]]");
  await simulator.received("fault=hang");
  const begunWithImage = await start("it comes alive [[sim fault=hang]]", {
    input_reference: { image_url: "data:image/jpeg;base64,/9j/4AAQ" },
  });
  await simulator.received("it comes alive");
  const charged = await start("a cenote [[sim polls=0]]");
  await until("a video that was fetched", (calls) => calls.some(({ outcome }) => outcome === "finished"), ".mp4");
  await system.kill9();
  await system.restart();
  met = { submitted, begunWithImage, polled, copied, charged };
});

test(`${KILLS} kills at random moments of video jobs (seed ${SEED}): every job ends, each completed one is paid once, nothing stays held`, async () => {
  const { system, client } = harness();
  const random = seededRandom(SEED);
  await system.cenote("credit", "demo", "10000");
  const answered = new Set<string>();

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const submitting = Array.from({ length: JOBS }, async () => {
      await pause(random() * LATEST_DEATH_MS);
      const { status, body } = await client.postJson<VideoJob>("/v1/videos/generations", {
        model: FAL_VIDEO,
        prompt: "a cenote [[sim polls=0]]",
      });
      if (status === 200) answered.add(body.id);
    });
    await pause(LATEST_DEATH_MS * (0.3 + 0.7 * random()));
    await system.kill9({ database: kill % 2 === 0 });
    await Promise.allSettled(submitting);
    await system.restart();
  }

  // A job lost before its money was held has no hold, and ends nevertheless.
  const data = await eventually("the end of every job", async () => {
    const jobs = (await client.getJson<{ data: VideoJob[] }>("/v1/videos?limit=1000")).body.data;
    return jobs.every(({ status }) => status === "completed" || status === "failed") ? jobs : undefined;
  });
  await settledBalance(system, "demo");
  for (const id of answered) expect(data.map((job) => job.id)).toContain(id);
  const completed = data.filter(({ status }) => status === "completed");
  expect(completed.length).toBeGreaterThan(0);
  for (const { video_url: url } of completed) expect((await fetch(url ?? "")).status).toBe(200);
  for (const { status, error } of data) if (status === "failed") expect(error).toContain("interrupted");

  const settles = (await allEntries(system, "demo")).filter(({ type }) => type === "settle");
  expect(settles.map(({ amount_mxn: amount }) => nanoOf(amount))).toEqual(completed.map(() => -PRICE));
  expect(new Set(settles.map(({ request_id: id }) => id)).size).toBe(settles.length);
  expect(await system.cenote("ledger", "verify")).toMatchObject({ ok: true });
});

// A submission counts as lost after more than a minute, during which the other kills happened. Their costs are checked
// above.
test("each job that the first kill met has ended as it should", async () => {
  const { client, simulator } = harness();
  const { submitted = "", begunWithImage = "", polled = "", copied = "", charged = "" } = met ?? {};
  const ends = await Promise.all(
    [submitted, begunWithImage, polled, copied, charged].map(async (id) => (await endOf(client, id)).job),
  );
  expect(ends.map(({ status, error }) => [status, error])).toEqual([
    ["failed", expect.stringContaining("interrupted")],
    ["failed", expect.stringContaining("interrupted")],
    ["completed", null],
    ["completed", null],
    ["completed", null],
  ]);
  for (const { video_url: url } of ends.slice(2)) expect((await fetch(url ?? "")).status).toBe(200);
  // Its image is lost, so it is submitted once, with the image, and never without it.
  expect((await simulator.calls("it comes alive")).map(({ path }) => path)).toEqual([
    expect.stringMatching(/image-to-video$/),
  ]);
});

test("finished after its model left the configuration: charged at its last price, even after a restart of everything", async () => {
  const { system, client, simulator } = harness();
  const hold = "crash-retired";
  const { body } = await client.postJson<VideoJob>("/v1/videos/generations", {
    model: FAL_VIDEO,
    prompt: `a cenote [[sim polls=0 render_hold=${hold}]]`,
  });
  await simulator.received(`render_hold=${hold}`);
  const { url: simulatorUrl } = simulator;
  const { models, ...rest } = JSON.parse(withMore(cenoteYaml({ simulatorUrl }), mediaCatalog(simulatorUrl))) as {
    readonly models: readonly { readonly id: string }[];
  };
  await system.stop();
  system.configure(JSON.stringify({ ...rest, models: models.filter(({ id }) => id !== FAL_VIDEO) }));
  await system.restart();
  await simulator.release(hold);
  const { job, text } = await endOf(client, body.id);
  expect([job.status, job.error, nanoOf(digitsOf(text, "cost_mxn"))]).toEqual(["completed", null, PRICE]);
  await settledBalance(system, "demo");
  expect(await system.cenote("ledger", "verify")).toMatchObject({ ok: true });
});
