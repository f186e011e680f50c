import type { ServerResponse } from "node:http";
import type { CallContext } from "@cenote/contracts";
import { CenoteError, type Log, NoAnswer } from "@cenote/core";
import type { ImageLimits } from "../../limits";
import type { SlowReaders } from "../../server/readers/slow-readers";
import type { ReadImage } from "./read-image";

export interface Base64Parts {
  readonly readImage: ReadImage;
  readonly readers: SlowReaders;
  readonly limits: ImageLimits;
  readonly log: Log;
}

export interface ImageReader {
  readonly context: CallContext;
  /** See `shareOfCaller`. */
  readonly share: string;
  readonly raw: ServerResponse;
  /** Aborted when the reader leaves. */
  readonly signal: AbortSignal;
}

/**
 * The base64 of one answer's images, read one after the other. An image that can't be read is left out without an
 * error: it is already charged, and has an address.
 */
export const createBase64Of = (
  { readImage, readers, limits, log }: Base64Parts,
  { context, share, raw, signal }: ImageReader,
) => {
  const { requestId } = context;
  let left = limits.imageBase64Bytes;
  let kept = 0;
  let isSilent = false;
  return async (url: string): Promise<string | undefined> => {
    if (isSilent) return undefined;
    try {
      readers.requireRoom(share);
      const base64 = (await readImage({ context, url }, Math.floor(left / 4) * 3, signal)).toString("base64");
      left -= base64.length;
      // Only one image waits for the reader at a time, so the largest counts.
      if (base64.length > kept) readers.keep(raw, share, base64.length - kept);
      kept = Math.max(kept, base64.length);
      return base64;
    } catch (error) {
      // Waiting for a hanging storage once per image would exceed the reader's time, and lose the answer.
      isSilent = error instanceof NoAnswer;
      if (!signal.aborted)
        log.warn(
          { requestId, reason: error instanceof CenoteError ? error.code : (error as Error).message },
          "an image is answered without its bytes",
        );
      return undefined;
    }
  };
};
