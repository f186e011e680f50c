import { createHmac } from "node:crypto";
import type { Client } from "./harness/client";
import { eventually } from "./harness/eventually";
import { expectCost, nanoOf } from "./harness/exact";
import { allEntries, balanceOf, settledBalance } from "./harness/ledger";
import {
  FAL_VIDEO,
  GOOGLE_VIDEO,
  KLING_VIDEO,
  LUMA_VIDEO,
  MINIMAX_VIDEO,
  REPLICATE_VIDEO,
  RUNWAY_VIDEO,
  THREE_KEY_VIDEO,
  TWO_ROUTE_VIDEO,
} from "./harness/media-catalog";
import { NAMED_IMAGE, NAMED_VIDEO } from "./harness/naming-provider";
import { endOf, type VideoJob } from "./harness/videos";
import { costOf, FREE_CREDIT, PATH, QUICK, videoHarness } from "./videos/video-harness";
import { deletingTests } from "./videos/deleting";
import { firstFrameTests } from "./videos/first-frames";
import { watchTests } from "./videos/watch";

const { harness, hooks, payer, start } = videoHarness();

// Tests that wait for the provider to be polled run in parallel.

test.concurrent("a video has a length the model supports, and is charged once it is completed", async () => {
  const { system, client } = harness();
  const cases: readonly [string, object, number][] = [
    [GOOGLE_VIDEO, {}, 8],
    [GOOGLE_VIDEO, { duration: 5, aspect_ratio: "9:16" }, 4],
    [FAL_VIDEO, {}, 5],
    [FAL_VIDEO, { duration: 10, aspect_ratio: "1:1" }, 10],
    [FAL_VIDEO, { duration: 9 }, 5],
    [REPLICATE_VIDEO, { duration: 10 }, 10],
    [LUMA_VIDEO, { aspect_ratio: "1:1" }, 5],
    [LUMA_VIDEO, { duration: 9 }, 9],
    [RUNWAY_VIDEO, { duration: 3, aspect_ratio: "9:16" }, 3],
    [MINIMAX_VIDEO, { duration: 10, aspect_ratio: "16:9" }, 10],
    [KLING_VIDEO, { duration: 10, aspect_ratio: "1:1" }, 10],
  ];
  const prompt = `a cenote ${QUICK}`;
  await Promise.all(
    cases.map(async ([model, options, seconds]) => {
      const paying = await payer();
      const begun = await start({ model, prompt, ...options }, paying);
      expect(begun).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        object: "video.job",
        status: expect.stringMatching(/^(pending|processing)$/),
        model,
        prompt,
        video_url: null,
        duration: seconds,
        error: null,
        created: expect.any(Number),
        completed: null,
      });
      const { job, text } = await endOf(client, begun.id, paying.key);
      expect(job).toEqual({
        ...begun,
        status: "completed",
        video_url: expect.stringMatching(`^${system.baseUrl}/media/${paying.org}/`),
        completed: expect.any(Number),
        usage: expect.any(Object),
      });
      const nanoMxn = expectCost(text, costOf(seconds));
      expect(nanoOf((await settledBalance(system, paying.org)).balance_mxn)).toBe(FREE_CREDIT - nanoMxn);

      const video = await fetch(job.video_url ?? "", { headers: { range: "bytes=0-11" } });
      expect([video.status, video.headers.get("content-type")]).toEqual([206, "video/mp4"]);
      expect(
        Buffer.from(await video.arrayBuffer())
          .subarray(4, 8)
          .toString(),
      ).toBe("ftyp");
    }),
  );
});

test.concurrent("the exact price is held from the start; a job that nobody polls is finished, copied and paid all the same", async () => {
  const { system, client, simulator } = harness();
  const paying = await payer();
  const { id } = await start({ prompt: "a cenote [[sim polls=0 hold=unpolled]]" }, paying);
  const { balance_mxn: balance, held_mxn: held } = await balanceOf(system, paying.org);
  expect({ balance, held: nanoOf(held) }).toEqual({ balance: "50", held: costOf(5).nanoMxn });
  await simulator.release("unpolled");
  expect(nanoOf((await settledBalance(system, paying.org)).balance_mxn)).toBe(FREE_CREDIT - costOf(5).nanoMxn);
  // Listing does not poll the provider. A paid job is reported as completed a moment later.
  const job = await eventually("the end of a job that nobody polls", async () => {
    const { data } = (await client.getJson<{ data: VideoJob[] }>("/v1/videos", { key: paying.key })).body;
    return data.find(({ status }) => status !== "processing");
  });
  expect(job).toMatchObject({
    id,
    status: "completed",
    video_url: expect.stringMatching(`^${system.baseUrl}/media/${paying.org}/`),
  });
});

