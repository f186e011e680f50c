import { filmOf, fileUrl, ownOrigin } from "../media/files";
import type { JobState, VideoJobs } from "../media/jobs";
import { seedOf } from "../pseudo-model/random";
import { plainAnswer, type Answer, type IncomingCall } from "../wire-format";
import { mistake, policyProblem, problemBody, type Problem } from "./problem";

/** A job's URLs contain only the owner and the app of a model, not the rest of its id. */
const linksOf = (call: IncomingCall, model: string, id: string) => {
  const app = model.split("/").slice(0, 2).join("/");
  const address = `${ownOrigin(call)}/${call.provider}/queue/${app}/requests/${id}`;
  return {
    request_id: id,
    response_url: address,
    status_url: `${address}/status`,
    cancel_url: `${address}/cancel`,
  };
};

export const submitAnswer = (call: IncomingCall, model: string, id: string): Answer => ({
  ...plainAnswer(
    200,
    JSON.stringify({ status: "IN_QUEUE", ...linksOf(call, model, id), queue_position: 0, logs: null, metrics: {} }),
  ),
  headers: { "x-fal-request-id": id },
});

const refusal = (problem: Problem): Answer => plainAnswer(problem.status, problemBody(problem));

const UNREACHABLE: Problem = { status: 503, detail: "Service temporarily unavailable" };
const UNKNOWN: Problem = { status: 404, detail: "Request not found" };
const RUNNING: Problem = { status: 400, detail: "Request is still in progress" };
const CANCELLED: Problem = { status: 499, detail: "Request cancelled by the client." };
const CRASH = "Internal Server Error";

/** @param model Its owner and app suffice. */
export const statusAnswer = (call: IncomingCall, model: string, id: string, state: JobState): Answer => {
  const links = linksOf(call, model, id);
  switch (state.state) {
    case "unreachable":
      return refusal(UNREACHABLE);
    case "unknown":
      return refusal(UNKNOWN);
    case "running":
      return plainAnswer(
        202,
        JSON.stringify({
          status: state.begun ? "IN_PROGRESS" : "IN_QUEUE",
          ...(state.begun ? { logs: null } : { queue_position: 0 }),
          ...links,
        }),
      );
    case "cancelled":
      return plainAnswer(
        200,
        JSON.stringify({ status: "COMPLETED", logs: null, metrics: {}, error: CANCELLED.detail, ...links }),
      );
    case "over":
      return plainAnswer(
        200,
        JSON.stringify({
          status: "COMPLETED",
          logs: null,
          metrics: { inference_time: 1.5 },
          ...links,
          ...(state.behaviour.outcome === "crashed"
            ? { error: state.behaviour.message ?? CRASH, error_type: "internal_error" }
            : {}),
        }),
      );
  }
};

export const resultAnswer = (call: IncomingCall, state: JobState): Answer => {
  switch (state.state) {
    case "unreachable":
      return refusal(UNREACHABLE);
    case "unknown":
      return refusal(UNKNOWN);
    case "running":
      return refusal(RUNNING);
    case "cancelled":
      return refusal(CANCELLED);
    case "over":
      break;
  }
  const { job, behaviour } = state;
  switch (behaviour.outcome) {
    case "completed": {
      const video = {
        url: fileUrl(call, behaviour.file, filmOf(job)),
        content_type: "video/mp4",
        file_name: "output.mp4",
        file_size: 1_596,
      };
      return plainAnswer(200, JSON.stringify({ video, seed: seedOf(job.prompt) }));
    }
    case "failed":
      return refusal(mistake("prompt", behaviour.message ?? "The video could not be generated.", "generation_failed"));
    case "crashed":
      return refusal({ status: 500, detail: behaviour.message ?? CRASH });
    case "filtered":
      return refusal(policyProblem(behaviour.message));
    case "empty":
      return plainAnswer(200, JSON.stringify({ video: null }));
    case "forgotten":
      return refusal(UNKNOWN);
  }
};

export const cancelAnswer = (outcome: ReturnType<VideoJobs["cancel"]>): Answer => {
  switch (outcome) {
    case "queued":
      return plainAnswer(200, JSON.stringify({ status: "OK" }));
    case "begun":
      return plainAnswer(202, JSON.stringify({ status: "CANCELLATION_REQUESTED" }));
    case "over":
      return plainAnswer(400, JSON.stringify({ status: "ALREADY_COMPLETED" }));
    case "unknown":
      return plainAnswer(404, JSON.stringify({ status: "NOT_FOUND" }));
  }
};
