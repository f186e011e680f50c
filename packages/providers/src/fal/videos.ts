import { CANCELLED, cancelled, failed, isGone, NO_REASON, NO_VIDEO } from "../media/job-answer";
import { isSuccess } from "../wire/attempt";
import { malformed } from "../answers/answer-failures";
import { fieldsOf, textOf } from "../json-fields";
import type { CancelledVideo, VideoProtocol, VideoState } from "../media/media-spec";
import { ProviderError } from "../provider-error";
import type { Target } from "../target";
import { errorFactsOf, toError } from "../errors/detail-errors";
import { type FalHandle, checkedHandle, formatHandle, parseHandle } from "./handle";
import { queueUrl, toPost, toRequest } from "./request";
import { quirksOf } from "./quirks";
import { endpointOf, toVideoInput } from "./video-input";

const POLL_INTERVAL_MS = 2_000;

/** The status of the result if a running model was stopped by a cancellation. */
const RUNNER_CANCELLED = 499;

const fromStatus = (status: number, body: unknown, handle: FalHandle, target: Target): VideoState => {
  if (isGone(status)) return failed(errorFactsOf(status, body).message);
  if (!isSuccess(status)) throw toError(status, body);
  const fields = fieldsOf(body);
  switch (fields["status"]) {
    case "IN_QUEUE":
    case "IN_PROGRESS":
      return { state: "running" };
    case "COMPLETED": {
      const failure = textOf(fields["error"]);
      const over: FalHandle = { ...handle, over: true, ...(failure === "" ? {} : { failure }) };
      return {
        state: "next",
        request: toRequest("GET", handle.responseUrl, target),
        handle: formatHandle(over, target),
      };
    }
    case "CANCELLED":
    case "CANCELED":
      return cancelled(textOf(fields["error"]) || CANCELLED);
    case "FAILED":
    case "ERROR":
      return failed(textOf(fields["error"]) || NO_REASON);
    default:
      throw malformed("The provider's queue returned no status of the job.");
  }
};

/** `COMPLETED` only means that there is a result, which may be the model's error. */
const fromResult = (status: number, body: unknown, { failure }: FalHandle): VideoState => {
  if (isSuccess(status)) {
    const url = textOf(fieldsOf(fieldsOf(body)["video"])["url"]);
    return url === "" ? failed(failure ?? NO_VIDEO) : { state: "completed", video: { url } };
  }
  const facts = errorFactsOf(status, body);
  if (status === RUNNER_CANCELLED) return cancelled(facts.message);
  if (/still in progress/i.test(facts.message)) return { state: "running" };
  if (isGone(status) || facts.kind === "rejected" || facts.kind === "content_policy") return failed(facts.message);
  // A 5xx alone may be a failure to fetch the result. If the status reported a failure too, the job has failed.
  if (failure !== undefined && status >= 500) return failed(failure);
  throw new ProviderError(facts);
};

/**
 * A queued job is removed from the queue. A running model is only asked to stop, so its video may still be finished.
 */
const fromCancel = (status: number, body: unknown): CancelledVideo => {
  if (!isSuccess(status)) return "refused";
  return fieldsOf(body)["status"] === "OK" ? "cancelled" : "asked";
};

/** fal's queue: submit, status, result, cancel. */
export const falVideos: VideoProtocol = {
  pollIntervalMs: POLL_INTERVAL_MS,
  takesFirstFrame: (target) => quirksOf(target).firstFrame !== undefined,
  endpointOf,
  toSubmit: (call, target) =>
    toPost(`${queueUrl(target)}/${endpointOf(call, target)}`, toVideoInput(call, target), target),
  fromSubmit(body, _call, target) {
    const fields = fieldsOf(body);
    const [statusUrl, responseUrl, cancelUrl] = [
      fields["status_url"],
      fields["response_url"],
      fields["cancel_url"],
    ].map(textOf);
    if (!statusUrl || !responseUrl || !cancelUrl)
      throw malformed("The provider's queue accepted the job but returned no addresses of it.");
    return formatHandle(checkedHandle({ statusUrl, responseUrl, cancelUrl }, target), target);
  },
  toPoll: (handle, target) => toRequest("GET", parseHandle(handle, target).statusUrl, target),
  fromPoll(status, body, text, target) {
    const handle = parseHandle(text, target);
    return handle.over === true ? fromResult(status, body, handle) : fromStatus(status, body, handle, target);
  },
  cancel: {
    toRequest: (handle, target) => toRequest("PUT", parseHandle(handle, target).cancelUrl, target),
    fromAnswer: fromCancel,
  },
};