test.concurrent.each([FAL_VIDEO, GOOGLE_VIDEO, REPLICATE_VIDEO, LUMA_VIDEO, RUNWAY_VIDEO, MINIMAX_VIDEO, KLING_VIDEO])(
  "of %s, those that produce nothing fail with a message, and cost nothing",
  async (model) => {
    const { system, client } = harness();
    const paying = await payer();
    const begun = await Promise.all(
      ["failed", "crashed", "filtered", "empty", "forgotten"].map((outcome) =>
        start({ model, prompt: `a cenote [[sim polls=0 outcome=${outcome}]]`, duration: 6 }, paying),
      ),
    );
    for (const { id } of begun) {
      expect((await endOf(client, id, paying.key)).job).toMatchObject({
        status: "failed",
        video_url: null,
        error: expect.stringMatching(/./),
        completed: expect.any(Number),
      });
    }
    expect((await settledBalance(system, paying.org)).balance_mxn).toBe("50");
    expect((await allEntries(system, paying.org)).map(({ type }) => type)).not.toContain("settle");
  },
);

test("a video that the provider rejects fails with its message", async () => {
  const { system, client } = harness();
  const paying = await payer();
  const { id } = await start({ prompt: `a cenote [[sim fault=status status=400 message="Not this one."]]` }, paying);
  const { job } = await endOf(client, id, paying.key);
  expect(job).toEqual({
    id,
    object: "video.job",
    status: "failed",
    model: FAL_VIDEO,
    prompt: expect.stringContaining("a cenote"),
    video_url: null,
    duration: 5,
    error: expect.stringContaining("Not this one."),
    created: expect.any(Number),
    completed: expect.any(Number),
  });
  expect((await settledBalance(system, paying.org)).balance_mxn).toBe("50");
});

test.concurrent("the next route takes what the first can't, and failing polls end nothing", async () => {
  const paying = await payer();
  const begun = await Promise.all([
    start({ model: TWO_ROUTE_VIDEO, prompt: `a cenote [[sim provider=fal fault=status status=503]] ${QUICK}` }, paying),
    start({ prompt: "a cenote [[sim polls=0 poll_errors=1]]" }, paying),
  ]);
  for (const { id } of begun) expect((await endOf(harness().client, id, paying.key)).job.status).toBe("completed");
});

test("a submission whose answer never arrived is not repeated, since the video may be under way", async () => {
  const { system, client, simulator } = harness();
  const paying = await payer();
  // On a busy machine the answer is `pending`, and the end comes later.
  const { id } = await start({ model: TWO_ROUTE_VIDEO, prompt: "a cenote cut off [[sim fault=reset]]" }, paying);
  const { job } = await endOf(client, id, paying.key);
  expect(job).toMatchObject({ status: "failed", error: expect.stringContaining("broke before an answer") });
  expect((await simulator.calls("a cenote cut off")).map(({ provider }) => provider)).toEqual(["fal"]);
  expect((await settledBalance(system, paying.org)).balance_mxn).toBe("50");
});

test.concurrent("if the copy fails, the provider's own URL is returned, and charged", async () => {
  const { system, client, simulator } = harness();
  const paying = await payer();
  const { id } = await start({ prompt: "a cenote [[sim polls=0 file=vanished]]" }, paying);
  const { job } = await endOf(client, id, paying.key);
  expect(job).toMatchObject({ status: "completed", video_url: expect.stringMatching(`^${simulator.url}/`) });
  expect(nanoOf((await settledBalance(system, paying.org)).balance_mxn)).toBe(FREE_CREDIT - costOf(5).nanoMxn);
});

test.concurrent("a video at a forbidden URL is a failure: the job fails, and nobody pays", async () => {
  const { system, client } = harness();
  const paying = await payer();
  const addresses = [
    "javascript:alert(1)",
    "file:///etc/passwd",
    `${system.baseUrl}/healthz`,
    "https://127.0.0.1/video.mp4",
    "https://localhost/video.mp4",
    "https://user:secret@files.example/video.mp4",
    "a video, believe me",
  ];
  await Promise.all(
    addresses.map(async (prompt) => {
      const { id } = await start({ model: NAMED_VIDEO, prompt }, paying);
      const { job } = await endOf(client, id, paying.key);
      expect(job).toMatchObject({
        status: "failed",
        video_url: null,
        error: expect.stringMatching(/address|URL with credentials|without TLS/),
        completed: expect.any(Number),
      });
    }),
  );
  expect(await balanceOf(system, paying.org)).toMatchObject({ balance_mxn: "50", held_mxn: "0" });
  // A host that is unreachable may come back, so there the provider's URL is returned.
  const { id } = await start({ model: NAMED_VIDEO, prompt: "https://files.invalid/video.mp4" }, paying);
  expect((await endOf(client, id, paying.key)).job).toMatchObject({
    status: "completed",
    video_url: "https://files.invalid/video.mp4",
  });
});

