import { failureOf, type JobProvider } from "./job-format";

const ROOT = "/dream-machine/v1/generations";
const JOB = /^\/dream-machine\/v1\/generations\/(?<id>[a-z0-9-]+)$/;
const DURATIONS: ReadonlySet<unknown> = new Set(["5s", "9s"]);
const RATIOS: ReadonlySet<unknown> = new Set(["1:1", "16:9", "9:16", "4:3", "3:4", "21:9", "9:21"]);
const MODELS: ReadonlySet<unknown> = new Set(["ray-2", "ray-flash-2"]);
const MADE_AT = "2026-01-01T00:00:00Z";

const generationOf = (id: string, state: string, rest: object = {}): object => ({
  id,
  generation_type: "video",
  state,
  failure_reason: null,
  created_at: MADE_AT,
  assets: null,
  ...rest,
});

/** Luma's generations of video. */
export const luma: JobProvider = {
  match(method, path) {
    if (method === "POST" && path === `${ROOT}/video`) return { call: "submit", model: "" };
    const id = JOB.exec(path)?.groups?.["id"];
    if (id === undefined) return undefined;
    if (method === "GET") return { call: "poll", id };
    return method === "DELETE" ? { call: "cancel", id } : undefined;
  },
  readSubmit({ model, prompt, duration = "5s", aspect_ratio: aspectRatio = "16:9" }) {
    if (!MODELS.has(model)) return { refusal: `Input should be 'ray-2' or 'ray-flash-2'` };
    if (typeof prompt !== "string" || prompt === "") return { refusal: "Prompt is required" };
    if (!DURATIONS.has(duration)) return { refusal: "Input should be '5s' or '9s'" };
    if (!RATIOS.has(aspectRatio)) return { refusal: "Invalid aspect ratio" };
    return {
      model: model as string,
      prompt,
      durationS: Number.parseInt(duration as string, 10),
      aspectRatio: aspectRatio as string,
    };
  },
  submitted: (id, { model }) => ({ status: 201, body: generationOf(id, "queued", { model }) }),
  polled(id, state, videoUrl) {
    if (state.state === "running") return generationOf(id, state.begun ? "dreaming" : "queued");
    if (state.state === "cancelled")
      return generationOf(id, "failed", { failure_reason: "The generation was deleted." });
    if (videoUrl !== undefined) return generationOf(id, "completed", { assets: { video: videoUrl } });
    return state.behaviour.outcome === "empty"
      ? generationOf(id, "completed", { assets: {} })
      : generationOf(id, "failed", { failure_reason: failureOf(state) });
  },
  cancelled: () => ({ status: 204, body: undefined }),
  error: ({ status, message }) => ({ detail: message ?? `Status ${status}.` }),
};
