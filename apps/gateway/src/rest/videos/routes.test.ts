import { VideoStatus } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { completedVideoJob, SAMPLE_JOB_ID, sampleVideoJob } from "../../testing/fake-media";
import { SAMPLE_CREATED, SAMPLE_ORGANIZATION_ID } from "../../testing/samples";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

const PATH = "/v1/videos/generations";
const body = { model: "google/veo", prompt: "a cenote" };
const context = {
  requestId: expect.stringMatching(/^req_/),
  organizationId: SAMPLE_ORGANIZATION_ID,
  keyId: "key_1",
  zdr: false,
  idempotencyKey: "",
};

const processing = {
  id: SAMPLE_JOB_ID,
  object: "video.job",
  status: "processing",
  model: "google/veo",
  prompt: sampleVideoJob.prompt,
  video_url: null,
  duration: 8,
  error: null,
  created: SAMPLE_CREATED,
  completed: null,
};
const completed = {
  ...processing,
  status: "completed",
  video_url: "https://media.test/1.mp4",
  completed: SAMPLE_CREATED + 60,
  usage: { cost_usd: 3.36, cost_mxn: 67.200_000_001 },
};

describe("video jobs", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  const lastCall = () => running.media.calls.at(-1);

  it("are started, and answered with every field of the contract", async () => {
    const response = await running.post(PATH, {
      ...body,
      duration: 5,
      aspect_ratio: "9:16",
      callback_url: "https://caller.test/hook",
      fps: 60,
    });
    expect(response.status).toBe(200);
    expect(Object.entries((await response.json()) as object)).toEqual(Object.entries(processing));
    expect(lastCall()).toEqual({
      context,
      video: { ...body, durationS: 5, aspectRatio: "9:16", callbackUrl: "https://caller.test/hook" },
    });
  });

  it("treat null as absent", async () => {
    expect(
      (await running.post(PATH, { ...body, duration: null, aspect_ratio: null, callback_url: null, zdr: null })).status,
    ).toBe(200);
    expect(lastCall()).toEqual({ context, video: body });
  });

  it.each<[string, object, string]>([
    ["no prompt", { prompt: undefined }, "prompt: required."],
    ["4001 characters", { prompt: "x".repeat(4001) }, "prompt: must be at most 4000 characters long."],
    ["no duration", { duration: 0 }, "duration: must be an integer from 1 to 3600."],
    ["half a second", { duration: 4.5 }, "duration: must be an integer from 1 to 3600."],
    ["a duration in words", { duration: "8s" }, "duration: must be an integer from 1 to 3600."],
    ["a list for a callback", { callback_url: [] }, "callback_url: must be a string."],
  ])("reject %s", async (_what, more, message) => {
    const response = await running.post(PATH, { ...body, ...more });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "invalid_request_error", message } });
  });

  it("can be polled, and say when to poll again", async () => {
    const response = await running.request(`/v1/videos/${SAMPLE_JOB_ID}`);
    expect(await response.json()).toEqual(processing);
    expect(response.headers.get("retry-after")).toBe("10");
    expect(lastCall()).toEqual({ context, jobId: SAMPLE_JOB_ID });
  });

  it("have URL, end time and exact cost once completed, and the reason once failed", async () => {
    const other = await startGateway({
      media: { getVideo: () => Promise.resolve({ job: completedVideoJob, pollAfterMs: 0 }) },
    });
    const response = await other.request(`/v1/videos/${SAMPLE_JOB_ID}`);
    expect(response.headers.get("retry-after")).toBeNull();
    const text = await response.text();
    expect(JSON.parse(text)).toEqual(completed);
    expect(text).toContain(`"cost_mxn":67.200000001`);
    await other.gateway.close(0);
    const cancelled = await (await running.post(`/v1/videos/${SAMPLE_JOB_ID}/cancel`, {})).json();
    expect(cancelled).toEqual({
      ...processing,
      status: "failed",
      error: "The job was cancelled.",
      completed: SAMPLE_CREATED,
    });
  });

  it.each([
    ["nothing", {}],
    ["a content type alone", { headers: { "content-type": "application/json" } }],
    ["an empty object", { headers: { "content-type": "application/json" }, body: "{}" }],
  ])("can be cancelled with %s as body", async (_what, init) => {
    const response = await running.request(`/v1/videos/${SAMPLE_JOB_ID}/cancel`, { method: "POST", ...init });
    expect(response.status).toBe(200);
    expect(lastCall()).toEqual({ context, jobId: SAMPLE_JOB_ID });
  });

  it.each([
    ["nothing", {}],
    ["a content type alone", { headers: { "content-type": "application/json" } }],
  ])("can be deleted with %s as body, as OpenAI's are", async (_what, init) => {
    const response = await running.request(`/v1/videos/${SAMPLE_JOB_ID}`, { method: "DELETE", ...init });
    expect([response.status, await response.json()]).toEqual([
      200,
      { id: SAMPLE_JOB_ID, object: "video.deleted", deleted: true },
    ]);
    expect(lastCall()).toEqual({ context, jobId: SAMPLE_JOB_ID });
  });

  it("are refused with an aspect ratio that is none, in one sentence", async () => {
    const response = await running.post(PATH, { ...body, aspect_ratio: "wide" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        message:
          "aspect_ratio: must be `<width>:<height>`, such as `16:9`, `9:16`, `1:1`; support depends on the model.",
      },
    });
  });

  it("are listed page by page, by status", async () => {
    expect(await (await running.request("/v1/videos?limit=2&after=abc&status=completed")).json()).toEqual({
      object: "list",
      data: [completed, processing],
      first_id: completed.id,
      last_id: processing.id,
      has_more: true,
      next: "cursor",
    });
    expect(lastCall()).toEqual({
      context,
      page: { size: 2, cursor: "abc" },
      status: VideoStatus.VIDEO_STATUS_COMPLETED,
    });
    await running.request("/v1/videos");
    expect(lastCall()).toEqual({
      context,
      page: { size: 20, cursor: "" },
      status: VideoStatus.VIDEO_STATUS_UNSPECIFIED,
    });
  });

  it.each([
    ["limit=0", "limit: must be an integer from 1 to 1000."],
    ["limit=1001", "limit: must be an integer from 1 to 1000."],
    ["limit=x", "limit: must be an integer from 1 to 1000."],
    ["status=done", "status: must be one of pending, processing, completed, failed."],
  ])("are not listed with %s", async (query, message) => {
    const response = await running.request(`/v1/videos?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message } });
  });

  it.each([
    ["GET", "/v1/videos/nothing"],
    ["GET", "/v1/videos/..%2f..%2fetc%2fpasswd"],
    ["POST", "/v1/videos/nothing/cancel"],
    ["DELETE", "/v1/videos/nothing"],
  ])("that don't exist are job_not_found (%s %s)", async (method, path) => {
    const missing = () => Promise.reject(new CenoteError("job_not_found"));
    const other = await startGateway({ media: { getVideo: missing, cancelVideo: missing, deleteVideo: missing } });
    const response = await other.request(path, { method });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "job_not_found", message: "There is no such job." } });
    await other.gateway.close(0);
  });

  it.each([
    ["POST", PATH],
    ["GET", "/v1/videos"],
    ["GET", `/v1/videos/${SAMPLE_JOB_ID}`],
    ["POST", `/v1/videos/${SAMPLE_JOB_ID}/cancel`],
    ["DELETE", `/v1/videos/${SAMPLE_JOB_ID}`],
    ["GET", "/v1/callbacks/secret"],
  ])("require a key (%s %s)", async (method, path) => {
    expect((await fetch(`${running.url}${path}`, { method })).status).toBe(401);
  });

  it("have a secret for their callbacks, which is never cached", async () => {
    const response = await running.request("/v1/callbacks/secret");
    expect(await response.json()).toEqual({ object: "callback.secret", secret: "whsec_c2VjcmV0" });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});
