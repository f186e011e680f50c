import { describeJobById, pngHead, readAnswer, VIDEO_CALL } from "../testing/job-protocol";
import type { CancelledVideo, VideoCall, VideoState } from "../media/media-spec";
import type { Target } from "../target";
import answers from "./__fixtures__/answers.json";
import { replicate } from "./adapter";
import { replicateVideos } from "./videos";

const target = (model = "minimax/hailuo-02", over: Partial<Target> = {}): Target => ({
  provider: "replicate",
  baseUrl: "https://api.replicate.com",
  apiKey: "r8_x",
  model,
  ...over,
});
const submit = (call: Partial<VideoCall>, to: Target) => {
  const { url, body = "" } = replicateVideos.toSubmit({ prompt: "x", durationS: 6, ...call }, to);
  return { url, body: JSON.parse(body) as unknown };
};

describe("a submission", () => {
  test("goes to the model, with its input", () => {
    expect(submit({ aspectRatio: "9:16" }, target())).toEqual({
      url: "https://api.replicate.com/v1/models/minimax/hailuo-02/predictions",
      body: { input: { prompt: "x", duration: 6, aspect_ratio: "9:16" } },
    });
  });

  test("names a version if the route does", () => {
    expect(submit({}, target("someone/film:5c7d5dc6"))).toEqual({
      url: "https://api.replicate.com/v1/predictions",
      body: { version: "5c7d5dc6", input: { prompt: "x", duration: 6 } },
    });
  });

  test("is written as the route's quirks say", () => {
    const own = target("a/b", {
      quirks: { duration_spelling: "none", aspect_ratio: false, input: { resolution: "1080p", prompt: "never" } },
    });
    expect(submit({ aspectRatio: "16:9" }, own).body).toEqual({ input: { prompt: "x", resolution: "1080p" } });
    expect(replicate.checkQuirks({ duration_spelling: "roman", input: 1 })).toEqual([
      expect.stringMatching(/^duration_spelling: must be one of/),
      "input: must be a mapping",
    ]);
  });

  test("has the image to begin with in the field that the route names, and takes none without", () => {
    const firstFrame = pngHead(640, 480);
    const own = target("minimax/hailuo-02", { quirks: { first_frame_field: "first_frame_image" } });
    expect(submit({ firstFrame }, own).body).toEqual({
      input: {
        prompt: "x",
        duration: 6,
        first_frame_image: `data:image/png;base64,${firstFrame.bytes.toString("base64")}`,
      },
    });
    expect([own, target()].map((to) => replicateVideos.takesFirstFrame?.(to))).toEqual([true, false]);
    expect(replicate.checkQuirks({ first_frame_field: "start_image" })).toEqual([]);
    expect(replicate.checkQuirks({ first_frame_field: "a/b" })).toEqual([
      "first_frame_field: must be the name of a field",
    ]);
  });

  test("returns the job's id", () => {
    expect(replicateVideos.fromSubmit(answers.starting.body, VIDEO_CALL, target())).toBe("ufawqhfynnddngldkgtslldrkq");
  });
});

describeJobById(replicateVideos, target(), {
  poll: "GET https://api.replicate.com/v1/predictions/an-id",
  cancel: "POST https://api.replicate.com/v1/predictions/an-id/cancel",
});

test.each<[keyof typeof answers, VideoState]>([
  ["starting", { state: "running" }],
  [
    "succeeded",
    { state: "completed", video: { url: "https://replicate.delivery/xezq/out.mp4", lifetimeMs: 3_600_000 } },
  ],
  [
    "succeeded_list",
    { state: "completed", video: { url: "https://replicate.delivery/xezq/1.mp4", lifetimeMs: 3_600_000 } },
  ],
  ["removed", { state: "failed", message: "The provider has deleted the video." }],
  ["failed", { state: "failed", message: "The input was flagged as sensitive. (E005)" }],
  ["canceled", { state: "failed", message: "The provider cancelled the job.", cancelled: true }],
  ["aborted", { state: "failed", message: "The provider gave the job up before it began." }],
])("a prediction, %s", (name, state) => {
  expect(readAnswer(replicateVideos, target(), answers[name])).toEqual(state);
});

test.each<[number, unknown, CancelledVideo]>([
  [answers.canceled.status, answers.canceled.body, "cancelled"],
  [answers.aborted.status, answers.aborted.body, "cancelled"],
  [answers.starting.status, answers.starting.body, "asked"],
  [answers.succeeded.status, answers.succeeded.body, "refused"],
  [answers.failed.status, answers.failed.body, "refused"],
  [404, { detail: "Not found." }, "refused"],
  [200, undefined, "asked"],
])("a cancel answered with %d %j", (status, body, said) => {
  expect(replicateVideos.cancel?.fromAnswer(status, body)).toBe(said);
});

test("our key is sent only to files on the API's own origin", () => {
  const videoAt = (url: string) =>
    readAnswer(replicateVideos, target(), { origin: "", status: 200, body: { status: "succeeded", output: url } });
  expect(videoAt("https://api.replicate.com/v1/files/1")).toMatchObject({
    video: { headers: { authorization: "Bearer r8_x" } },
  });
  expect(videoAt("https://api.replicate.com.evil.test/1")).not.toHaveProperty("video.headers");
});

test.each<[number, string, object]>([
  [
    402,
    '{"title":"Insufficient credit","detail":"You have insufficient credit to run this model.","status":402}',
    { kind: "quota" },
  ],
  [
    401,
    '{"title":"Unauthenticated","detail":"You did not pass a valid authentication token","status":401}',
    { kind: "credentials" },
  ],
  [
    422,
    '{"title":"Input validation failed","detail":"- input.duration: Must be one of 6, 10","status":422}',
    { kind: "rejected", message: "- input.duration: Must be one of 6, 10" },
  ],
  [429, '{"detail":"Request was throttled. Expected available in 1 second."}', { kind: "rate_limited" }],
  [404, '{"detail":"The requested resource could not be found."}', { kind: "unexplained" }],
])("an error, %d %s", (status, body, facts) => {
  expect(replicate.toError(status, body)).toMatchObject({ status, ...facts });
});
