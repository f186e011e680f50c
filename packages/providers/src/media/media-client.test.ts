import { createManualClock } from "@cenote/testkit";
import { silentLog } from "@cenote/core";
import { anthropic } from "../anthropic/adapter";
import { fal } from "../fal/adapter";
import { google } from "../google/adapter";
import { kling } from "../kling/adapter";
import { createMediaClient } from "./media-client";
import { luma } from "../luma/adapter";
import { minimax } from "../minimax/adapter";
import { openAiCompatible } from "../openai-compatible/adapter";
import { openAiImages } from "../openai-compatible/images";
import type { ProviderFamily } from "../spec";
import { replicate } from "../replicate/adapter";
import { runway } from "../runway/adapter";
import { KEY, LIMITS, clientHarness, failureOf } from "../testing/client-harness";
import { type Upstream, type UpstreamConnection, createUpstream, jsonAnswer, plainAnswer } from "../testing/upstream";

const { http, open } = clientHarness();

const PNG = Buffer.from("\x89PNG\r\n\x1a\nrest", "latin1").toString("base64");

/** A client of a provider that answers its requests one after the other. */
const setUp = async (
  family: ProviderFamily,
  model: string,
  ...answers: readonly (string | ((origin: string) => string))[]
) => {
  const upstream: Upstream = await createUpstream(({ socket }: UpstreamConnection) => {
    const answer = answers[upstream.requests.length - 1];
    if (answer !== undefined) socket.write(typeof answer === "string" ? answer : answer(upstream.origin));
  });
  open.push(upstream);
  const clock = createManualClock();
  const caller = new AbortController();
  const target = { provider: "p", baseUrl: upstream.origin, apiKey: KEY, model };
  return {
    upstream,
    clock,
    caller,
    target,
    client: createMediaClient(family, { http, clock, log: silentLog }),
    options: { limits: LIMITS, signal: caller.signal },
  };
};

