import { familyPart } from "../family-part";
import { asProviderError, malformed } from "../answers/answer-failures";
import type { ProviderClientOptions } from "../client";
import type {
  CancelledVideo,
  ImageAnswer,
  ImageCall,
  ImageEdits,
  ImageProtocol,
  VideoCall,
  VideoState,
} from "./media-spec";
import { withExactIds } from "./exact-ids";
import { createErrorReader } from "../errors/error-reader";
import { withoutImages, withoutQuotedImages } from "../errors/quoted-images";
import { holdsSecret, scrub, scrubbedError, secretsOf } from "../errors/scrub";
import { ProviderError } from "../provider-error";
import { invalidCall } from "../requests/invalid-call";
import { buildRequest } from "../requests/build-request";
import type { CallOptions, ProviderFamily } from "../spec";
import type { Target } from "../target";
import { ANSWER_LIMITS } from "../wire/answer-limits";
import { isSuccess } from "../wire/attempt";
import { MAX_ADDRESS_CHARACTERS } from "../wire/file-address";
import { parseJsonAnswer } from "../wire/json-answer";
import type { HttpRequest } from "../wire/large-body";
import { type WholeAnswer, type WholeAnswerOptions, readWholeAnswer } from "../wire/plain-answer";
import { readRetryAfterMs } from "../wire/retry-after";

/** The outcome of a poll. */
export type PolledVideo = Exclude<VideoState, { readonly state: "next" }>;

/** The client of a family for images and video. Every failure is a ProviderError. */
export interface MediaClient {
  /** Most images of one request. */
  maxImagesPerCall(target: Target): number;
  /** What the target accepts when it edits images; undefined if it can't. */
  edits(target: Target): ImageEdits | undefined;
  /** @returns At least one image, and no more than requested. */
  makeImages(call: ImageCall, target: Target, options: CallOptions): Promise<ImageAnswer>;
  /** Whether a video of the target may begin with an image. */
  takesFirstFrame(target: Target): boolean;
  /** The endpoint that makes the video: the target's model, or another endpoint of the provider. */
  endpointOf(call: VideoCall, target: Target): string;
  /** @returns The opaque handle: all that is needed to poll the job. */
  submitVideo(call: VideoCall, target: Target, options: CallOptions): Promise<string>;
  /** Shortest time between two polls of one job, in milliseconds. */
  pollIntervalMs(): number;
  /** Rejects if the answer says nothing about the job, which then goes on. */
  pollVideo(handle: string, target: Target, options: CallOptions): Promise<PolledVideo>;
  /** @returns Undefined if the provider can't cancel jobs. Rejects if its answer says nothing about the cancellation. */
  cancelVideo(handle: string, target: Target, options: CallOptions): Promise<CancelledVideo | undefined>;
  /**
   * Asks the provider to stop a job that is no longer wanted, if it can. Rejects if the provider does not accept that.
   */
  stopVideo(handle: string, target: Target, options: CallOptions): Promise<void>;
}

/** Most requests of one poll: the longest protocol reads the status, the result and the file. */
const MAX_POLL_REQUESTS = 3;

/** @returns Undefined if the text is not JSON. The status may be enough. */
const cancelBodyOf = (text: string): unknown => {
  try {
    return parseJsonAnswer(text);
  } catch {
    return undefined;
  }
};

/** Whether an answer with this status tells the outcome of a cancel request. */
const saysOfCancel = (status: number): boolean => status < 500 && status !== 429;

const withRetryAfter = (error: ProviderError, retryAfterMs: number | undefined): ProviderError =>
  retryAfterMs === undefined || error.retryAfterMs !== undefined ? error : error.with({ retryAfterMs }, error.cause);

/** Whether a URL may contain a secret. One that is too long to be searched is not fetched either. */
const mayHoldSecret = (url: string, secrets: readonly string[]): boolean =>
  url.length > MAX_ADDRESS_CHARACTERS || holdsSecret(url, secrets);

