import { createHmac } from "node:crypto";
import { fieldsOf, type Fields, wordOf } from "../json-body";
import { type FrameMistake, frameMistakeOf } from "../media/first-frame";
import { type GivenImage, imageTypeOf, shapeOfGiven, textOfGiven } from "../media/given-image";
import { failureOf, type JobProvider } from "./job-format";

const CALL = /^\/v1\/videos\/(?<group>text2video|image2video)(?:\/(?<id>[a-z0-9]+))?$/;
const FROM_IMAGE = /\/image2video$/;
const JWT = /^(?<signed>(?<head>[\w-]+)\.(?<claims>[\w-]+))\.(?<signature>[\w-]+)$/;
const MODELS: ReadonlySet<unknown> = new Set([
  "kling-v1",
  "kling-v1-6",
  "kling-v2-master",
  "kling-v2-1-master",
  "kling-v2-5-turbo",
  "kling-v2-6",
]);
const DURATIONS: ReadonlySet<unknown> = new Set(["5", "10"]);
const RATIOS: ReadonlySet<unknown> = new Set(["16:9", "9:16", "1:1"]);
const MODES: ReadonlySet<unknown> = new Set(["std", "pro"]);
const MIB = 1024 * 1024;
const FRAME_WORDS: Readonly<Record<FrameMistake, string>> = {
  type: "image format must be jpg, jpeg or png",
  content: "image is not valid Base64 or a reachable URL",
  length: "image size must not exceed 10MB",
  side: "image width and height must not be less than 300px",
  shape: "image aspect ratio must be between 1:2.5 and 2.5:1",
};
const MADE_AT_MS = 1_767_225_600_000;
const REQUEST_ID = "CjMkPWdVbTYAAAAAALZgVg";
const CODES: ReadonlyMap<number, number> = new Map([
  [401, 1002],
  [402, 1102],
  [403, 1103],
  [404, 1203],
  [429, 1302],
  [400, 1201],
  [422, 1201],
]);

/** Every access key is valid and has this secret. */
const secretOf = (accessKey: string): string => `${accessKey}-secret`;

const decode = (part = ""): Fields => {
  try {
    return fieldsOf(JSON.parse(Buffer.from(part, "base64url").toString()));
  } catch {
    return {};
  }
};

/** The issuer of a signed token, undefined if the signature is wrong, or it is not yet or no longer valid. */
const issuerOf = (
  { signed = "", head, claims, signature }: Readonly<Record<string, string>>,
  nowMs: number,
): string | undefined => {
  const { iss, exp, nbf } = decode(claims);
  if (decode(head)["alg"] !== "HS256" || typeof iss !== "string") return undefined;
  if (createHmac("sha256", secretOf(iss)).update(signed).digest("base64url") !== signature) return undefined;
  const nowS = nowMs / 1_000;
  return typeof exp === "number" && exp > nowS && typeof nbf === "number" && nbf <= nowS ? iss : undefined;
};

const answerOf = (data: object): object => ({ code: 0, message: "SUCCEED", request_id: REQUEST_ID, data });

const taskOf = (id: string, status: string, rest: object = {}): object =>
  answerOf({ task_id: id, task_status: status, created_at: MADE_AT_MS, updated_at: MADE_AT_MS, ...rest });

/** The image is plain Base64; its first bytes tell its type. The simulator fetches nothing. */
const readFrame = (text: string): GivenImage | undefined => {
  if (!/^[A-Za-z0-9+/]+=*$/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64");
  return { bytes, contentType: imageTypeOf({ bytes, contentType: "" }) ?? "" };
};

/** The fields that a task takes from its image, or its error. */
const frameOf = ({
  image,
}: Fields): { readonly given: string; readonly aspectRatio: string } | { readonly refusal: string } => {
  const frame = readFrame(wordOf(image));
  if (frame === undefined) return { refusal: FRAME_WORDS.content };
  const found = frameMistakeOf(frame, {
    types: ["image/png", "image/jpeg"],
    maxCharacters: Math.ceil((10 * MIB) / 3) * 4,
    minSide: 300,
    maxRatio: 2.5,
  });
  return found === undefined
    ? { given: textOfGiven([frame]), aspectRatio: shapeOfGiven(frame) ?? "16:9" }
    : { refusal: FRAME_WORDS[found] };
};

/**
 * Kling's tasks from text and from an image; each is found only under its own path. A token is an API key, or a JWT
 * signed with an access key's secret.
 */
export const kling: JobProvider = {
  match(method, path) {
    const { group, id } = CALL.exec(path)?.groups ?? {};
    if (group === undefined) return undefined;
    if (id === undefined) return method === "POST" ? { call: "submit", model: "", group } : undefined;
    return method === "GET" ? { call: "poll", id, group } : undefined;
  },
  ownerOf(token, nowMs) {
    const parts = JWT.exec(token)?.groups;
    return parts === undefined ? token : issuerOf(parts, nowMs);
  },
  readSubmit(body, _model, call) {
    const {
      model_name: model = "kling-v1",
      prompt,
      duration = "5",
      aspect_ratio: aspectRatio = "16:9",
      mode = "std",
    } = body;
    if (!MODELS.has(model)) return { refusal: "model_name value is invalid" };
    if (typeof prompt !== "string" || prompt === "") return { refusal: "prompt must not be empty" };
    if (!DURATIONS.has(duration)) return { refusal: "duration value is invalid" };
    if (!RATIOS.has(aspectRatio)) return { refusal: "aspect_ratio value is invalid" };
    if (!MODES.has(mode)) return { refusal: "mode value is invalid" };
    const asked = { model: model as string, prompt, durationS: Number(duration), aspectRatio: aspectRatio as string };
    if (!FROM_IMAGE.test(call.path)) return asked;
    const frame = frameOf(body);
    return "refusal" in frame ? frame : { ...asked, ...frame };
  },
  submitted: (id) => ({ status: 200, body: taskOf(id, "submitted") }),
  polled(id, state, videoUrl) {
    if (state.state !== "over")
      return taskOf(id, state.state === "running" && state.begun ? "processing" : "submitted");
    if (videoUrl !== undefined)
      return taskOf(id, "succeed", {
        task_result: { videos: [{ id, url: videoUrl, duration: String(state.job.durationS) }] },
        final_unit_deduction: "1",
      });
    return state.behaviour.outcome === "empty"
      ? taskOf(id, "succeed", { task_result: { videos: [] } })
      : taskOf(id, "failed", { task_status_msg: failureOf(state) });
  },
  error: ({ status, message, code }) => ({
    code: Number(code) || (CODES.get(status) ?? 5000),
    message: message ?? `Status ${status}.`,
    request_id: REQUEST_ID,
  }),
  statusOf: (status) => (status === 422 ? 400 : status),
};
