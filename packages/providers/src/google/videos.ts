import { malformed } from "../answers/answer-failures";
import { failed, isGone, NO_VIDEO } from "../media/job-answer";
import { isSuccess } from "../wire/attempt";
import { aspectRatioOf } from "../media/aspect-ratio";
import { isOwnOrigin } from "../media/own-origin";
import type { InputImage, MadeVideo, VideoCall, VideoProtocol, VideoState } from "../media/media-spec";
import { ProviderError } from "../provider-error";
import type { Target } from "../target";
import { toErrorFacts } from "./errors";
import { KEY_HEADER, rootOf, toHeaders, urlOf } from "./to-request";

const POLL_INTERVAL_MS = 5_000;
/** A made file is kept two days. */
const FILE_LIFETIME_MS = 48 * 60 * 60 * 1_000;

/** `models/{model}/operations/{id}`, and nothing that leads elsewhere. */
const OPERATION = /^[\w-]+(?:\/[\w.-]*[\w-])+$/;

/** Those of all Veo models. */
const RATIOS = ["16:9", "9:16"] as const;

const OPERATION_GONE = "The provider no longer knows the job.";

interface WireOperation {
  readonly name?: unknown;
  readonly done?: boolean;
  readonly error?: { readonly code?: number; readonly message?: string };
  readonly response?: { readonly generateVideoResponse?: WireVideos };
}

interface WireVideos {
  readonly generatedSamples?: readonly { readonly video?: { readonly uri?: string } }[];
  readonly raiMediaFilteredReasons?: readonly string[];
  readonly raiMediaFilteredCount?: number;
}

const toVideo = (uri: string, target: Target): MadeVideo => ({
  url: uri,
  lifetimeMs: FILE_LIFETIME_MS,
  ...(isOwnOrigin(uri, target) ? { headers: fileHeaders(target) } : {}),
});

const fileHeaders = ({ apiKey, headers }: Target): Record<string, string> => ({
  ...(apiKey === undefined ? {} : { [KEY_HEADER]: apiKey }),
  ...headers,
});

const fromDone = ({ error, response }: WireOperation, target: Target): VideoState => {
  if (error !== undefined) return failed(error.message ?? `The provider failed (code ${error.code ?? "unknown"}).`);
  const {
    generatedSamples = [],
    raiMediaFilteredReasons = [],
    raiMediaFilteredCount = 0,
  } = response?.generateVideoResponse ?? {};
  const uri = generatedSamples[0]?.video?.uri;
  if (uri !== undefined && uri !== "") return { state: "completed", video: toVideo(uri, target) };
  if (raiMediaFilteredReasons.length > 0) return failed(raiMediaFilteredReasons.join(" "));
  return failed(raiMediaFilteredCount > 0 ? "The provider's filter took the video away." : NO_VIDEO);
};

const toImage = ({ bytes, contentType }: InputImage): object => ({
  bytesBase64Encoded: bytes.toString("base64"),
  mimeType: contentType,
});

const toBody = (call: VideoCall): object => ({
  instances: [{ prompt: call.prompt, image: call.firstFrame && toImage(call.firstFrame) }],
  parameters: { durationSeconds: call.durationS, aspectRatio: aspectRatioOf(call, RATIOS) },
});

/**
 * Veo over the Gemini API: a long-running operation that is asked for until it is done. There is no way to cancel one.
 */
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
    const name = (body as WireOperation | null)?.name;
    if (typeof name !== "string" || !OPERATION.test(name))
      throw malformed("The provider took the job and told no operation.");
    return name;
  },
  toPoll: (handle, target) => ({
    method: "GET",
    url: `${rootOf(target)}/${handle}`,
    headers: toHeaders(target, "application/json"),
  }),
  fromPoll(status, body, _handle, target) {
    const operation = (typeof body === "object" && body !== null ? body : {}) as WireOperation;
    if (isGone(status)) return failed(operation.error?.message ?? OPERATION_GONE);
    if (!isSuccess(status)) throw new ProviderError(toErrorFacts(status, JSON.stringify(body)));
    return operation.done === true ? fromDone(operation, target) : { state: "running" };
  },
};