/** The outcome of a poll without our secrets, so that it may be returned and stored. */
const scrubbedState = (state: PolledVideo, secrets: readonly string[]): PolledVideo => {
  switch (state.state) {
    case "running":
      return state;
    case "failed":
      return { ...state, message: scrub(withoutQuotedImages(state.message), secrets) };
    case "completed":
      return mayHoldSecret(state.video.url, secrets) ? { ...state, video: { ...state.video, holdsKey: true } } : state;
  }
};

/** Drops images that were not requested, so that they are not charged. */
const keptImages = ({ images, missing }: ImageAnswer, call: ImageCall, target: Target): ImageAnswer => ({
  images: images.slice(0, call.count),
  ...(missing === undefined ? {} : { missing: scrub(missing, secretsOf(target)) }),
});

/** Rejects inputs that the target does not accept: a protocol would ignore them and use only the prompt. */
const refuseInputs = ({ inputs, mask }: ImageCall, edits: ImageEdits | undefined): void => {
  if (inputs !== undefined && edits === undefined)
    throw invalidCall("image", "this provider edits no images with this model over this gateway.");
  if (mask !== undefined && edits?.mask !== true)
    throw invalidCall("mask", "this provider takes no mask with this model over this gateway.");
};

/** The same for a video. */
const refuseFirstFrame = ({ firstFrame }: VideoCall, isTaken: boolean): void => {
  if (firstFrame !== undefined && !isTaken)
    throw invalidCall(
      "input_reference",
      "this provider makes no video from an image with this model over this gateway.",
    );
};

