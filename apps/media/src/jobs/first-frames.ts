import { createFairShares } from "@cenote/core";
import type { InputImage } from "@cenote/providers";
import { JOB_LIMITS } from "./limits";

/** The image of a job until a provider has taken it or the job has ended. It is nowhere else by then. */
export interface KeptFrame {
  /** Undefined for a job without one, and once it was let go. */
  readonly image: InputImage | undefined;
  /** May be repeated. */
  letGo(): void;
}

/**
 * Bounds the memory for images of jobs that are being handed over: their callers have had their answers long before, so
 * no limit of calls under way counts them.
 */
export interface FirstFrames {
  /** @param share Whose part of the memory it takes. Errors: rate_limit_exceeded, overloaded. */
  keep(share: string, image: InputImage | undefined): KeptFrame;
}

const NO_FRAME: KeptFrame = { image: undefined, letGo: () => {} };

/** @param totalBytes One image that is larger passes where there is no other. */
export const createFirstFrames = (totalBytes: number): FirstFrames => {
  const shares = createFairShares({
    total: totalBytes,
    message: `The images of the organization's videos that no provider has accepted yet use up its share of ${totalBytes} bytes already.`,
    retryAfterMs: JOB_LIMITS.firstFrameBusyMs,
  });
  return {
    keep(share, image) {
      if (image === undefined) return NO_FRAME;
      const bytes = Math.min(image.bytes.length, totalBytes);
      shares.take(share, bytes);
      let kept: InputImage | undefined = image;
      return {
        get image() {
          return kept;
        },
        letGo() {
          if (kept === undefined) return;
          kept = undefined;
          shares.giveBack(share, bytes);
        },
      };
    },
  };
};
