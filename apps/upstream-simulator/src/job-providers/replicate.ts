import { fieldsOf } from "../json-body";
import { givenByUrl, textOfGiven } from "../media/given-image";
import { failureOf, type JobProvider } from "./job-format";

const SUBMIT = /^\/v1\/models\/(?<model>[^/]+\/[^/]+)\/predictions$/;
const JOB = /^\/v1\/predictions\/(?<id>[a-z0-9]+)(?<what>\/cancel)?$/;
/** Field names of the image that a video begins with; each model has its own. */
const FRAME_FIELDS = ["first_frame_image", "start_image", "image"];
const DEFAULT_DURATION_S = 5;
const MADE_AT = "2026-01-01T00:00:00.000Z";

const predictionOf = (id: string, status: string, rest: object = {}): object => ({
  id,
  status,
  output: null,
  error: null,
  logs: "",
  source: "api",
  data_removed: false,
  created_at: MADE_AT,
  urls: { get: `/v1/predictions/${id}`, cancel: `/v1/predictions/${id}/cancel` },
  ...rest,
});

/**
 * Replicate's predictions, for models with `prompt`, `duration` and `aspect_ratio`, and optionally an image to begin
 * with. The model reads the image after the prediction was created. The simulator fetches nothing.
 */
export const replicate: JobProvider = {
  match(method, path) {
    const model = SUBMIT.exec(path)?.groups?.["model"];
    if (method === "POST" && model !== undefined) return { call: "submit", model };
    if (method === "POST" && path === "/v1/predictions") return { call: "submit", model: "" };
    const { id, what } = JOB.exec(path)?.groups ?? {};
    if (id === undefined) return undefined;
    return what === undefined
      ? method === "GET"
        ? { call: "poll", id }
        : undefined
      : method === "POST"
        ? { call: "cancel", id }
        : undefined;
  },
  readSubmit(body, model) {
    const input = fieldsOf(body["input"]);
    const { prompt, duration = DEFAULT_DURATION_S, aspect_ratio: aspectRatio = "16:9" } = input;
    const frameField = FRAME_FIELDS.find((field) => input[field] !== undefined);
    const frame = frameField === undefined ? undefined : String(input[frameField]);
    if (model === "" && typeof body["version"] !== "string") return { refusal: "- version is required" };
    if (typeof prompt !== "string" || prompt === "") return { refusal: "- input: prompt is required" };
    if (!Number.isInteger(duration))
      return { refusal: "- input.duration: Invalid type. Expected: integer, given: string" };
    if (frame !== undefined && !URL.canParse(frame))
      return { refusal: `- input.${frameField}: Does not match format 'uri'` };
    const image = frame === undefined ? undefined : givenByUrl(frame);
    return {
      ...(image === undefined ? {} : { given: textOfGiven([image]) }),
      model: model === "" ? String(body["version"]) : model,
      prompt,
      durationS: duration as number,
      aspectRatio: String(aspectRatio),
    };
  },
  submitted: (id, { model }) => ({ status: 201, body: predictionOf(id, "starting", { model, version: "hidden" }) }),
  polled(id, state, videoUrl) {
    if (state.state === "running") return predictionOf(id, state.begun ? "processing" : "starting");
    if (state.state === "cancelled") return predictionOf(id, "canceled");
    if (videoUrl !== undefined)
      return predictionOf(id, "succeeded", { output: videoUrl, metrics: { predict_time: 1.5 } });
    return state.behaviour.outcome === "empty"
      ? predictionOf(id, "succeeded")
      : predictionOf(id, "failed", { error: failureOf(state) });
  },
  cancelled: (id) => ({ status: 200, body: predictionOf(id, "canceled") }),
  error: ({ status, message }) => ({ title: "The request failed", detail: message ?? `Status ${status}.`, status }),
};
