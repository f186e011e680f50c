import { malformed } from "../answers/answer-failures";
import { failed, isGone, NO_VIDEO } from "../media/job-answer";
import { countOf, type Fields, fieldsOf, listOf, textOf } from "../json-fields";
import { isSuccess } from "../wire/attempt";
import { aspectRatioOf } from "../media/aspect-ratio";
import { isOwnOrigin } from "../media/own-origin";
import type { InputImage, MadeVideo, VideoCall, VideoProtocol, VideoState } from "../media/media-spec";
import { ProviderError } from "../provider-error";
import type { Target } from "../target";
import { toErrorFacts } from "./errors";
import { KEY_HEADER, rootOf, toHeaders, urlOf } from "./to-request";

const POLL_INTERVAL_MS = 5_000;
/** Google keeps a file for two days. */
const FILE_LIFETIME_MS = 48 * 60 * 60 * 1_000;

/** `models/{model}/operations/{id}`, of bounded length, and without segments that could leave this path. */
const OPERATION = /^(?=.{1,512}$)[\w-]+(?:\/[\w.-]*[\w-])+$/;

/** The ratios that all Veo models support. */
const RATIOS = ["16:9", "9:16"] as const;

const OPERATION_GONE = "The provider no longer knows the job.";

const toVideo = (uri: string, target: Target): MadeVideo => ({
  url: uri,
  lifetimeMs: FILE_LIFETIME_MS,
  ...(isOwnOrigin(uri, target) ? { headers: fileHeaders(target) } : {}),
});

const fileHeaders = ({ apiKey, headers }: Target): Record<string, string> => ({
  ...(apiKey === undefined ? {} : { [KEY_HEADER]: apiKey }),
  ...headers,
});

/** @returns Empty if the operation has no error: absent or null. */
const errorOf = ({ error }: Fields): string => {
  if (error === undefined || error === null) return "";
  const { message, code } = fieldsOf(error);
  return textOf(message) || `The provider failed (code ${typeof code === "number" ? code : "unknown"}).`;
};

const fromDone = (operation: Fields, target: Target): VideoState => {
  const error = errorOf(operation);
  if (error !== "") return failed(error);
  const {
    generatedSamples,
    raiMediaFilteredReasons: reasons,
    raiMediaFilteredCount: filtered,
  } = fieldsOf(fieldsOf(operation["response"])["generateVideoResponse"]);
  const uri = textOf(fieldsOf(listOf(generatedSamples)[0]?.["video"])["uri"]);
  if (uri !== "") return { state: "completed", video: toVideo(uri, target) };
  const reason = Array.isArray(reasons) ? reasons.filter((one) => typeof one === "string").join(" ") : "";
  return failed(reason || (countOf(filtered) > 0 ? "The provider's filter took the video away." : NO_VIDEO));
};

const toImage = ({ bytes, contentType }: InputImage): object => ({
  bytesBase64Encoded: bytes.toString("base64"),
  mimeType: contentType,
});

const toBody = (call: VideoCall): object => ({
  instances: [{ prompt: call.prompt, image: call.firstFrame && toImage(call.firstFrame) }],
  parameters: { durationSeconds: call.durationS, aspectRatio: aspectRatioOf(call, RATIOS) },
});

/** Veo over the Gemini API: a long-running operation, which is polled until it is done and can't be cancelled. */
export const googleVideos: VideoProtocol = {
  pollIntervalMs: POLL_INTERVAL_MS,
  takesFirstFrame: () => true,
  toSubmit: (call, target) => ({
    method: "POST",
    url: urlOf(target, "predictLongRunning"),
    headers: toHeaders(target, "application/json"),
    body: JSON.stringify(toBody(call)),
  }),
  fromSubmit(body) {
    const name = textOf(fieldsOf(body)["name"]);
    if (!OPERATION.test(name)) throw malformed("The provider accepted the job but returned no operation.");
    return name;
  },
  toPoll: (handle, target) => ({
    method: "GET",
    url: `${rootOf(target)}/${handle}`,
    headers: toHeaders(target, "application/json"),
  }),
  fromPoll(status, body, _handle, target) {
    const operation = fieldsOf(body);
    if (isGone(status)) return failed(textOf(fieldsOf(operation["error"])["message"]) || OPERATION_GONE);
    if (!isSuccess(status)) throw new ProviderError(toErrorFacts(status, JSON.stringify(body)));
    return operation["done"] === true ? fromDone(operation, target) : { state: "running" };
  },
};
