import { type Fields, wordOf } from "../json-body";
import { type FrameMistake, frameMistakeOf } from "../media/first-frame";
import { givenByUrl, shapeOfGiven, textOfGiven } from "../media/given-image";
import { failureOf, type JobProvider } from "./job-format";

const JOB_ID = /^[a-z0-9]+$/;
/** Models, with the resolutions they support for each length. */
const MODELS: ReadonlyMap<unknown, ReadonlyMap<unknown, readonly unknown[]>> = new Map([
  [
    "MiniMax-Hailuo-2.3",
    new Map([
      [6, ["768P", "1080P"]],
      [10, ["768P"]],
    ]),
  ],
  [
    "MiniMax-Hailuo-02",
    new Map([
      [6, ["768P", "1080P"]],
      [10, ["768P"]],
    ]),
  ],
]);
const DEFAULT = { duration: 6, resolution: "768P" } as const;

const NO_ERROR = { base_resp: { status_code: 0, status_msg: "success" } } as const;
const [UNKNOWN, RATE, AUTHORIZATION, BALANCE, FILTERED, PARAMETERS] = [1000, 1002, 1004, 1008, 1027, 2013];
const CODES: ReadonlyMap<number, number> = new Map([
  [401, AUTHORIZATION],
  [402, BALANCE],
  [429, RATE],
  [400, PARAMETERS],
  [404, PARAMETERS],
  [422, PARAMETERS],
]);

const taskOf = (id: string, status: string, rest: object = {}): object => ({
  task_id: id,
  status,
  ...NO_ERROR,
  ...rest,
});

const errorOf = (code: number, message: string): object => ({ base_resp: { status_code: code, status_msg: message } });

const optionsProblem = ({
  model,
  duration = DEFAULT.duration,
  resolution = DEFAULT.resolution,
}: Fields): string | undefined => {
  const lengths = MODELS.get(model);
  if (lengths === undefined) return "invalid params, model is not supported";
  const resolutions = lengths.get(duration);
  if (resolutions === undefined) return `invalid params, duration must be one of ${[...lengths.keys()].join(", ")}`;
  return resolutions.includes(resolution)
    ? undefined
    : `invalid params, resolution must be one of ${resolutions.join(", ")}`;
};

const MIB = 1024 * 1024;
const FRAME_WORDS: Readonly<Record<FrameMistake, string>> = {
  type: "format must be one of jpg, jpeg, png, webp",
  content: "is not a valid image",
  length: "size must be less than 20MB",
  side: "short side must be greater than 300px",
  shape: "aspect ratio must be between 2:5 and 5:2",
};

/** The fields that a video takes from its image, or its error. The simulator fetches nothing. */
const frameOf = ({
  first_frame_image: url,
}: Fields): { readonly given?: string; readonly aspectRatio: string } | { readonly refusal: string } => {
  if (url === undefined) return { aspectRatio: "16:9" };
  const frame = givenByUrl(wordOf(url));
  const found =
    frame === undefined
      ? "content"
      : frameMistakeOf(frame, { maxCharacters: Math.ceil((20 * MIB) / 3) * 4, minSide: 301, maxRatio: 2.5 });
  return frame === undefined || found !== undefined
    ? { refusal: `invalid params, first_frame_image ${FRAME_WORDS[found ?? "content"]}` }
    : { given: textOfGiven([frame]), aspectRatio: shapeOfGiven(frame) ?? "16:9" };
};

const idIn = (parameter: string | undefined): string =>
  parameter !== undefined && JOB_ID.test(parameter) ? parameter : "none";

/**
 * MiniMax's video generation, first version: one aspect ratio, or that of an image, and a separate request for the
 * file. Its errors have status 200.
 */
export const minimax: JobProvider = {
  match(method, path, call) {
    if (method === "POST" && path === "/v1/video_generation") return { call: "submit", model: "" };
    if (method !== "GET") return undefined;
    if (path === "/v1/query/video_generation") return { call: "poll", id: idIn(call.parameter("task_id")) };
    return path === "/v1/files/retrieve" ? { call: "file", id: idIn(call.parameter("file_id")) } : undefined;
  },
  readSubmit(body) {
    const { model, prompt, duration = DEFAULT.duration } = body;
    if (typeof prompt !== "string" || prompt === "") return { refusal: "invalid params, prompt is required" };
    const problem = optionsProblem(body);
    if (problem !== undefined) return { refusal: problem };
    const frame = frameOf(body);
    return "refusal" in frame ? frame : { model: model as string, prompt, durationS: duration as number, ...frame };
  },
  submitted: (id) => ({ status: 200, body: { task_id: id, ...NO_ERROR } }),
  polled(id, state, videoUrl) {
    if (state.state !== "over") return taskOf(id, state.state === "running" && state.begun ? "Processing" : "Queueing");
    if (videoUrl !== undefined) return taskOf(id, "Success", { file_id: id, video_width: 1366, video_height: 768 });
    if (state.behaviour.outcome === "empty") return taskOf(id, "Success", { file_id: "" });
    return taskOf(id, "Fail", errorOf(state.behaviour.outcome === "filtered" ? FILTERED : UNKNOWN, failureOf(state)));
  },
  file: (id, videoUrl) =>
    videoUrl === undefined
      ? errorOf(PARAMETERS, "invalid params, file not found")
      : {
          file: {
            file_id: id,
            bytes: 0,
            created_at: 1_767_225_600,
            filename: "output.mp4",
            purpose: "video_generation",
            download_url: videoUrl,
          },
          ...NO_ERROR,
        },
  error: ({ status, message, code }) =>
    errorOf(Number(code) || (CODES.get(status) ?? UNKNOWN), message ?? `Status ${status}.`),
  statusOf: (status) => (status >= 500 ? status : 200),
};