test.concurrent("an image at a forbidden URL is a failure too", async () => {
  const { system, client } = harness();
  const paying = await payer();
  const made = await client.postJson<{ error: { code: string; message: string } }>(
    "/v1/images/generations",
    { model: NAMED_IMAGE, prompt: "javascript:alert(1)" },
    { key: paying.key },
  );
  expect(made).toMatchObject({
    status: 502,
    body: { error: { code: "provider_unavailable", message: expect.stringContaining("no web address") } },
  });
  expect(await settledBalance(system, paying.org)).toMatchObject({ balance_mxn: "50" });
});

test.concurrent("a slow provider leaves the job pending, and finishes it all the same", async () => {
  const paying = await payer();
  const job = await start({ prompt: "a cenote [[sim polls=0 hold=slow]]" }, paying);
  expect(job).toEqual({
    id: expect.any(String),
    object: "video.job",
    status: "pending",
    model: FAL_VIDEO,
    prompt: expect.stringContaining("a cenote"),
    video_url: null,
    duration: 5,
    error: null,
    created: expect.any(Number),
    completed: null,
  });
  await harness().simulator.release("slow");
  expect((await endOf(harness().client, job.id, paying.key)).job.status).toBe("completed");
});

/** Retries a cancel while it returns 502, as it does while the provider is asked to take the job. */
const cancel = (client: Client, id: string, key: string) =>
  eventually("an answer to a cancel", async () => {
    const answer = await client.postJson<VideoJob>(`/v1/videos/${id}/cancel`, "", { key });
    return answer.status === 502 ? undefined : answer;
  });

test("a cancelled job fails and is not charged", async () => {
  const { system, client } = harness();
  const paying = await payer();
  const { id } = await start({ prompt: "a cenote [[sim polls=1000]]" }, paying);
  const { status, body } = await cancel(client, id, paying.key);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: "failed", error: "The job was cancelled." });
  expect((await settledBalance(system, paying.org)).balance_mxn).toBe("50");
});

test("a job whose provider can't cancel goes on, and is charged", async () => {
  const { system, client, simulator } = harness();
  const paying = await payer();
  const { id } = await start(
    { model: GOOGLE_VIDEO, prompt: "a cenote [[sim polls=0 render_hold=unstoppable]]" },
    paying,
  );
  expect(await cancel(client, id, paying.key)).toMatchObject({
    status: 400,
    body: { error: { code: "invalid_request_error" } },
  });
  await simulator.release("unstoppable");
  expect((await endOf(client, id, paying.key)).job.status).toBe("completed");
  expect(nanoOf((await settledBalance(system, paying.org)).balance_mxn)).toBe(FREE_CREDIT - costOf(8).nanoMxn);
});

test.concurrent("of 20 concurrent jobs on a balance for three, three are generated and paid", async () => {
  const { system, client } = harness();
  const paying = await payer();
  const price = costOf(5).nanoMxn;
  const most = FREE_CREDIT / price;
  // Spends the amount above the price of three jobs.
  for (let spent = 3n; spent < most; spent += 1n) {
    const { id } = await start({}, paying);
    if (spent === most - 1n) await endOf(client, id, paying.key);
  }
  const left = nanoOf((await settledBalance(system, paying.org)).balance_mxn);
  expect(left / price).toBe(3n);
  // Three full ones, and one for the remaining amount.
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      client.postJson<VideoJob>(PATH, { model: FAL_VIDEO, prompt: `a cenote ${QUICK}` }, { key: paying.key }),
    ),
  );
  const made = answers.filter(({ status }) => status === 200);
  expect(made).toHaveLength(left % price === 0n ? 3 : 4);
  for (const { status, body } of answers)
    if (status !== 200)
      expect([status, (body as unknown as { error: { code: string } }).error.code]).toEqual([
        402,
        "insufficient_balance",
      ]);
  for (const { body } of made) expect((await endOf(client, body.id, paying.key)).job.status).toBe("completed");
  expect(nanoOf((await settledBalance(system, paying.org)).balance_mxn)).toBe(left - BigInt(made.length) * price);
  const { data } = (await client.getJson<{ data: VideoJob[] }>("/v1/videos?limit=1000", { key: paying.key })).body;
  expect(data).toHaveLength(made.length + Number(most - 3n));
});

