import type { Target, WireRequest } from "../target";

/** What a provider family has to say about images and video: pure functions again, `media-client.ts` does the rest. */

/** An image that a call gives. */
export interface InputImage {
  readonly bytes: Buffer;
  /** `image/png`, `image/jpeg` or `image/webp`. */
  readonly contentType: string;
}

export interface ImageCall {
  readonly prompt: string;
  /** From 1 to the protocol's `maxPerCall`. */
  readonly count: number;
  /** `<width>x<height>`; absent for the model's default. */
  readonly size?: string;
  /** One that the model is priced for: `standard` or `hd`, or a word of its provider's. */
  readonly quality?: string;
  readonly user?: string;
  /** To be edited, or taken as references, in the order in which the prompt speaks of them; at least one. */
  readonly inputs?: readonly InputImage[];
  /** Where the first of `inputs` may change: its transparent parts. A PNG. */
  readonly mask?: InputImage;
}

/** What a target that edits images takes. */
export interface ImageEdits {
  readonly mask: boolean;
}

export type MadeImage =
  | { readonly kind: "bytes"; readonly bytes: Buffer; readonly contentType: string }
  | { readonly kind: "url"; readonly url: string };

export interface ImageAnswer {
  /** Maybe fewer than asked for: those a filter took away are missing. */
  readonly images: readonly MadeImage[];
  /** Why some are missing, in the provider's words. */
  readonly missing?: string;
}

export interface ImageProtocol {
  /** Images one call can make; more are made by several calls. */
  maxPerCall(target: Target): number;
  /** Undefined, or absent: the target edits no images. Calls with what it does not take do not get to `toRequest`. */
  edits?(target: Target): ImageEdits | undefined;
  toRequest(call: ImageCall, target: Target): WireRequest;
  /** Throws ProviderError where it is an error, or where a filter left nothing (`content_policy`). */
  fromAnswer(body: unknown, call: ImageCall, target: Target): ImageAnswer;
}

export interface VideoCall {
  readonly prompt: string;
  /** A length the model offers. */
  readonly durationS: number;
  /** `16:9`; absent for the model's default, or for the shape of `firstFrame`. */
  readonly aspectRatio?: string;
  /** The image that the video begins with. */
  readonly firstFrame?: InputImage;
}

/** A poll's answer. Only the last two end a job. */
export type VideoState =
  | { readonly state: "running" }
  /**
   * One more request has to be made before the outcome is known; its answer goes to `fromPoll` again, with `handle`
   * where there is one.
   */
  | { readonly state: "next"; readonly request: WireRequest; readonly handle?: string }
  | { readonly state: "completed"; readonly video: MadeVideo }
  /**
   * Definitely not made, in the provider's words: an error of the job, a filter, a success without a video, or that
   * somebody cancelled it.
   */
  | { readonly state: "failed"; readonly message: string; readonly cancelled?: true };

export interface MadeVideo {
  readonly url: string;
  /** Headers of the download, our key among them: sent to the provider's own origin alone. */
  readonly headers?: Readonly<Record<string, string>>;
  /** One of our keys is in the address itself: nobody is given it. */
  readonly holdsKey?: true;
  /** The provider forgets the file after this, milliseconds from now; absent where it tells nothing. */
  readonly lifetimeMs?: number;
}

export interface VideoProtocol {
  /** Shortest time between two polls of one job, milliseconds. */
  readonly pollIntervalMs: number;
  /** Largest answer about a job, bytes; absent for one that says no more than what becomes of it. */
  readonly maxAnswerBytes?: number;
  /** Absent: of no target. Calls with an image that the target does not take do not get to `toSubmit`. */
  takesFirstFrame?(target: Target): boolean;
  /**
   * What is asked to make a video, where that may be another of the provider's endpoints than the target's model: one
   * may be gone or busy without the other.
   */
  endpointOf?(call: VideoCall, target: Target): string;
  toSubmit(call: VideoCall, target: Target): WireRequest;
  /** @returns The opaque handle: all that is needed to find the job again. Throws ProviderError. */
  fromSubmit(body: unknown, call: VideoCall, target: Target): string;
  toPoll(handle: string, target: Target): WireRequest;
  /**
   * @param status HTTP status, success or not: a definite 404 of the job is an outcome. @param body Parsed JSON.
   * Throws ProviderError where the answer says nothing of the job.
   */
  fromPoll(status: number, body: unknown, handle: string, target: Target): VideoState;
  /**
   * What goes as our key in the requests of one call, where the provider wants a token made for the moment. All else
   * here is given a target with it in the key's place. @param apiKey As the catalog has it.
   */
  toToken?(apiKey: string, nowMs: number): string;
  /** Absent where the provider can't end a job, or gives no sign of whether it has. */
  readonly cancel?: CancelProtocol;
  /**
   * Ends a job that nobody wants any more, as well as the provider can: nothing depends on it. Absent where `cancel`
   * does that, or nothing can.
   */
  toStop?(handle: string, target: Target): WireRequest;
}

export interface CancelProtocol {
  toRequest(handle: string, target: Target): WireRequest;
  /**
   * @param status HTTP status, success or not; never 429 or 5xx. @param body Parsed JSON; undefined where it is none.
   */
  fromAnswer(status: number, body: unknown): CancelledVideo;
}

/**
 * What a provider says to a cancel:
 * - `cancelled`: it makes no video and bills none
 * - `asked`: it may still finish the video; polls tell
 * - `refused`: it goes on, or had ended the job before
 */
export type CancelledVideo = "cancelled" | "asked" | "refused";
