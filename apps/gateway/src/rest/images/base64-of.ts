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
  /** Whose share of what may wait to be read. */
  readonly share: string;
  readonly raw: ServerResponse;
  /** The reader left. */
  readonly signal: AbortSignal;
}

/**
 * The base64 of one answer's images, asked for one after the other. Images are paid for and have an address: one that
 * can't be read is left out, and is no failure.
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
      // One waits for its reader at a time: the largest counts.
      if (base64.length > kept) readers.keep(raw, share, base64.length - kept);
      kept = Math.max(kept, base64.length);
      return base64;
    } catch (error) {
      // Waited for again and again, a storage that hangs would use up the reader's time, and with it the answer.
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