describe("images", () => {
  const CALL = { prompt: "x", count: 2 };

  test("beyond the requested number are dropped, and so not charged", async () => {
    const { client, target, options } = await setUp(
      openAiCompatible,
      "gpt-image-2",
      jsonAnswer({ data: [{ b64_json: PNG }, { b64_json: PNG }, { b64_json: PNG }] }),
    );
    expect((await client.makeImages(CALL, target, options)).images).toHaveLength(2);
    expect(client.maxImagesPerCall(target)).toBe(10);
  });

  const png = { bytes: Buffer.from(PNG, "base64"), contentType: "image/png" };
  test.each([
    { model: "fal-ai/flux/dev", param: "image", family: fal },
    { model: "imagen-4.0-generate-001", param: "image", family: google },
    { model: "dall-e-3", param: "image", family: openAiCompatible },
    { model: "grok-imagine-image", param: "mask", family: openAiCompatible },
    { model: "gemini-3-pro-image", param: "mask", family: google },
  ])("are not asked of $model with the $param that it would pass over", async ({ family, model, param }) => {
    const { client, target, options, upstream } = await setUp(family, model);
    const call = { prompt: "x", count: 1, inputs: [png], ...(param === "mask" ? { mask: png } : {}) };
    expect(await failureOf(client.makeImages(call, target, options))).toMatchObject({
      kind: "invalid",
      param,
      // Another route of the model may do it.
      message: expect.stringMatching(`^${param}: this provider .* with this model`),
    });
    expect(upstream.requests).toEqual([]);
  });

  test("made of others by the same call have one body", async () => {
    const toRequest = jest.spyOn(openAiImages, "toRequest");
    const answer = jsonAnswer({ data: [{ b64_json: PNG }] });
    const { client, target, options, upstream } = await setUp(openAiCompatible, "gpt-image-2", answer, answer);
    const call = { prompt: "x", count: 1, inputs: [png] };
    await client.makeImages(call, target, options);
    await client.makeImages(call, target, options);
    const [first, second] = upstream.requests.map(({ request }) => request);
    expect(first).toContain(`"image_url":"data:image/png;base64,${PNG}"`);
    expect(second).toBe(first);
    expect(toRequest).toHaveBeenCalledTimes(1);
    toRequest.mockRestore();
  });

  test("of which none arrived are a failure", async () => {
    const { client, target, options } = await setUp(openAiCompatible, "gpt-image-2", jsonAnswer({ data: [] }));
    expect(await failureOf(client.makeImages(CALL, target, options))).toMatchObject({ kind: "malformed" });
  });

  test("fail with the provider's message, without our key, and with the time to retry", async () => {
    const { client, target, options } = await setUp(
      openAiCompatible,
      "gpt-image-2",
      jsonAnswer(
        { error: { message: `slow down, ${KEY}`, code: "rate_limit_exceeded" } },
        "429 Too Many Requests",
        "Retry-After: 7",
      ),
      jsonAnswer(
        { error: { message: "Your request was rejected by the safety system.", code: "moderation_blocked" } },
        "400 Bad Request",
      ),
      plainAnswer("502 Bad Gateway", "text/html", "<html><title>Bad gateway</title></html>"),
      plainAnswer("200 OK", "text/html", "<html>"),
      "HTTP/1.1 307 Temporary Redirect\r\nLocation: https://b.test/v1/images\r\nContent-Length: 0\r\n\r\n",
    );
    const failure = () => failureOf(client.makeImages(CALL, target, options));
    expect(await failure()).toMatchObject({
      kind: "rate_limited",
      message: "slow down, [redacted]",
      status: 429,
      retryAfterMs: 7_000,
    });
    expect(await failure()).toMatchObject({ kind: "content_policy", status: 400 });
    expect(await failure()).toMatchObject({ kind: "server", status: 502 });
    expect(await failure()).toMatchObject({ kind: "malformed" });
    expect(await failure()).toMatchObject({
      kind: "malformed",
      status: 307,
      redirect: "https://b.test/v1/images",
      hint: "the provider p redirects, which is not followed: its base_url may be wrong",
    });
  });

  test("may be a hundred megabytes in base64, where of a video no more is read than its address needs", async () => {
    const image = Buffer.alloc(49 * 1024 * 1024).fill("\u0089PNG\r\n\u001A\n", 0, 8, "latin1");
    const answer = jsonAnswer({ data: [{ b64_json: image.toString("base64") }] });
    const { client, target, options } = await setUp(openAiCompatible, "gpt-image-2", answer);
    expect((await client.makeImages(CALL, target, options)).images).toHaveLength(1);
    const video = await setUp(google, "veo-3.1-generate-preview", answer);
    expect(await failureOf(video.client.pollVideo("models/m/operations/a", video.target, video.options))).toMatchObject(
      {
        kind: "malformed",
        message: expect.stringContaining("larger than"),
      },
    );
  });

  test("are abandoned when the caller leaves, or when they take too long", async () => {
    const left = await setUp(openAiCompatible, "gpt-image-2");
    const aborted = failureOf(left.client.makeImages(CALL, left.target, left.options));
    await left.upstream.received(1);
    left.caller.abort();
    expect(await aborted).toMatchObject({ kind: "aborted" });
    const slow = await setUp(openAiCompatible, "gpt-image-2");
    const late = failureOf(slow.client.makeImages(CALL, slow.target, slow.options));
    await slow.upstream.received(1);
    await slow.clock.advance(LIMITS.firstContentMs + 1);
    expect(await late).toMatchObject({ kind: "timeout", phase: "first_content" });
  });

  test("are rejected by a family that does not support them", async () => {
    const { upstream, client, target, options } = await setUp(anthropic, "claude");
    expect(await failureOf(client.makeImages(CALL, target, options))).toMatchObject({
      kind: "rejected",
      message: expect.stringContaining("no images"),
    });
    expect(await failureOf(client.submitVideo({ prompt: "x", durationS: 5 }, target, options))).toMatchObject({
      kind: "rejected",
      message: expect.stringContaining("no video"),
    });
    expect(upstream.requests).toEqual([]);
  });
});

test.each([
  { family: luma, model: "ray-2" },
  { family: fal, model: "fal-ai/veo3.1" },
  { family: replicate, model: "minimax/hailuo-02" },
])("a video that begins with an image is not asked of $model, which would pass over it", async ({ family, model }) => {
  const { upstream, client, target, options } = await setUp(family, model);
  const firstFrame = { bytes: Buffer.from(PNG, "base64"), contentType: "image/png" };
  expect(await failureOf(client.submitVideo({ prompt: "x", durationS: 6, firstFrame }, target, options))).toMatchObject(
    {
      kind: "invalid",
      param: "input_reference",
    },
  );
  expect(client.takesFirstFrame(target)).toBe(false);
  expect(client.endpointOf({ prompt: "x", durationS: 5 }, target)).toBe(target.model);
  expect(upstream.requests).toEqual([]);
});

