import { describeJobById, pngHead, readAnswer, VIDEO_CALL } from "../testing/job-protocol";
import type { VideoState } from "../media/media-spec";
import type { ProviderErrorKind } from "../provider-error";
import type { Target } from "../target";
import answers from "./__fixtures__/answers.json";
import { minimax } from "./adapter";
import { minimaxVideos } from "./videos";

const ROOT = "https://api.minimax.io/v1";
const FILE = "file/176844028768320";
const target = (over: Partial<Target> = {}): Target => ({
  provider: "minimax",
  baseUrl: "https://api.minimax.io",
  apiKey: "mm-key",
  model: "MiniMax-Hailuo-02",
  ...over,
});
const error = (code: number, message = "In its words.") => ({ base_resp: { status_code: code, status_msg: message } });

test("a submission has the length as a number and no aspect ratio, and what the route adds", () => {
  const { method, url, headers, body } = minimaxVideos.toSubmit(
    { prompt: "x", durationS: 10, aspectRatio: "16:9" },
    target({ quirks: { input: { resolution: "768P", model: "never" } } }),
  );
  expect({ method, url, headers }).toMatchObject({
    method: "POST",
    url: `${ROOT}/video_generation`,
    headers: { authorization: "Bearer mm-key", "content-type": "application/json" },
  });
  expect(JSON.parse(body ?? "")).toEqual({ model: "MiniMax-Hailuo-02", prompt: "x", duration: 10, resolution: "768P" });
  expect(minimaxVideos.fromSubmit(answers.created.body, VIDEO_CALL, target())).toBe("106916112212032");
});

test("an image to begin with is sent as a data URL", () => {
  const firstFrame = pngHead(640, 480);
  const { url, body = "" } = minimaxVideos.toSubmit({ prompt: "x", durationS: 6, firstFrame }, target());
  expect({ url, body: JSON.parse(body) as unknown }).toEqual({
    url: `${ROOT}/video_generation`,
    body: {
      model: "MiniMax-Hailuo-02",
      prompt: "x",
      duration: 6,
      first_frame_image: `data:image/png;base64,${firstFrame.bytes.toString("base64")}`,
    },
  });
  expect(minimaxVideos.takesFirstFrame?.(target())).toBe(true);
});

describeJobById(minimaxVideos, target(), {
  poll: `GET ${ROOT}/query/video_generation?task_id=an-id`,
  taken: (id) => ({ task_id: id, base_resp: { status_code: 0 } }),
});

test.each<[keyof typeof answers, VideoState]>([
  ["preparing", { state: "running" }],
  ["queueing", { state: "running" }],
  ["processing", { state: "running" }],
  ["empty", { state: "failed", message: "The provider finished without a video." }],
  ["astray", { state: "failed", message: "The provider finished without a video." }],
  ["failed", { state: "failed", message: "The provider failed without a reason." }],
  ["filtered", { state: "failed", message: "output new_sensitive" }],
  ["filteredWithoutStatus", { state: "failed", message: "input new_sensitive" }],
  ["unknown", { state: "failed", message: "invalid params, task not found" }],
])("a task, %s", (name, state) => {
  expect(readAnswer(minimaxVideos, target(), answers[name])).toEqual(state);
});

describe("the file of a finished task", () => {
  const readFile = (body: unknown, status = 200) => minimaxVideos.fromPoll(status, body, FILE, target());

  test("is requested separately, with our key, and has a URL", () => {
    const state = readAnswer(minimaxVideos, target(), answers.success);
    expect(state).toMatchObject({
      state: "next",
      handle: FILE,
      request: {
        method: "GET",
        url: `${ROOT}/files/retrieve?file_id=176844028768320`,
        headers: { authorization: "Bearer mm-key" },
      },
    });
    expect(readFile(answers.file.body)).toEqual({
      state: "completed",
      video: { url: "https://cdn.hailuoai.com/prod/video/output_aigc.mp4?Expires=1", lifetimeMs: 3_600_000 },
    });
  });

  test("may have a numeric id, but not one that JSON has rounded", () => {
    const state = (fileId: number) =>
      minimaxVideos.fromPoll(200, { ...answers.success.body, file_id: fileId }, "an-id", target());
    expect(state(176844028768320)).toMatchObject({ state: "next", handle: FILE });
    expect(state(2 ** 60)).toEqual({ state: "failed", message: "The provider finished without a video." });
  });

  test.each<[string, unknown, number]>([
    ["has no address", answers.fileWithoutUrl.body, 200],
    ["is not there", error(2013, "invalid params, file not found"), 200],
    ["is gone", {}, 410],
  ])("that %s is a failed video", (_what, body, status) => {
    expect(readFile(body, status)).toMatchObject({ state: "failed" });
  });

  test.each<[unknown, number, ProviderErrorKind]>([
    [error(1002), 200, "rate_limited"],
    [error(1004), 200, "credentials"],
    [{}, 502, "server"],
  ])("%j %d is inconclusive", (body, status, kind) => {
    expect(() => readFile(body, status)).toThrow(expect.objectContaining({ kind }));
  });
});

test.each<[number, ProviderErrorKind]>([
  [1000, "server"],
  [1001, "server"],
  [1024, "server"],
  [1033, "server"],
  [1002, "rate_limited"],
  [1039, "rate_limited"],
  [1041, "rate_limited"],
  [1004, "credentials"],
  [2049, "credentials"],
  [1008, "quota"],
  [2056, "quota"],
  [1026, "content_policy"],
  [1027, "content_policy"],
  [2013, "rejected"],
  [1042, "rejected"],
  [2061, "model_gone"],
  [9999, "server"],
])("%d with status 200 accepts no job and is %s", (code, kind) => {
  expect(() => minimaxVideos.fromSubmit({ task_id: "", ...error(code) }, VIDEO_CALL, target())).toThrow(
    expect.objectContaining({ kind, message: "In its words." }),
  );
  expect(minimax.toError(200, JSON.stringify(error(code, "")))).toMatchObject({
    kind,
    message: `Error ${code} without a message.`,
  });
});

test.each([1000, 1002, 1004, 1008, 2049, 9999])("%d for a status request ends no job", (code) => {
  expect(() => minimaxVideos.fromPoll(200, { status: "", ...error(code) }, "an-id", target())).toThrow(
    expect.objectContaining({ message: "In its words." }),
  );
});

test("an error with its own status has its message", () => {
  expect(minimax.toError(400, JSON.stringify(error(9999)))).toMatchObject({
    kind: "rejected",
    message: "In its words.",
  });
  expect(minimax.toError(502, "<html>")).toMatchObject({ kind: "server" });
});
