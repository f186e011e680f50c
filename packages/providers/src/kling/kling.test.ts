import { describeJobById, pngHead, readAnswer, VIDEO_CALL } from "../testing/job-protocol";
import type { VideoState } from "../media/media-spec";
import type { ProviderErrorKind } from "../provider-error";
import type { Target } from "../target";
import answers from "./__fixtures__/answers.json";
import { kling } from "./adapter";
import { klingVideos } from "./videos";

const ROOT = "https://api-singapore.klingai.com/v1/videos/text2video";
const target = (over: Partial<Target> = {}): Target => ({
  provider: "kling",
  baseUrl: "https://api-singapore.klingai.com",
  apiKey: "a-token",
  model: "kling-v2-5-turbo",
  ...over,
});
const error = (code: number) => ({ code, message: "In its words.", request_id: "r" });

test("a submission has the length in digits, and what the route adds", () => {
  const { method, url, headers, body } = klingVideos.toSubmit(
    { prompt: "x", durationS: 10, aspectRatio: "9:16" },
    target({ quirks: { input: { mode: "pro", model_name: "never" } } }),
  );
  expect({ method, url, headers }).toMatchObject({
    method: "POST",
    url: ROOT,
    headers: { authorization: "Bearer a-token", "content-type": "application/json" },
  });
  expect(JSON.parse(body ?? "")).toEqual({
    model_name: "kling-v2-5-turbo",
    prompt: "x",
    duration: "10",
    aspect_ratio: "9:16",
    mode: "pro",
  });
  expect(klingVideos.fromSubmit(answers.created.body, VIDEO_CALL, target())).toBe("831922345719271433");
});

describe("a video that begins with an image", () => {
  const IMAGE_ROOT = ROOT.replace("text2video", "image2video");
  const firstFrame = pngHead(640, 480);
  const call = { prompt: "x", durationS: 5, aspectRatio: "16:9", firstFrame };

  test("is asked for under its own path, with plain base64 and in the image's shape", () => {
    const { url, body = "" } = klingVideos.toSubmit(call, target({ quirks: { input: { mode: "pro" } } }));
    expect({ url, body: JSON.parse(body) as unknown }).toEqual({
      url: IMAGE_ROOT,
      body: {
        model_name: "kling-v2-5-turbo",
        prompt: "x",
        duration: "5",
        mode: "pro",
        image: firstFrame.bytes.toString("base64"),
      },
    });
    expect(klingVideos.takesFirstFrame?.(target())).toBe(true);
    expect([VIDEO_CALL, call].map((one) => klingVideos.endpointOf?.(one, target()))).toEqual([
      "kling-v2-5-turbo",
      "kling-v2-5-turbo/image2video",
    ]);
  });

  test("is polled there, and a job of a text where it always was", () => {
    const handle = klingVideos.fromSubmit(answers.created.body, call, target());
    expect(klingVideos.toPoll(handle, target()).url).toBe(`${IMAGE_ROOT}/831922345719271433`);
    expect(klingVideos.toPoll("831922345719271433", target()).url).toBe(`${ROOT}/831922345719271433`);
  });

  test("is refused before anything is sent if the image is a WebP or too large", () => {
    const submit = (image: Partial<typeof firstFrame>) => () =>
      klingVideos.toSubmit({ ...call, firstFrame: { ...firstFrame, ...image } }, target());
    const refused = { kind: "invalid", param: "input_reference" };
    expect(submit({ contentType: "image/webp" })).toThrow(expect.objectContaining(refused));
    expect(submit({ bytes: Buffer.alloc(10 * 1_024 * 1_024 + 3) })).toThrow(expect.objectContaining(refused));
    expect(submit({ bytes: Buffer.alloc(10 * 1_024 * 1_024) })).not.toThrow();
  });
});

describeJobById(klingVideos, target(), {
  poll: `GET ${ROOT}/an-id`,
  taken: (id) => ({ code: 0, data: { task_id: id } }),
});

test.each<[keyof typeof answers, VideoState]>([
  ["submitted", { state: "running" }],
  ["processing", { state: "running" }],
  ["succeed", { state: "completed", video: { url: "https://v1-kling.klingai.com/1.mp4", lifetimeMs: 2_592_000_000 } }],
  ["empty", { state: "failed", message: "The provider finished without a video." }],
  ["failed", { state: "failed", message: "Failure to pass the risk control system" }],
  ["failedWithoutReason", { state: "failed", message: "The provider failed without a reason." }],
  ["gone", { state: "failed", message: "Task not found" }],
  ["goneWithStatus200", { state: "failed", message: "Task not found" }],
])("a task, %s", (name, state) => {
  expect(readAnswer(klingVideos, target(), answers[name])).toEqual(state);
});

describe.each<[number, number, ProviderErrorKind]>([
  [401, 1000, "credentials"],
  [401, 1001, "credentials"],
  [401, 1002, "credentials"],
  [401, 1003, "credentials"],
  [401, 1004, "credentials"],
  [429, 1304, "credentials"],
  [429, 1100, "quota"],
  [429, 1101, "quota"],
  [429, 1102, "quota"],
  [403, 1103, "model_gone"],
  [400, 1200, "rejected"],
  [400, 1201, "rejected"],
  [400, 1300, "content_policy"],
  [400, 1301, "content_policy"],
  [429, 1302, "rate_limited"],
  [429, 1303, "rate_limited"],
  [500, 5000, "server"],
  [503, 5001, "server"],
  [504, 5002, "server"],
  [400, 1999, "rejected"],
])("%d with code %d", (status, code, kind) => {
  test(`is ${kind}, and ends no job`, () => {
    expect(kling.toError(status, JSON.stringify(error(code)))).toMatchObject({ kind, message: "In its words." });
    expect(() => klingVideos.fromPoll(status, error(code), "an-id", target())).toThrow(
      expect.objectContaining({ kind }),
    );
  });

  test("is an error even with status 200", () => {
    expect(() => klingVideos.fromSubmit(error(code), VIDEO_CALL, target())).toThrow(
      expect.objectContaining({ kind: code === 1999 ? "server" : kind, message: "In its words." }),
    );
    expect(() => klingVideos.fromPoll(200, error(code), "an-id", target())).toThrow(
      expect.objectContaining({ message: "In its words." }),
    );
  });
});

test("an unknown model is distinguished from an unknown job", () => {
  expect(kling.toError(404, JSON.stringify(error(1203)))).toMatchObject({ kind: "model_gone" });
});
