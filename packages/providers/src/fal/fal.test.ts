import type { ImageCall, VideoCall } from "../media/media-spec";
import { pngHead, VIDEO_CALL } from "../testing/job-protocol";
import type { Target } from "../target";
import { fal } from "./adapter";
import { falImages } from "./images";
import { falVideos } from "./videos";

const target = (model: string, over: Partial<Target> = {}): Target => ({
  provider: "fal",
  baseUrl: "https://fal.run",
  apiKey: "id:secret",
  model,
  ...over,
});
const parsed = (text = ""): unknown => JSON.parse(text);
const KLING = target("fal-ai/kling-video/v2/master/text-to-video");

/** Shape of the queue's submit answer, as fal's client types it. */
const submitted = {
  status: "IN_QUEUE",
  request_id: "r1",
  queue_position: 0,
  response_url: "https://queue.fal.run/fal-ai/kling-video/requests/r1",
  status_url: "https://queue.fal.run/fal-ai/kling-video/requests/r1/status",
  cancel_url: "https://queue.fal.run/fal-ai/kling-video/requests/r1/cancel",
};

describe("an image", () => {
  const inputOf = (call: Partial<ImageCall>, to: Target) =>
    parsed(falImages.toRequest({ prompt: "x", count: 1, ...call }, to).body);

  test("is requested synchronously, with our key", () => {
    expect(falImages.toRequest({ prompt: "x", count: 1 }, target("fal-ai/flux/dev"))).toMatchObject({
      method: "POST",
      url: "https://fal.run/fal-ai/flux/dev",
      headers: { authorization: "Key id:secret" },
    });
  });

  test("is requested from where calls wait, if the base URL is that of fal's queue", () => {
    const { url } = falImages.toRequest(
      { prompt: "x", count: 1 },
      target("fal-ai/flux/dev", { baseUrl: "https://queue.fal.run" }),
    );
    expect(url).toBe("https://fal.run/fal-ai/flux/dev");
  });

  test.each<[string, Partial<ImageCall>, object]>([
    [
      "fal-ai/flux/dev",
      { count: 2, size: "1024x768", quality: "hd" },
      { prompt: "x", num_images: 2, image_size: { width: 1024, height: 768 } },
    ],
    ["fal-ai/flux/schnell", {}, { prompt: "x", num_images: 1 }],
    ["fal-ai/flux-pro/v1.1-ultra", { size: "1024x768" }, { prompt: "x", num_images: 1, aspect_ratio: "4:3" }],
    ["fal-ai/flux-2-pro", { size: "1024x1024" }, { prompt: "x", image_size: { width: 1024, height: 1024 } }],
    ["someone/else", { size: "512x512" }, { prompt: "x", image_size: { width: 512, height: 512 } }],
  ])("of %s, %j", (model, call, input) => {
    expect(inputOf(call, target(model))).toEqual(input);
  });

  test("is written as the route's quirks say", () => {
    const own = target("someone/else", {
      quirks: { image_size_field: "aspect_ratio", images_per_call: 3, input: { style: "ink", prompt: "never" } },
    });
    expect(inputOf({ size: "1024x1024", count: 3 }, own)).toEqual({
      prompt: "x",
      style: "ink",
      num_images: 3,
      aspect_ratio: "1:1",
    });
    expect(falImages.maxPerCall(own)).toBe(3);
  });

  const read = (body: unknown, count = 1) =>
    falImages.fromAnswer(body, { prompt: "x", count }, target("fal-ai/flux/dev"));

  test("is returned as a URL, alone or among others", () => {
    expect(
      read(
        {
          images: [{ url: "https://v3.fal.media/1.png" }, { url: "https://v3.fal.media/2.png" }],
          has_nsfw_concepts: [false, false],
        },
        2,
      ),
    ).toEqual({
      images: [
        { kind: "url", url: "https://v3.fal.media/1.png" },
        { kind: "url", url: "https://v3.fal.media/2.png" },
      ],
    });
    expect(read({ image: { url: "https://v3.fal.media/1.png" } })).toEqual({
      images: [{ kind: "url", url: "https://v3.fal.media/1.png" }],
    });
  });

  test("blacked out by the checker is missing", () => {
    expect(
      read({ images: [{ url: "https://a.test/1" }, { url: "https://a.test/2" }], has_nsfw_concepts: [true, false] }, 2),
    ).toEqual({
      images: [{ kind: "url", url: "https://a.test/2" }],
      missing: expect.stringContaining("safety checker"),
    });
    expect(() => read({ images: [{ url: "https://a.test/1" }], has_nsfw_concepts: [true] })).toThrow(
      expect.objectContaining({ kind: "content_policy" }),
    );
  });

  test.each([[null], [{}], [{ images: "no" }]])("is not found in %j", (body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ kind: "malformed" }));
  });
});

