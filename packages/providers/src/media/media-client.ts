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
import { madeRequest } from "../requests/made-request";
import type { CallOptions, ProviderFamily } from "../spec";
import type { Target } from "../target";
import { ANSWER_LIMITS } from "../wire/answer-limits";
import { isSuccess } from "../wire/attempt";
import { MAX_ADDRESS_CHARACTERS } from "../wire/file-address";
import { parseJsonAnswer } from "../wire/json-answer";
import type { HttpRequest } from "../wire/large-body";
import { type WholeAnswer, type WholeAnswerOptions, readWholeAnswer } from "../wire/plain-answer";
import { readRetryAfterMs } from "../wire/retry-after";

/** A poll's outcome. */
export type PolledVideo = Exclude<VideoState, { readonly state: "next" }>;

/** Images and video of a family, made callable. Every failure is a ProviderError. */
export interface MediaClient {
  /** Images one call can make. */
  maxImagesPerCall(target: Target): number;
  /** What an edit of images may give there. Undefined: none are edited. */
  edits(target: Target): ImageEdits | undefined;
  /** At least one image, no more than asked for. */
  makeImages(call: ImageCall, target: Target, options: CallOptions): Promise<ImageAnswer>;
  /** Whether a video may begin with an image there. */
  takesFirstFrame(target: Target): boolean;
  /** What is asked for a video: the target's model, or an endpoint that the provider has beside it. */
  endpointOf(call: VideoCall, target: Target): string;
  /** @returns The opaque handle: all that is needed to find the job again. */
  submitVideo(call: VideoCall, target: Target, options: CallOptions): Promise<string>;
  /** Shortest time between two polls of one job. */
  pollIntervalMs(): number;
  /** Rejects where the answer says nothing of the job: that ends none. */
  pollVideo(handle: string, target: Target, options: CallOptions): Promise<PolledVideo>;
  /** @returns Undefined where the provider can't. Rejects where its answer says nothing. */
  cancelVideo(handle: string, target: Target, options: CallOptions): Promise<CancelledVideo | undefined>;
  /**
   * Tells the provider, where it can be told, that nobody wants the job any more. Rejects where it does not take that.
   */
  stopVideo(handle: string, target: Target, options: CallOptions): Promise<void>;
}

/** Requests of one poll: the longest protocol asks for the status, the result and the file. */
const MAX_POLL_REQUESTS = 3;

/** @returns Undefined for what is no JSON: the status may say enough. */
const cancelBodyOf = (text: string): unknown => {
  try {
    return parseJsonAnswer(text);
  } catch {
    return undefined;
  }
};

/** Whether an answer with this status says what becomes of a cancel. */
const saysOfCancel = (status: number): boolean => status < 500 && status !== 429;

const withRetryAfter = (error: ProviderError, retryAfterMs: number | undefined): ProviderError =>
  retryAfterMs === undefined || error.retryAfterMs !== undefined ? error : error.with({ retryAfterMs }, error.cause);

/** What is too long to be searched is not fetched either. */
const mayHoldSecret = (url: string, secrets: readonly string[]): boolean =>
  url.length > MAX_ADDRESS_CHARACTERS || holdsSecret(url, secrets);

/** A poll's outcome as it may be told and stored. */
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

/** What was not asked for is left out, and so not charged. */
const keptImages = ({ images, missing }: ImageAnswer, call: ImageCall, target: Target): ImageAnswer => ({
  images: images.slice(0, call.count),
  ...(missing === undefined ? {} : { missing: scrub(missing, secretsOf(target)) }),
});

/** A protocol would pass over what it does not know, and make an image of the prompt alone. */
const refuseInputs = ({ inputs, mask }: ImageCall, edits: ImageEdits | undefined): void => {
  if (inputs !== undefined && edits === undefined)
    throw invalidCall("image", "this provider edits no images with this model over this gateway.");
  if (mask !== undefined && edits?.mask !== true)
    throw invalidCall("mask", "this provider takes no mask with this model over this gateway.");
};

/** The same of a video. */
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

  /** @param isGood Which statuses are answers; 2xx if absent. With any other it is rejected. */
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

  /** Asks for a video, or about one. */
  const askForJob = (
    request: HttpRequest,
    target: Target,
    options: CallOptions,
    isGood?: (status: number) => boolean,
  ): Promise<WholeAnswer> =>
    ask(request, target, options, { isGood, maxBytes: videos().maxAnswerBytes ?? ANSWER_LIMITS.videoBytes });

  const edits = new WeakMap<ImageCall, WeakMap<Target, HttpRequest>>();
  /** The body of an edit is larger than all that it is made of, so it is kept for the further attempts of its call. */
  const imageRequest = (protocol: ImageProtocol, call: ImageCall, target: Target): HttpRequest => {
    const known = edits.get(call)?.get(target);
    if (known !== undefined) return known;
    const request = madeRequest(() => protocol.toRequest(call, target));
    if (call.inputs !== undefined) edits.set(call, (edits.get(call) ?? new WeakMap()).set(target, request));
    return request;
  };

  /** Runs a call with every failure a ProviderError without our keys. */
  const guarded = async <Answer>(target: Target, run: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await run();
    } catch (error) {
      throw scrubbedError(asProviderError(error), target);
    }
  };

  /** The target as the family's protocol of video takes it. */
  const withToken = (target: Target): Target => {
    const { apiKey } = target;
    return apiKey === undefined || family.videos?.toToken === undefined
      ? target
      : { ...target, apiKey: family.videos.toToken(apiKey, clock.nowMs()) };
  };

  /**
   * The same, of a call about a video.
   * @param run Is given the target with its token, which leaves in no failure either; nor does the image.
   */
  const guardedVideo = async <Answer>(target: Target, run: (keyed: Target) => Promise<Answer>): Promise<Answer> =>
    guarded(target, async () => {
      const keyed = withToken(target);
      return guarded(keyed, () => run(keyed)).catch((error: unknown) => {
        throw error instanceof ProviderError ? withoutImages(error) : error;
      });
    });

  /** What an answer to a poll says of the job. One that is no JSON is from something between us and the provider. */
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
        // Not kept for further attempts: each goes to another provider, or with another key.
        const request = madeRequest(() => protocol.toSubmit(call, keyed));
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