export const createMediaClient = (family: ProviderFamily, { http, clock }: ProviderClientOptions): MediaClient => {
  const images = () => familyPart(family.images, family, "images");
  const videos = () => familyPart(family.videos, family, "video");

  const editsOf = (target: Target): ImageEdits | undefined => family.images?.edits?.(target);
  const takesFirstFrame = (target: Target): boolean => family.videos?.takesFirstFrame?.(target) === true;

  const readError = createErrorReader(family, clock);

  /** @param isGood Which statuses are answers. Default: 2xx. It rejects for any other. */
  const ask = (
    request: HttpRequest,
    target: Target,
    { limits, signal }: CallOptions,
    { isGood, maxBytes }: Pick<WholeAnswerOptions, "isGood" | "maxBytes">,
  ): Promise<WholeAnswer> =>
    readWholeAnswer({
      http,
      clock,
      request,
      limits,
      signal,
      maxBytes,
      isGood,
      toError: (status, headers, text) => readError(target, status, headers, text),
    });

  /** Sends a request that submits a video job or is about one. */
  const askForJob = (
    request: HttpRequest,
    target: Target,
    options: CallOptions,
    isGood?: (status: number) => boolean,
  ): Promise<WholeAnswer> =>
    ask(request, target, options, { isGood, maxBytes: videos().maxAnswerBytes ?? ANSWER_LIMITS.videoBytes });

  const edits = new WeakMap<ImageCall, WeakMap<Target, HttpRequest>>();
  /** The request, which is cached for further attempts: the body of an edit is larger than everything it is made of. */
  const imageRequest = (protocol: ImageProtocol, call: ImageCall, target: Target): HttpRequest => {
    const known = edits.get(call)?.get(target);
    if (known !== undefined) return known;
    const request = buildRequest(() => protocol.toRequest(call, target));
    if (call.inputs !== undefined) edits.set(call, (edits.get(call) ?? new WeakMap()).set(target, request));
    return request;
  };

  /** Runs a call and turns every failure into a ProviderError without our keys. */
  const guarded = async <Answer>(target: Target, run: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await run();
    } catch (error) {
      throw scrubbedError(asProviderError(error), target);
    }
  };

  /** The target with a token in place of its key, if the family's video protocol uses tokens. */
  const withToken = (target: Target): Target => {
    const { apiKey } = target;
    return apiKey === undefined || family.videos?.toToken === undefined
      ? target
      : { ...target, apiKey: family.videos.toToken(apiKey, clock.nowMs()) };
  };

  /**
   * The same for a call about a video.
   * @param run Gets the target with its token. Failures contain neither the token nor the image.
   */
  const guardedVideo = async <Answer>(target: Target, run: (keyed: Target) => Promise<Answer>): Promise<Answer> =>
    guarded(target, async () => {
      const keyed = withToken(target);
      return guarded(keyed, () => run(keyed)).catch((error: unknown) => {
        throw error instanceof ProviderError ? withoutImages(error) : error;
      });
    });

  /** Reads the answer of a poll. An answer that is not JSON comes from a proxy between us and the provider. */
  const readPoll = (answer: WholeAnswer, handle: string, target: Target): VideoState => {
    let body: unknown;
    try {
      body = parseJsonAnswer(withExactIds(answer.text));
    } catch (error) {
      const { status, headers, text } = answer;
      throw isSuccess(status) ? error : readError(target, status, headers, text);
    }
    try {
      return videos().fromPoll(answer.status, body, handle, target);
    } catch (error) {
      throw error instanceof ProviderError
        ? withRetryAfter(error, readRetryAfterMs(answer.headers, clock.nowMs()))
        : error;
    }
  };

  return {
    maxImagesPerCall: (target) => images().maxPerCall(target),
    edits: editsOf,
    makeImages: (call, target, options) =>
      guarded(target, async () => {
        const protocol = images();
        refuseInputs(call, editsOf(target));
        const { text } = await ask(imageRequest(protocol, call, target), target, options, {
          maxBytes: ANSWER_LIMITS.imagesBytes,
        });
        const answer = protocol.fromAnswer(parseJsonAnswer(text), call, target);
        if (answer.images.length === 0) throw malformed("The provider's answer holds no image.");
        return keptImages(answer, call, target);
      }),
    takesFirstFrame,
    endpointOf: (call, target) => family.videos?.endpointOf?.(call, target) ?? target.model,
    submitVideo: (call, target, options) =>
      guardedVideo(target, async (keyed) => {
        const protocol = videos();
        refuseFirstFrame(call, takesFirstFrame(keyed));
        // Not cached for further attempts, since each goes to another provider or has another key.
        const request = buildRequest(() => protocol.toSubmit(call, keyed));
        const { text } = await askForJob(request, keyed, options);
        return protocol.fromSubmit(parseJsonAnswer(text), call, keyed);
      }),
    pollIntervalMs: () => videos().pollIntervalMs,
    pollVideo: (handle, target, options) =>
      guardedVideo(target, async (keyed) => {
        let request = videos().toPoll(handle, keyed);
        let readWith = handle;
        for (let requests = 0; requests < MAX_POLL_REQUESTS; requests += 1) {
          const state = readPoll(await askForJob(request, keyed, options, () => true), readWith, keyed);
          if (state.state !== "next") return scrubbedState(state, [...secretsOf(target), ...secretsOf(keyed)]);
          request = state.request;
          readWith = state.handle ?? readWith;
        }
        throw malformed("The provider's answers about the video are inconsistent.");
      }),
    cancelVideo: (handle, target, options) =>
      guardedVideo(target, async (keyed) => {
        const protocol = videos().cancel;
        if (protocol === undefined) return undefined;
        const { status, text } = await askForJob(protocol.toRequest(handle, keyed), keyed, options, saysOfCancel);
        return protocol.fromAnswer(status, cancelBodyOf(text));
      }),
    stopVideo: (handle, target, options) =>
      guardedVideo(target, async (keyed) => {
        const protocol = videos();
        const request = protocol.toStop?.(handle, keyed) ?? protocol.cancel?.toRequest(handle, keyed);
        if (request === undefined) return;
        await askForJob(request, keyed, options);
      }),
  };
};
