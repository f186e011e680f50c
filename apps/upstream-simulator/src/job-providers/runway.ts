import { failureOf, type JobProvider } from "./job-format";

const JOB = /^\/v1\/tasks\/(?<id>[a-z0-9-]+)$/;
const VERSION = "2024-11-06";
const RATIOS: ReadonlyMap<unknown, string> = new Map([
  ["1280:720", "16:9"],
  ["720:1280", "9:16"],
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

/** Runway's text-to-video tasks for gen4.5, which accepts a fixed set of fields. */
export const runway: JobProvider = {
  name: "runway",
  match(method, path) {
    if (method === "POST" && path === "/v1/text_to_video") return { call: "submit", model: "" };
    const id = JOB.exec(path)?.groups?.["id"];
    if (id === undefined) return undefined;
    if (method === "GET") return { call: "poll", id };
    return method === "DELETE" ? { call: "cancel", id } : undefined;
  },
  readSubmit(body, _model, call) {
    const { model, promptText, ratio, duration } = body;
    const unknown = Object.keys(body).find((field) => !FIELDS.has(field));
    const aspectRatio = RATIOS.get(ratio);
    if (call.header("x-runway-version") !== VERSION)
      return { refusal: "The X-Runway-Version header is missing or unknown" };
    if (model !== "gen4.5") return { refusal: "model is not available for text to video" };
    if (typeof promptText !== "string" || promptText === "" || promptText.length > MAX_PROMPT_UNITS)
      return { refusal: `promptText must be from 1 to ${MAX_PROMPT_UNITS} characters` };
    if (aspectRatio === undefined) return { refusal: "ratio must be one of 1280:720, 720:1280" };
    const problem =
      durationProblem(duration) ?? (unknown === undefined ? undefined : `${unknown} is not a known field`);
    return problem === undefined
      ? { model, prompt: promptText, durationS: duration as number, aspectRatio }
      : { refusal: problem };
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
