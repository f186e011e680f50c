import { describeJobById, readAnswer, VIDEO_CALL } from "../testing/job-protocol";
import type { VideoState } from "../media/media-spec";
import type { Target } from "../target";
import answers from "./__fixtures__/answers.json";
import { luma } from "./adapter";
import { lumaVideos } from "./videos";

const ROOT = "https://api.lumalabs.ai/dream-machine/v1/generations";
const target = (over: Partial<Target> = {}): Target => ({
  provider: "luma",
  baseUrl: "https://api.lumalabs.ai",
  apiKey: "luma-x",
  model: "ray-2",
  ...over,
});

test("a submission spells the length with its unit, and carries what the route adds", () => {
  const submit = (to: Target) => lumaVideos.toSubmit({ prompt: "x", durationS: 9, aspectRatio: "16:9" }, to);
  expect(submit(target())).toMatchObject({
    method: "POST",
    url: `${ROOT}/video`,
    headers: { authorization: "Bearer luma-x", "content-type": "application/json" },
  });
  expect(JSON.parse(submit(target({ quirks: { input: { resolution: "720p", model: "never" } } })).body ?? "")).toEqual({
    model: "ray-2",
    prompt: "x",
    duration: "9s",
    aspect_ratio: "16:9",
    resolution: "720p",
  });
  expect(lumaVideos.fromSubmit(answers.queued.body, VIDEO_CALL, target())).toBe("3f1c2c58-8f1f-4b50-9a4e-0d6d7c3b1a10");
});

test("no image is taken: the API fetches them from public addresses alone", () => {
  expect(lumaVideos.takesFirstFrame?.(target())).toBeUndefined();
});

describeJobById(lumaVideos, target(), { poll: `GET ${ROOT}/an-id`, stop: `DELETE ${ROOT}/an-id` });

test.each<[keyof typeof answers, VideoState]>([
  ["queued", { state: "running" }],
  ["dreaming", { state: "running" }],
  ["completed", { state: "completed", video: { url: "https://storage.cdn-luma.com/dream_machine/1/video.mp4" } }],
  ["empty", { state: "failed", message: "The provider finished without a video." }],
  ["failed", { state: "failed", message: "400: Your prompt didn't pass moderation." }],
])("a generation, %s", (name, state) => {
  expect(readAnswer(lumaVideos, target(), answers[name])).toEqual(state);
});

test("an error is read as text or as a list of mistakes", () => {
  expect(luma.toError(403, '{"detail":"Not authenticated"}')).toMatchObject({
    kind: "credentials",
    message: "Not authenticated",
  });
  expect(luma.toError(422, '{"detail":[{"loc":["body","duration"],"msg":"bad","type":"enum"}]}')).toMatchObject({
    kind: "rejected",
    message: "body.duration: bad",
  });
});