describe("a video's request", () => {
  const inputOf = (call: Partial<VideoCall>, to: Target) =>
    parsed(falVideos.toSubmit({ prompt: "x", durationS: 8, ...call }, to).body);

  test.each<[string, Partial<VideoCall>, object]>([
    ["fal-ai/veo3.1", { aspectRatio: "9:16" }, { prompt: "x", duration: "8s", aspect_ratio: "9:16" }],
    ["fal-ai/luma-dream-machine/ray-2", { durationS: 9 }, { prompt: "x", duration: "9s" }],
    [
      "fal-ai/kling-video/v2/master/text-to-video",
      { durationS: 10, aspectRatio: "1:1" },
      { prompt: "x", duration: "10", aspect_ratio: "1:1" },
    ],
    [
      "fal-ai/minimax/hailuo-02/standard/text-to-video",
      { durationS: 6, aspectRatio: "16:9" },
      { prompt: "x", duration: "6" },
    ],
    ["someone/else", { durationS: 5 }, { prompt: "x", duration: 5 }],
  ])("writes length and aspect ratio as %s does", (model, call, input) => {
    expect(inputOf(call, target(model))).toEqual(input);
  });

  test("contains what its route adds, written as it says", () => {
    expect(inputOf({}, target("fal-ai/veo3", { quirks: { input: { generate_audio: false } } }))).toEqual({
      prompt: "x",
      duration: "8s",
      generate_audio: false,
    });
    expect(
      inputOf({ aspectRatio: "16:9" }, target("x/y", { quirks: { duration_spelling: "none", aspect_ratio: false } })),
    ).toEqual({ prompt: "x" });
  });

  test("goes to fal's queue, or to the one under another base URL", () => {
    expect(falVideos.toSubmit({ prompt: "x", durationS: 5 }, KLING)).toMatchObject({
      method: "POST",
      url: `https://queue.fal.run/${KLING.model}`,
      headers: { authorization: "Key id:secret" },
    });
    expect(
      falVideos.toSubmit({ prompt: "x", durationS: 5 }, target("a/b", { baseUrl: "http://127.0.0.1:9/fal" })).url,
    ).toBe("http://127.0.0.1:9/fal/queue/a/b");
  });

  test("goes to fal's queue if the base URL is the queue's own, as the queue's documentation gives it", () => {
    const own = { ...KLING, baseUrl: "https://queue.fal.run" };
    expect(falVideos.toSubmit(VIDEO_CALL, own).url).toBe(`https://queue.fal.run/${KLING.model}`);
    const handle = falVideos.fromSubmit(submitted, VIDEO_CALL, own);
    expect(handle).toBe(falVideos.fromSubmit(submitted, VIDEO_CALL, KLING));
    expect(falVideos.toPoll(handle, own).url).toBe(submitted.status_url);
  });
});

describe("a video that begins with an image", () => {
  const firstFrame = pngHead(1080, 1900);
  const image = `data:image/png;base64,${firstFrame.bytes.toString("base64")}`;
  const submit = (endpoint: string, call: Partial<VideoCall> = {}, quirks: Target["quirks"] = {}) => {
    const to = target("fal-ai/of-a-text", { quirks: { first_frame: endpoint, ...quirks } });
    const { url, body } = falVideos.toSubmit({ prompt: "x", durationS: 5, firstFrame, ...call }, to);
    return { url, input: parsed(body) };
  };

  test.each<[string, Partial<VideoCall>, object]>([
    ["fal-ai/veo3.1/image-to-video", {}, { duration: "5s", image_url: image }],
    [
      "fal-ai/veo3.1/image-to-video",
      { aspectRatio: "16:9" },
      { duration: "5s", aspect_ratio: "16:9", image_url: image },
    ],
    // Its shape would otherwise be 16:9, whatever the image's.
    ["fal-ai/luma-dream-machine/ray-2/image-to-video", {}, { duration: "5s", aspect_ratio: "9:16", image_url: image }],
    [
      "fal-ai/luma-dream-machine/ray-2/image-to-video",
      { aspectRatio: "4:3" },
      { duration: "5s", aspect_ratio: "4:3", image_url: image },
    ],
    ["fal-ai/kling-video/v2.5-turbo/pro/image-to-video", { aspectRatio: "16:9" }, { duration: "5", image_url: image }],
    ["fal-ai/kling-video/v2.6/pro/image-to-video", {}, { duration: "5", start_image_url: image }],
    ["fal-ai/minimax/hailuo-02/standard/image-to-video", { durationS: 6 }, { duration: "6", image_url: image }],
    ["someone/else/image-to-video", { aspectRatio: "1:1" }, { duration: 5, aspect_ratio: "1:1", image_url: image }],
  ])("is asked of %s as that endpoint spells it, %j", (endpoint, call, input) => {
    expect(submit(endpoint, call)).toEqual({
      url: `https://queue.fal.run/${endpoint}`,
      input: { prompt: "x", ...input },
    });
  });

  test("is written as the route's quirks say", () => {
    const quirks = {
      first_frame_field: "first_image",
      duration_spelling: "none",
      aspect_ratio: false,
      input: { resolution: "720p", first_image: "never" },
    };
    expect(submit("someone/else", { aspectRatio: "1:1" }, quirks).input).toEqual({
      prompt: "x",
      resolution: "720p",
      first_image: image,
    });
  });

  test("needs a route that names the endpoint; a text alone goes to its model all the same", () => {
    const both = target("fal-ai/veo3.1", { quirks: { first_frame: "fal-ai/veo3.1/image-to-video" } });
    expect([both, target("fal-ai/veo3.1")].map((to) => falVideos.takesFirstFrame?.(to))).toEqual([true, false]);
    expect(falVideos.toSubmit(VIDEO_CALL, both).url).toBe("https://queue.fal.run/fal-ai/veo3.1");
    expect([VIDEO_CALL, { ...VIDEO_CALL, firstFrame }].map((call) => falVideos.endpointOf?.(call, both))).toEqual([
      "fal-ai/veo3.1",
      "fal-ai/veo3.1/image-to-video",
    ]);
  });

  test("has its quirks checked: our key goes to no path but an endpoint's", () => {
    expect(
      fal.checkQuirks({ first_frame: "bytedance/seedance-2.5/image-to-video", first_frame_field: "image" }),
    ).toEqual([]);
    for (const first_frame of ["veo", "a/../b", "https://a.test/b", "a/b?c", true])
      expect(fal.checkQuirks({ first_frame })).toEqual(["first_frame: must be the id of an endpoint"]);
    expect(fal.checkQuirks({ first_frame_field: "image-url" })).toEqual([
      "first_frame_field: must be the name of a field",
    ]);
  });
});

