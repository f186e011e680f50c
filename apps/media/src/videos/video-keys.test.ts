import { ProviderError } from "@cenote/providers";
import { type Harness, context, createHarness, videoRequest } from "../testing/harness";
import { completedAt, POLL_INTERVAL_MS } from "../testing/fake-provider";
import { createVideo } from "./create-video";
import { getVideo } from "./get-video";

let harness: Harness;
beforeEach(() => {
  harness = createHarness();
});

const start = async (model: string) => (await createVideo(harness.scope, videoRequest({ model }))).job?.id ?? "";
const keys = () => harness.provider.videos.map(({ target }) => target.apiKey);

test("keys alternate, and a job is polled with the key it was submitted with", async () => {
  const ids = [await start("test/two-keys"), await start("test/two-keys"), await start("test/two-keys")];
  expect(keys()).toEqual(["key a", "key b", "key a"]);
  for (let polls = 0; polls < 2; polls += 1) {
    await harness.clock.advance(POLL_INTERVAL_MS);
    for (const jobId of ids) await getVideo(harness.scope, { context: context(), jobId });
  }
  expect(harness.provider.videos.map(({ polledWith }) => polledWith)).toEqual([
    ["key a", "key a"],
    ["key b", "key b"],
    ["key a", "key a"],
  ]);
});

test("so is its file, when the copy is resumed after a crash", async () => {
  await start("test/two-keys");
  const id = await start("test/two-keys");
  await harness.store.update(await harness.jobOf(id), {
    phase: "copying",
    providerUrl: "https://files.test/old",
    dueAtMs: harness.clock.nowMs(),
  });
  const video = harness.provider.videos[1];
  if (video !== undefined) video.state = completedAt("https://files.test/new");
  await harness.sweep();
  expect(await harness.jobOf(id)).toMatchObject({ phase: "completed", stored: true });
  expect(video?.polledWith).toEqual(["key b"]);
});

test("the key itself is not stored with the job", async () => {
  const job = await harness.jobOf(await start("test/two-keys"));
  expect(job.taken?.route).toEqual({ provider: "pair", model: "video", key: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(job.attempts).toEqual([{ route: "pair#1/video", outcome: "ok", durationMs: 0 }]);
});

test("a rate-limited key rests, and the next one takes the job", async () => {
  harness.provider.onSubmit = (_call, { apiKey }) => {
    if (apiKey === "key a")
      throw new ProviderError({ kind: "rate_limited", message: "slow down", retryAfterMs: 60_000 });
  };
  const first = await start("test/two-keys");
  await start("test/two-keys");
  await start("test/two-keys");
  expect(keys()).toEqual(["key b", "key b", "key b"]);
  expect((await harness.jobOf(first)).attempts.map(({ route, outcome }) => `${route} ${outcome}`)).toEqual([
    "pair#1/video rate_limited",
    "pair#2/video ok",
  ]);
});

test("routes share their jobs by weight", async () => {
  const job = await harness.jobOf(await start("test/weighted"));
  expect(job.taken?.route).toMatchObject({ provider: "two", model: "heavy" });
});

test("a route that keeps failing is skipped", async () => {
  harness.provider.onSubmit = (_call, target) => {
    if (target.provider === "one") throw new ProviderError({ kind: "server", message: "down" });
  };
  const tried: number[] = [];
  for (let jobs = 0; jobs < 7; jobs += 1)
    tried.push((await harness.jobOf(await start("test/two-routes"))).attempts.length);
  expect(tried).toEqual([2, 2, 2, 2, 2, 1, 1]);
});