test("a large image arrives whole, and is kept as no more than the bytes of its request", async () => {
  const { upstream, client, target, options } = await setUp(
    minimax,
    "some-model",
    jsonAnswer({ task_id: "t1", base_resp: { status_code: 0 } }),
  );
  const sent = jest.spyOn(http, "send");
  const firstFrame = { bytes: Buffer.alloc(1_024 * 1_024, "image"), contentType: "image/png" };
  expect(await client.submitVideo({ prompt: "x", durationS: 6, firstFrame }, target, options)).toBe("t1");
  expect(upstream.requests[0]?.request).toContain(`base64,${firstFrame.bytes.toString("base64")}"`);
  expect(sent.mock.calls.map(([{ body }]) => Buffer.isBuffer(body))).toEqual([true]);
  expect(client.takesFirstFrame(target)).toBe(true);
  sent.mockRestore();
});

describe("a video over fal", () => {
  const submitted = (origin: string) =>
    jsonAnswer({
      request_id: "r",
      status_url: `${origin}/queue/r/status`,
      response_url: `${origin}/queue/r`,
      cancel_url: `${origin}/queue/r/cancel`,
    });
  const CALL = { prompt: "x", durationS: 5 };

  test("leads from submission over polls to its file, with two requests in the last poll", async () => {
    const { upstream, client, target, options } = await setUp(
      fal,
      "a/b",
      submitted,
      jsonAnswer({ status: "IN_PROGRESS" }, "202 Accepted"),
      jsonAnswer({ status: "COMPLETED" }),
      jsonAnswer({ video: { url: "https://cdn.test/f.mp4" } }),
    );
    const handle = await client.submitVideo(CALL, target, options);
    expect(await client.pollVideo(handle, target, options)).toEqual({ state: "running" });
    expect(await client.pollVideo(handle, target, options)).toEqual({
      state: "completed",
      video: { url: "https://cdn.test/f.mp4" },
    });
    expect(upstream.requests.map(({ request }) => request.slice(0, request.indexOf(" HTTP")))).toEqual([
      "POST /queue/a/b",
      "GET /queue/r/status",
      "GET /queue/r/status",
      "GET /queue/r",
    ]);
    expect(client.pollIntervalMs()).toBeGreaterThan(0);
  });

  test("fails with the provider's message without our key", async () => {
    const { client, target, options } = await setUp(
      fal,
      "a/b",
      submitted,
      jsonAnswer({ status: "COMPLETED" }),
      jsonAnswer({ detail: `Not with ${KEY}.` }, "422 Unprocessable"),
    );
    expect(await client.pollVideo(await client.submitVideo(CALL, target, options), target, options)).toEqual({
      state: "failed",
      message: "Not with [redacted].",
    });
  });

  test("fails without the image, should the provider repeat it: what is said of a job is stored", async () => {
    const firstFrame = { bytes: Buffer.from(PNG, "base64"), contentType: "image/png" };
    const url = `data:image/png;base64,${PNG}`;
    const { client, target, options } = await setUp(
      replicate,
      "minimax/hailuo-02",
      jsonAnswer({ detail: `input: no such file '${url}'` }, "422 Unprocessable Entity"),
      jsonAnswer({ id: "1", status: "failed", error: `No connection adapters were found for '${url}'` }),
    );
    const framed = { ...target, quirks: { first_frame_field: "image" } };
    expect(
      await failureOf(client.submitVideo({ prompt: "x", durationS: 6, firstFrame }, framed, options)),
    ).toMatchObject({ kind: "rejected", message: "input: no such file '[image]'" });
    expect(await client.pollVideo("1", framed, options)).toEqual({
      state: "failed",
      message: "No connection adapters were found for '[image]'",
    });
  });

  test("is not ended by an intermediary: a web page with 404, a 5xx, a redirect, nothing", async () => {
    const { client, target, options } = await setUp(
      fal,
      "a/b",
      submitted,
      plainAnswer("404 Not Found", "text/html", "<html>"),
      jsonAnswer({ detail: "busy" }, "503 Busy", "Retry-After: 3"),
      "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    );
    const handle = await client.submitVideo(CALL, target, options);
    const poll = () => failureOf(client.pollVideo(handle, target, options));
    expect(await poll()).toMatchObject({ status: 404 });
    expect(await poll()).toMatchObject({ kind: "server", retryAfterMs: 3_000 });
    expect(await poll()).toMatchObject({ kind: "malformed", status: 302 });
    expect(await poll()).toMatchObject({ kind: "malformed" });
  });

  test("is taken out of the queue, or its model is told to stop, or it is over already, or unknown", async () => {
    const { upstream, client, target, options } = await setUp(
      fal,
      "a/b",
      submitted,
      jsonAnswer({ status: "OK" }),
      jsonAnswer({ status: "CANCELLATION_REQUESTED" }, "202 Accepted"),
      plainAnswer("202 Accepted", "text/plain", ""),
      jsonAnswer({ status: "ALREADY_COMPLETED" }, "400 Bad Request"),
      jsonAnswer({ status: "NOT_FOUND" }, "404 Not Found"),
      jsonAnswer({ detail: "busy" }, "503 Busy"),
    );
    const handle = await client.submitVideo(CALL, target, options);
    const cancel = () => client.cancelVideo(handle, target, options);
    expect([await cancel(), await cancel(), await cancel()]).toEqual(["cancelled", "asked", "asked"]);
    expect([await cancel(), await cancel()]).toEqual(["refused", "refused"]);
    expect(await failureOf(cancel())).toMatchObject({ kind: "server" });
    expect(upstream.requests[1]?.request).toMatch(/^PUT \/queue\/r\/cancel /);
  });

  test("with an invalid handle fails as our own error", async () => {
    const { client, target, options } = await setUp(fal, "a/b");
    expect(await failureOf(client.pollVideo("not json", target, options))).toMatchObject({ kind: "malformed" });
  });
});

test("Google's videos can't be cancelled or stopped, which takes no request", async () => {
  const { upstream, client, target, options } = await setUp(google, "veo");
  expect(await client.cancelVideo("models/veo/operations/1", target, options)).toBeUndefined();
  await client.stopVideo("models/veo/operations/1", target, options);
  expect(upstream.requests).toEqual([]);
});

describe("a video that nobody wants any more", () => {
  test("is stopped where the provider can do so without a sign of what becomes of it, and is not cancelled so", async () => {
    const { upstream, client, target, options } = await setUp(
      runway,
      "gen4.5",
      plainAnswer("204 No Content", "text/plain", ""),
      jsonAnswer({ error: "gone" }, "404 Not Found"),
    );
    expect(await client.cancelVideo("t1", target, options)).toBeUndefined();
    expect(upstream.requests).toEqual([]);
    await client.stopVideo("t1", target, options);
    expect(upstream.requests[0]?.request).toMatch(/^DELETE \/v1\/tasks\/t1 /);
    expect(await failureOf(client.stopVideo("t1", target, options))).toMatchObject({ status: 404 });
  });

  test("is stopped by a cancel, where there is one", async () => {
    const { upstream, client, target, options } = await setUp(replicate, "a/b", jsonAnswer({ status: "canceled" }));
    await client.stopVideo("p1", target, options);
    expect(upstream.requests[0]?.request).toMatch(/^POST \/v1\/predictions\/p1\/cancel /);
  });
});

describe("a video from a provider with short-lived tokens", () => {
  const PAIR = "AccessKeyOfOurs01:SecretKeyOfOurs02";
  const tokenIn = ({ request }: { readonly request: string }) =>
    /^authorization: Bearer (\S+)$/im.exec(request)?.[1] ?? "";
  const taken = jsonAnswer({ code: 0, data: { task_id: "t1" } });
  const setUpPair = async (...answers: Parameters<typeof setUp>[2][]) => {
    const parts = await setUp(kling, "kling-v2-6", ...answers);
    return { ...parts, target: { ...parts.target, apiKey: PAIR } };
  };

  test("is requested with a new token each time, never with the key pair itself", async () => {
    const { upstream, clock, client, target, options } = await setUpPair(
      taken,
      jsonAnswer({ code: 0, data: { task_status: "processing" } }),
    );
    const handle = await client.submitVideo({ prompt: "x", durationS: 5 }, target, options);
    await clock.advance(60_000);
    expect(await client.pollVideo(handle, target, options)).toEqual({ state: "running" });
    const issued = upstream.requests.map(
      (request) =>
        JSON.parse(Buffer.from(tokenIn(request).split(".")[1] ?? "", "base64url").toString()) as {
          iss: string;
          exp: number;
        },
    );
    expect(issued.map(({ iss }) => iss)).toEqual(["AccessKeyOfOurs01", "AccessKeyOfOurs01"]);
    expect((issued[1]?.exp ?? 0) - (issued[0]?.exp ?? 0)).toBe(60);
    for (const { request } of upstream.requests) expect(request).not.toContain("SecretKeyOfOurs02");
  });

  test("reveals neither token nor key pair if the provider echoes them", async () => {
    const echo = (words: (token: string) => object) => () =>
      jsonAnswer(words(tokenIn(upstream().requests.at(-1) ?? { request: "" })), "401 Unauthorized");
    const parts = await setUpPair(
      taken,
      echo((token) => ({ code: 1002, message: `Not with ${token}, ${PAIR}.` })),
      () =>
        jsonAnswer({
          code: 0,
          data: {
            task_status: "failed",
            task_status_msg: `Not with ${tokenIn(upstream().requests.at(-1) ?? { request: "" })}, SecretKeyOfOurs02.`,
          },
        }),
    );
    const upstream = () => parts.upstream;
    const handle = await parts.client.submitVideo({ prompt: "x", durationS: 5 }, parts.target, parts.options);
    expect(await failureOf(parts.client.pollVideo(handle, parts.target, parts.options))).toMatchObject({
      kind: "credentials",
      message: "Not with [redacted], [redacted].",
    });
    expect(await parts.client.pollVideo(handle, parts.target, parts.options)).toEqual({
      state: "failed",
      message: "Not with [redacted], [redacted].",
    });
  });

  test("can't be cancelled, which takes no request", async () => {
    const { upstream, client, target, options } = await setUpPair();
    expect(await client.cancelVideo("t1", target, options)).toBeUndefined();
    expect(upstream.requests).toEqual([]);
  });
});

describe("a video over MiniMax", () => {
  const OK = { base_resp: { status_code: 0, status_msg: "success" } };

  test("takes a status request and a request for its file in the last poll", async () => {
    const { upstream, client, target, options } = await setUp(
      minimax,
      "MiniMax-Hailuo-02",
      jsonAnswer({ task_id: "1", ...OK }),
      jsonAnswer({ task_id: "1", status: "Processing", ...OK }),
      jsonAnswer({ task_id: "1", status: "Success", file_id: "2", ...OK }),
      jsonAnswer({ file: { file_id: 2, download_url: "https://cdn.test/f.mp4" }, ...OK }),
    );
    const handle = await client.submitVideo({ prompt: "x", durationS: 6 }, target, options);
    expect(await client.pollVideo(handle, target, options)).toEqual({ state: "running" });
    expect(await client.pollVideo(handle, target, options)).toMatchObject({
      state: "completed",
      video: { url: "https://cdn.test/f.mp4" },
    });
    expect(upstream.requests.map(({ request }) => request.slice(0, request.indexOf(" HTTP")))).toEqual([
      "POST /v1/video_generation",
      "GET /v1/query/video_generation?task_id=1",
      "GET /v1/query/video_generation?task_id=1",
      "GET /v1/files/retrieve?file_id=2",
    ]);
  });

  test("is found by the id of its file, though that is a number too long for JavaScript", async () => {
    const { upstream, client, target, options } = await setUp(
      minimax,
      "MiniMax-Hailuo-02",
      plainAnswer(
        "200 OK",
        "application/json",
        '{"task_id":"1","status":"Success","file_id": 9223372036854775807,"base_resp":{"status_code":0}}',
      ),
      jsonAnswer({ file: { download_url: "https://cdn.test/f.mp4" }, ...OK }),
    );
    expect(await client.pollVideo("1", target, options)).toMatchObject({ state: "completed" });
    expect(upstream.requests[1]?.request).toContain("GET /v1/files/retrieve?file_id=9223372036854775807 ");
  });

  test("that is refused is known to be, though the refusal breaks off", async () => {
    const { client, target, options, upstream } = await setUp(
      minimax,
      "MiniMax-Hailuo-02",
      "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 99\r\n\r\nslow do",
    );
    const submitted = failureOf(client.submitVideo({ prompt: "x", durationS: 6 }, target, options));
    await upstream.received(1);
    upstream.requests[0]?.socket.end();
    expect(await submitted).toMatchObject({ kind: "rate_limited", status: 429 });
  });

  test("fails with the code in the body even if the status is 200", async () => {
    const { client, target, options } = await setUp(
      minimax,
      "MiniMax-Hailuo-02",
      jsonAnswer({ task_id: "", base_resp: { status_code: 1008, status_msg: "insufficient balance" } }),
    );
    expect(await failureOf(client.submitVideo({ prompt: "x", durationS: 6 }, target, options))).toMatchObject({
      kind: "quota",
      message: "insufficient balance",
    });
  });
});