describe("a video's job", () => {
  const handle = falVideos.fromSubmit(submitted, VIDEO_CALL, KLING);
  const poll = (status: number, body: unknown, by = handle) => falVideos.fromPoll(status, body, by, KLING);
  const result = () => {
    const state = poll(200, { status: "COMPLETED" });
    if (state.state !== "next" || state.handle === undefined) throw new Error("no next request");
    return { request: state.request, handle: state.handle };
  };

  test("is polled at the URLs the queue returned", () => {
    expect(falVideos.toPoll(handle, KLING)).toMatchObject({
      method: "GET",
      url: submitted.status_url,
      headers: { authorization: "Key id:secret" },
    });
    expect(falVideos.cancel?.toRequest(handle, KLING)).toMatchObject({ method: "PUT", url: submitted.cancel_url });
    expect(result().request).toMatchObject({ method: "GET", url: submitted.response_url });
  });

  test.each(["status_url", "response_url", "cancel_url"])(
    "is rejected if its %s would send our key elsewhere",
    (field) => {
      for (const url of [
        "https://queue.fal.run.evil.test/x",
        "http://queue.fal.run/x",
        "https://evil.test/x",
        "",
        "/x",
      ]) {
        expect(() => falVideos.fromSubmit({ ...submitted, [field]: url }, VIDEO_CALL, KLING)).toThrow(
          expect.objectContaining({ kind: "malformed" }),
        );
      }
    },
  );

  test("is rejected if an address of it is longer than any: all of them are stored", () => {
    const statusUrl = `${submitted.status_url}?${"x".repeat(2_048)}`;
    expect(() => falVideos.fromSubmit({ ...submitted, status_url: statusUrl }, VIDEO_CALL, KLING)).toThrow(
      expect.objectContaining({ kind: "malformed" }),
    );
  });

  test("is polled at the provider's new base URL if that has changed", () => {
    const moved = { ...KLING, baseUrl: "https://elsewhere.test" };
    expect(falVideos.toPoll(handle, moved).url).toBe(
      submitted.status_url.replace("https://queue.fal.run", "https://elsewhere.test/queue"),
    );
    const over = falVideos.fromPoll(200, { status: "COMPLETED" }, handle, moved);
    expect(over).toMatchObject({
      state: "next",
      request: { url: submitted.response_url.replace("https://queue.fal.run", "https://elsewhere.test/queue") },
    });
  });

  test("is not polled with another place's key, if its handle names that place", () => {
    const whole = JSON.stringify({
      statusUrl: submitted.status_url,
      responseUrl: submitted.response_url,
      cancelUrl: submitted.cancel_url,
    });
    expect(falVideos.toPoll(whole, KLING).url).toBe(submitted.status_url);
    expect(() => falVideos.toPoll(whole, { ...KLING, baseUrl: "https://elsewhere.test" })).toThrow(
      expect.objectContaining({ kind: "malformed" }),
    );
  });

  test.each([
    [202, "IN_QUEUE"],
    [202, "IN_PROGRESS"],
    [200, "IN_PROGRESS"],
  ])("with %d %s is running", (status, word) => {
    expect(poll(status, { status: word })).toEqual({ state: "running" });
  });

  test("ends with a video, whose download needs no key", () => {
    expect(
      poll(200, { video: { url: "https://v3.fal.media/f.mp4", content_type: "video/mp4" }, seed: 1 }, result().handle),
    ).toEqual({ state: "completed", video: { url: "https://v3.fal.media/f.mp4" } });
  });

  test.each<[string, number, unknown, string]>([
    [
      "a policy",
      422,
      { detail: [{ loc: ["body", "prompt"], msg: "Flagged.", type: "content_policy_violation" }] },
      "body.prompt: Flagged.",
    ],
    ["an input", 422, { detail: "Too dark." }, "Too dark."],
    ["no video", 200, { video: null }, "The provider finished without a video."],
    ["an empty address", 200, { video: { url: "" } }, "The provider finished without a video."],
    ["a result that is gone", 404, { detail: "Request not found" }, "Request not found"],
  ])("fails with %s", (_, status, body, message) => {
    expect(poll(status, body, result().handle)).toEqual({ state: "failed", message });
  });

  test("fails if the queue has forgotten or cancelled it", () => {
    expect(poll(404, { detail: "Request not found" })).toEqual({ state: "failed", message: "Request not found" });
    expect(poll(200, { status: "CANCELLED" })).toEqual({
      state: "failed",
      message: expect.stringContaining("cancelled"),
      cancelled: true,
    });
    const stopped = poll(200, { status: "COMPLETED" });
    expect(stopped.state === "next" && poll(499, { detail: "Cancelled by the client." }, stopped.handle)).toEqual({
      state: "failed",
      message: "Cancelled by the client.",
      cancelled: true,
    });
  });

  test.each<[number, unknown, string]>([
    [500, { detail: "boom" }, "server"],
    [503, {}, "server"],
    [429, { detail: "slow" }, "rate_limited"],
    [401, { detail: "who" }, "credentials"],
    [200, { hello: 1 }, "malformed"],
  ])("is not ended by %d %j on a poll", (status, body, kind) => {
    expect(() => poll(status, body)).toThrow(expect.objectContaining({ kind }));
  });

  test("is not ended by a 5xx while fetching its result, but by one reported in its status", () => {
    expect(() => poll(500, { detail: "boom" }, result().handle)).toThrow(expect.objectContaining({ kind: "server" }));
    const crashed = poll(200, { status: "COMPLETED", error: "The runner died." });
    expect(crashed.state === "next" && poll(500, { detail: "boom" }, crashed.handle)).toEqual({
      state: "failed",
      message: "The runner died.",
    });
    expect(poll(400, { detail: "Request is still in progress" }, result().handle)).toEqual({ state: "running" });
  });
});