test("jobs are listed newest first, page by page", async () => {
  const { client } = harness();
  const paying = await payer();
  const ids: string[] = [];
  for (let index = 0; index < 3; index += 1) ids.unshift((await start({}, paying)).id);
  const page = async (query: string) =>
    (
      await client.getJson<{ data: VideoJob[]; has_more: boolean; next: string | null }>(`/v1/videos?${query}`, {
        key: paying.key,
      })
    ).body;
  const first = await page("limit=2");
  expect({ ids: first.data.map(({ id }) => id), more: first.has_more }).toEqual({ ids: ids.slice(0, 2), more: true });
  const rest = await page(`limit=2&after=${first.next}`);
  expect({ ids: rest.data.map(({ id }) => id), more: rest.has_more, next: rest.next }).toEqual({
    ids: ids.slice(2),
    more: false,
    next: null,
  });
});

test("another organization's job, an unknown one and an invalid id are indistinguishable", async () => {
  const { client } = harness();
  const { id } = await start({}, await payer());
  for (const other of [id, "00000000-0000-4000-8000-000000000000", "nothing"]) {
    const { status, body } = await client.getJson(`/v1/videos/${other}`);
    expect({ status, ...body.error, request_id: "" }).toEqual({
      status: 404,
      message: "There is no such job.",
      type: "job_not_found",
      code: "job_not_found",
      request_id: "",
      param: null,
    });
  }
});

test.each<[string, object, "400 invalid_request_error" | "404 model_not_found", string]>([
  ["a duration above the maximum", { duration: 11 }, "400 invalid_request_error", "duration"],
  ["no duration", { duration: 0 }, "400 invalid_request_error", "duration"],
  [
    "a shape the model does not make",
    { model: GOOGLE_VIDEO, aspect_ratio: "1:1" },
    "400 invalid_request_error",
    "aspect_ratio",
  ],
  ["zero data retention", { zdr: true }, "400 invalid_request_error", "zdr"],
  ["a callback that is not a URL", { callback_url: "nowhere" }, "400 invalid_request_error", "callback_url"],
  [
    "a callback to a private address",
    { callback_url: "http://10.0.0.1/hook" },
    "400 invalid_request_error",
    "callback_url",
  ],
  ["an unknown model", { model: "veo" }, "404 model_not_found", "model"],
])("%s is refused", async (_what, more, refusal, field) => {
  const answer = await harness().client.postJson(PATH, { model: FAL_VIDEO, prompt: "a cenote", ...more });
  expect(`${answer.status} ${answer.body.error.code}`).toBe(refusal);
  expect(answer.body.error.message).toContain(field);
});

test.concurrent("a retry with the same idempotency key gets the same job", async () => {
  const { system, client } = harness();
  const paying = await payer();
  const headers = { "idempotency-key": "film-1" };
  const { id } = await start({}, paying, headers);
  expect((await start({}, paying, headers)).id).toBe(id);
  await endOf(client, id, paying.key);
  expect(await start({}, paying, headers)).toMatchObject({ id, status: "completed" });
  expect(nanoOf((await settledBalance(system, paying.org)).balance_mxn)).toBe(FREE_CREDIT - costOf(5).nanoMxn);
});

test.concurrent("the end is sent to the callback, signed, and again if it was not accepted", async () => {
  const { client } = harness();
  const paying = await payer();
  const { secret } = (await client.getJson<{ secret: string }>("/v1/callbacks/secret", { key: paying.key })).body;
  const { id } = await start({ callback_url: `${hooks.url()}/hook` }, paying);
  await endOf(client, id, paying.key);
  await eventually("a second try", () => hooks.received.length >= 2);
  for (const { headers, body } of hooks.received) {
    expect(JSON.parse(body)).toMatchObject({ type: "video.completed", data: { id, status: "completed" } });
    expect(headers["webhook-id"]).toBe(id);
    const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
    expect(headers["webhook-signature"]).toBe(
      `v1,${createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"))
        .update(signed)
        .digest("base64")}`,
    );
  }
});

watchTests({ harness, payer, start });
deletingTests({ harness, payer, start });
firstFrameTests({ harness, payer, start });

test.concurrent("a provider's keys alternate, rejected ones are skipped, and a job is polled with the key that submitted it", async () => {
  const paying = await payer();
  const begun = await Promise.all(Array.from({ length: 4 }, () => start({ model: THREE_KEY_VIDEO }, paying)));
  for (const { id } of begun) expect((await endOf(harness().client, id, paying.key)).job.status).toBe("completed");
});
