import type { MediaService, ReadImageRequest } from "@cenote/contracts";
import { answeredWithin, type Clock, createTurns } from "@cenote/core";
import type { ImageLimits } from "../../limits";

export interface ImageReaderParts {
  readonly media: Pick<MediaService, "readImage">;
  readonly clock: Clock;
  readonly limits: ImageLimits;
}

/** Reads a whole stored image. Rejects if it is larger than `maxBytes`, takes too long or can't be read. */
export type ReadImage = (request: ReadImageRequest, maxBytes: number, leaving: AbortSignal) => Promise<Buffer>;

export const createReadImage = ({ media, clock, limits }: ImageReaderParts): ReadImage => {
  const inTurn = createTurns(limits.imageReadsAtOnce);

  const collect = async (request: ReadImageRequest, maxBytes: number, signal: AbortSignal): Promise<Buffer> => {
    signal.throwIfAborted();
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const { bytes } of media.readImage(request, signal)) {
      length += bytes.length;
      if (length > maxBytes) throw new Error(`larger than ${maxBytes} bytes`);
      pieces.push(bytes);
    }
    return Buffer.concat(pieces, length);
  };

  return async (request, maxBytes, leaving) => {
    const late = new AbortController();
    const signal = AbortSignal.any([leaving, late.signal]);
    try {
      return await answeredWithin(
        clock,
        limits.imageReadMs,
        inTurn(() => collect(request, maxBytes, signal)),
      );
    } finally {
      late.abort();
    }
  };
};