describe("an error", () => {
  test.each<[number, string, object]>([
    [
      422,
      '{"detail":[{"loc":["body","duration"],"msg":"bad","type":"value_error"},{"loc":["body"],"msg":"worse"}]}',
      { kind: "rejected", message: "body.duration: bad; worse" },
    ],
    [
      422,
      '{"detail":[{"loc":["body","prompt"],"msg":"no","type":"content_policy_violation"}]}',
      { kind: "content_policy" },
    ],
    [
      400,
      '{"message":"The safety checker refused."}',
      { kind: "content_policy", message: "The safety checker refused." },
    ],
    [401, '{"detail":"Authentication is required"}', { kind: "credentials" }],
    [403, '{"detail":"User is locked. Reason: Exhausted balance."}', { kind: "quota" }],
    [404, '{"detail":"Application not found"}', { kind: "model_gone" }],
    [429, '{"error":{"message":"slow","code":"x"}}', { kind: "rate_limited", message: "slow" }],
    [500, "<html>", { kind: "server", message: "HTTP 500 with a web page." }],
    [504, "", { kind: "server" }],
  ])("%d %s", (status, body, facts) => {
    expect(fal.toError(status, body)).toMatchObject({ status, ...facts });
  });

  test("in the quirks of a route is reported", () => {
    expect(
      fal.checkQuirks({
        duration_spelling: "digits",
        aspect_ratio: true,
        images_per_call: 4,
        image_size_field: "none",
        input: {},
      }),
    ).toEqual([]);
    expect(fal.checkQuirks({ duration_spelling: "roman", images_per_call: 9, input: [], speed: 1 })).toEqual([
      expect.stringMatching(/^duration_spelling: must be one of/),
      expect.stringMatching(/^images_per_call: must be a whole number/),
      "input: must be a mapping",
      expect.stringMatching(/^speed: no such quirk/),
    ]);
  });
});
