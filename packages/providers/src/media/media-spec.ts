import type { Target, WireRequest } from "../target";

/** The interface of a family for images and video. Again pure functions; `media-client.ts` does the input and output. */

/** An image in a call. */
export interface InputImage {
  readonly bytes: Buffer;
  /** `image/png`, `image/jpeg` or `image/webp`. */
  readonly contentType: string;
}

export interface ImageCall {
  readonly prompt: string;
  /** From 1 to the protocol's `maxPerCall`. */
  readonly count: number;
  /** `<width>x<height>`. Default: the model's own. */
  readonly size?: string;
  /** A quality that the model has a price for: `standard`, `hd`, or another name that its provider uses. */
  readonly quality?: string;
  readonly user?: string;
  /** Images to edit or to use as references, in the order in which the prompt refers to them. At least one. */
  readonly inputs?: readonly InputImage[];
  /** A PNG whose transparent parts are where the first of `inputs` may change. */
  readonly mask?: InputImage;
}

/** What a target accepts when it edits images. */
export interface ImageEdits {
  readonly mask: boolean;
}

export type MadeImage =
  | { readonly kind: "bytes"; readonly bytes: Buffer; readonly contentType: string }
  | { readonly kind: "url"; readonly url: string };

export interface ImageAnswer {
  /** May be fewer than requested, because images that a filter removed are missing. */
  readonly images: readonly MadeImage[];
  /** The provider's reason for missing images. */
  readonly missing?: string;
}

export interface ImageProtocol {
  /** Most images of one request. More are made by several requests. */
  maxPerCall(target: Target): number;
  /** Undefined or absent if the target can't edit images. `toRequest` gets only calls that it accepts. */
  edits?(target: Target): ImageEdits | undefined;
  toRequest(call: ImageCall, target: Target): WireRequest;
  /** Throws ProviderError if the body is an error, or if a filter removed all images (`content_policy`). */
  fromAnswer(body: unknown, call: ImageCall, target: Target): ImageAnswer;
}

export interface VideoCall {
  readonly prompt: string;
  /** A duration that the model offers. */
  readonly durationS: number;
  /** `16:9`. Default: that of `firstFrame`, or the model's own. */
  readonly aspectRatio?: string;
  /** The image with which the video begins. */
  readonly firstFrame?: InputImage;
}

/** The answer of a poll. Only the last two states end a job. */
export type VideoState =
  | { readonly state: "running" }
  /**
   * The outcome needs one more request. Its answer goes to `fromPoll` again, with `handle` if there is one.
   */
  | { readonly state: "next"; readonly request: WireRequest; readonly handle?: string }
  | { readonly state: "completed"; readonly video: MadeVideo }
  /**
   * Definitely no video, with the provider's message: an error of the job, a filter, a success without a video, or a
   * cancellation.
   */
  | { readonly state: "failed"; readonly message: string; readonly cancelled?: true };

export interface MadeVideo {
  readonly url: string;
  /** Headers of the download, including our key. They are sent only to the provider's own origin. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the address itself contains one of our keys, and must not leave the system. */
  readonly holdsKey?: true;
  /** Time until the provider deletes the file, in milliseconds from now; absent if the provider does not say. */
  readonly lifetimeMs?: number;
}

export interface VideoProtocol {
  /** Shortest time between two polls of one job, in milliseconds. */
  readonly pollIntervalMs: number;
  /** Largest answer about a job, in bytes. Default: the limit for answers that have only the state of the job. */
  readonly maxAnswerBytes?: number;
  /** Absent if no target does. `toSubmit` gets only calls whose image the target accepts. */
  takesFirstFrame?(target: Target): boolean;
  /**
   * The endpoint that makes the video, if that may differ from the target's model. One may be gone or busy while the
   * other is not.
   */
  endpointOf?(call: VideoCall, target: Target): string;
  toSubmit(call: VideoCall, target: Target): WireRequest;
  /** @returns The opaque handle: all that is needed to poll the job. Throws ProviderError. */
  fromSubmit(body: unknown, call: VideoCall, target: Target): string;
  toPoll(handle: string, target: Target): WireRequest;
  /**
   * @param status HTTP status, also of errors: a definite 404 of the job is an outcome. @param body Parsed JSON.
   * Throws ProviderError if the answer says nothing about the job.
   */
  fromPoll(status: number, body: unknown, handle: string, target: Target): VideoState;
  /**
   * Makes the token for the requests of one call, if the provider requires a short-lived token instead of our key. All
   * other functions get a target with the token as its key. @param apiKey The key from the catalog.
   */
  toToken?(apiKey: string, nowMs: number): string;
  /** Absent if the provider can't cancel a job, or does not say whether it did. */
  readonly cancel?: CancelProtocol;
  /**
   * Asks the provider to stop a job that is no longer wanted, as a best effort. Absent if `cancel` does that, or if the
   * provider can't.
   */
  toStop?(handle: string, target: Target): WireRequest;
}

export interface CancelProtocol {
  toRequest(handle: string, target: Target): WireRequest;
  /**
   * @param status HTTP status, also of errors, but never 429 or 5xx. @param body Parsed JSON; undefined if it is not JSON.
   */
  fromAnswer(status: number, body: unknown): CancelledVideo;
}

/**
 * The provider's answer to a cancel request:
 * - `cancelled`: no video is made and none is billed
 * - `asked`: the video may still be finished; polls show the outcome
 * - `refused`: the job goes on, or had ended before
 */
export type CancelledVideo = "cancelled" | "asked" | "refused";
