import { type Fields, wordOf } from "../json-body";
import { type FrameMistake, frameMistakeOf } from "../media/first-frame";
import { givenByUrl, textOfGiven } from "../media/given-image";
import { failureOf, type JobProvider } from "./job-format";

const JOB = /^\/v1\/tasks\/(?<id>[a-z0-9-]+)$/;
const VERSION = "2024-11-06";
const TEXT_RATIOS: ReadonlyMap<unknown, string> = new Map([
  ["1280:720", "16:9"],
  ["720:1280", "9:16"],
]);
const IMAGE_RATIOS: ReadonlyMap<unknown, string> = new Map([
  ...TEXT_RATIOS,
  ["1104:832", "4:3"],
  ["832:1104", "3:4"],
  ["960:960", "1:1"],
  ["1584:672", "21:9"],
]);
const FROM_IMAGE = "/v1/image_to_video";

/** What each of the two endpoints accepts. */
interface Endpoint {
  readonly name: string;
  readonly models: readonly unknown[];
  readonly ratios: ReadonlyMap<unknown, string>;
}

const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map([
  ["/v1/text_to_video", { name: "text to video", models: ["gen4.5"], ratios: TEXT_RATIOS }],
  [FROM_IMAGE, { name: "image to video", models: ["gen4.5", "gen4_turbo"], ratios: IMAGE_RATIOS }],
]);
const FIELDS: ReadonlySet<string> = new Set([
  "model",
  "promptText",
  "ratio",
  "duration",
  "seed",
  "contentModeration",
  "outputFormat",
  "proresProfile",
]);
const [SHORTEST_S, LONGEST_S] = [2, 10];
const MAX_PROMPT_UNITS = 1000;
const MADE_AT = "2026-01-01T00:00:00Z";

const taskOf = (id: string, status: string, rest: object = {}): object => ({ id, status, createdAt: MADE_AT, ...rest });

const durationProblem = (duration: unknown): string | undefined =>
  Number.isInteger(duration) && (duration as number) >= SHORTEST_S && (duration as number) <= LONGEST_S
    ? undefined
    : `duration must be an integer from ${SHORTEST_S} to ${LONGEST_S}`;

const FRAME_WORDS: Readonly<Record<FrameMistake, string>> = {
  type: "has an unsupported content type",
  content: "is not an HTTPS URL or a data URI with an image",
  length: "exceeds the size limit of 5MB for data URIs",
  side: "is too small",
  shape: "must have an aspect ratio between 0.5 and 2",
};
const MAX_DATA_URI = 5 * 1024 * 1024;

/** The simulator fetches nothing. */
const frameMistake = (promptImage: unknown): FrameMistake | undefined => {
  const image = givenByUrl(wordOf(promptImage));
  if (image === undefined) return "content";
  return wordOf(promptImage).length > MAX_DATA_URI ? "length" : frameMistakeOf(image, { maxRatio: 2 });
};

/** An endpoint's error for an invalid body, after the checks of version and model. */
const bodyProblem = (body: Fields, path: string): string | undefined => {
  const { promptText, promptImage } = body;
  const unknown = Object.keys(body).find(
    (field) => !FIELDS.has(field) && !(field === "promptImage" && path === FROM_IMAGE),
  );
  if (typeof promptText !== "string" || promptText === "" || promptText.length > MAX_PROMPT_UNITS)
    return `promptText must be from 1 to ${MAX_PROMPT_UNITS} characters`;
  const problem = durationProblem(body["duration"]);
  if (problem !== undefined) return problem;
  if (unknown !== undefined) return `${unknown} is not a known field`;
  const found = path === FROM_IMAGE ? frameMistake(promptImage) : undefined;
  return found && `promptImage ${FRAME_WORDS[found]}`;
};

/** Runway's tasks from text and from an image for its own models, which accept a fixed set of fields. */
export const runway: JobProvider = {
  match(method, path) {
    if (method === "POST" && ENDPOINTS.has(path)) return { call: "submit", model: "" };
    const id = JOB.exec(path)?.groups?.["id"];
    if (id === undefined) return undefined;
    if (method === "GET") return { call: "poll", id };
    return method === "DELETE" ? { call: "cancel", id } : undefined;
  },
  readSubmit(body, _model, call) {
    const { model, promptText, promptImage, ratio, duration } = body;
    const { name = "", models = [], ratios = TEXT_RATIOS } = ENDPOINTS.get(call.path) ?? {};
    const aspectRatio = ratios.get(ratio);
    if (call.header("x-runway-version") !== VERSION)
      return { refusal: "The X-Runway-Version header is missing or unknown" };
    if (!models.includes(model)) return { refusal: `model is not available for ${name}` };
    if (aspectRatio === undefined) return { refusal: `ratio must be one of ${[...ratios.keys()].join(", ")}` };
    const problem = bodyProblem(body, call.path);
    if (problem !== undefined) return { refusal: problem };
    const image = givenByUrl(wordOf(promptImage));
    return {
      model: wordOf(model),
      prompt: wordOf(promptText),
      durationS: Number(duration),
      aspectRatio,
      ...(image === undefined ? {} : { given: textOfGiven([image]) }),
    };
  },
  submitted: (id) => ({ status: 200, body: { id, estimatedCost: { credits: 60 } } }),
  polled(id, state, videoUrl) {
    if (state.state === "running")
      return taskOf(id, state.begun ? "RUNNING" : "PENDING", {
        estimatedCost: { credits: 60 },
        ...(state.begun ? { progress: 0.5 } : {}),
      });
    if (state.state === "cancelled") return taskOf(id, "CANCELLED", { cost: { credits: 0 } });
    if (videoUrl !== undefined) return taskOf(id, "SUCCEEDED", { output: [videoUrl], cost: { credits: 60 } });
    if (state.behaviour.outcome === "empty") return taskOf(id, "SUCCEEDED", { output: [], cost: { credits: 60 } });
    return taskOf(id, "FAILED", {
      failure: failureOf(state),
      failureCode: state.behaviour.outcome === "filtered" ? "SAFETY.INPUT.TEXT" : "INTERNAL",
      cost: { credits: 0 },
    });
  },
  cancelled: () => ({ status: 204, body: undefined }),
  error: ({ status, message }) => ({ error: message ?? `Status ${status}.` }),
};
