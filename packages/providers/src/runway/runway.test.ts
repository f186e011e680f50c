import { describeJobById, pngHead, readAnswer, VIDEO_CALL } from "../testing/job-protocol";
import type { VideoCall, VideoState } from "../media/media-spec";
import type { Target } from "../target";
import answers from "./__fixtures__/answers.json";
import { runway } from "./adapter";
import { runwayVideos } from "./videos";

const target = (over: Partial<Target> = {}): Target => ({
  provider: "runway",
  baseUrl: "https://api.dev.runwayml.com",
  apiKey: "key_x",
  model: "gen4.5",
  ...over,
});
const bodyOf = (call: Partial<VideoCall>, to: Target): unknown =>
  JSON.parse(runwayVideos.toSubmit({ prompt: "x", durationS: 5, ...call }, to).body ?? "");

describe("a submission", () => {
  test("names the API version", () => {
    expect(runwayVideos.toSubmit({ prompt: "x", durationS: 5 }, target())).toMatchObject({
      method: "POST",
      url: "https://api.dev.runwayml.com/v1/text_to_video",
      headers: { authorization: "Bearer key_x", "x-runway-version": "2024-11-06" },
    });
    expect(runwayVideos.fromSubmit(answers.created.body, VIDEO_CALL, target())).toBe(
      "17f20503-6c24-4c16-946b-35dbbce2af2f",
    );
  });

  test.each<[Partial<VideoCall>, Partial<Target>, object]>([
    [{}, {}, { ratio: "1280:720" }],
    [{ aspectRatio: "9:16" }, {}, { ratio: "720:1280" }],
    [
      { aspectRatio: "1:1" },
      { quirks: { ratio_spelling: "plain", input: { resolution: "768p", duration: 1 } } },
      { ratio: "1:1", resolution: "768p" },
    ],
  ])("has the aspect ratio in pixels, or as given: %j %j", (call, over, body) => {
    expect(bodyOf(call, target(over))).toEqual({ model: "gen4.5", promptText: "x", duration: 5, ...body });
  });
});

describe("a video that begins with an image", () => {
  const portrait = pngHead(1080, 1900);
  const gen4 = target({ model: "gen4_turbo" });
  const call = (over: Partial<VideoCall> = {}): VideoCall => ({
    prompt: "x",
    durationS: 5,
    firstFrame: portrait,
    ...over,
  });

  test("is asked for at the other endpoint, in the shape that comes nearest to the image", () => {
    const { url, body = "" } = runwayVideos.toSubmit(call(), gen4);
    expect({ url, body: JSON.parse(body) as unknown }).toEqual({
      url: "https://api.dev.runwayml.com/v1/image_to_video",
      body: {
        model: "gen4_turbo",
        promptText: "x",
        promptImage: `data:image/png;base64,${portrait.bytes.toString("base64")}`,
        duration: 5,
        ratio: "720:1280",
      },
    });
    expect(runwayVideos.takesFirstFrame?.(gen4)).toBe(true);
  });

  test.each<[string, Partial<VideoCall>, string]>([
    ["gen4_turbo", { firstFrame: pngHead(1000, 1000) }, "960:960"],
    ["gen4.5", { firstFrame: pngHead(1200, 900) }, "1104:832"],
    ["veo3.1", { firstFrame: pngHead(1200, 900) }, "1280:720"],
    ["gen4.5", { aspectRatio: "21:9" }, "1584:672"],
    ["gen4.5", { firstFrame: { bytes: Buffer.from("no image"), contentType: "image/png" } }, "1280:720"],
  ])("has a shape that %s knows: %j", (model, over, ratio) => {
    expect(bodyOf(call(over), target({ model }))).toMatchObject({ ratio });
  });

  test("is refused before anything is sent if the image is larger than a data URL may be", () => {
    const firstFrame = { bytes: Buffer.alloc(4_000_000), contentType: "image/png" };
    expect(() => runwayVideos.toSubmit(call({ firstFrame }), gen4)).toThrow(
      expect.objectContaining({ kind: "invalid", param: "input_reference" }),
    );
  });

  test("is all that Gen-4 Turbo makes", () => {
    expect(() => runwayVideos.toSubmit(VIDEO_CALL, gen4)).toThrow(
      expect.objectContaining({ kind: "invalid", param: "input_reference" }),
    );
  });
});

describeJobById(runwayVideos, target(), {
  poll: "GET https://api.dev.runwayml.com/v1/tasks/an-id",
  stop: "DELETE https://api.dev.runwayml.com/v1/tasks/an-id",
});

test.each<[Exclude<keyof typeof answers, "created">, VideoState]>([
  ["pending", { state: "running" }],
  ["throttled", { state: "running" }],
  ["running", { state: "running" }],
  [
    "succeeded",
    { state: "completed", video: { url: "https://dnznrvs05pmza.cloudfront.net/1.mp4?_jwt=x", lifetimeMs: 86_400_000 } },
  ],
  ["empty", { state: "failed", message: "The provider finished without a video." }],
  ["failed", { state: "failed", message: "The prompt was refused by moderation." }],
  ["coded", { state: "failed", message: "INTERNAL.BAD_OUTPUT.CODE01" }],
  ["cancelled", { state: "failed", message: "The provider cancelled the job.", cancelled: true }],
])("a task, %s", (name, state) => {
  expect(readAnswer(runwayVideos, target(), answers[name])).toEqual(state);
});

test("an error has its message", () => {
  expect(runway.toError(400, '{"error":"Validation of body failed","issues":[]}')).toMatchObject({
    kind: "rejected",
    message: "Validation of body failed",
  });
  expect(runway.toError(429, '{"error":"Too many requests"}')).toMatchObject({ kind: "rate_limited" });
});
