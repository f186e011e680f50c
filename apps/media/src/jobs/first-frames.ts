import { createFairShares } from "@cenote/core";
import type { InputImage } from "@cenote/providers";
import { JOB_LIMITS } from "./limits";

/** The image of a job until a provider has accepted the job or the job has ended. It is kept nowhere else. */
export interface KeptFrame {
  /** Undefined for a job without an image, and after `letGo`. */
  readonly image: InputImage | undefined;
  /** Idempotent. */
  letGo(): void;
}

/**
 * Bounds the memory for images of jobs that no provider has accepted yet. Their callers already have the answer, so the
 * limits on calls under way do not count them.
 */
export interface FirstFrames {
  /** @param share By `shareOf`: whose part of the memory is used. Errors: rate_limit_exceeded, overloaded. */
  keep(share: string, image: InputImage | undefined): KeptFrame;
}

const NO_FRAME: KeptFrame = { image: undefined, letGo: () => {} };

/** @param totalBytes One image that is larger is accepted if no other is kept. */
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
