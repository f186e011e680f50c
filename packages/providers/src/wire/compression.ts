import zlib from "node:zlib";
import type { HttpHeaders } from "./http";

/** How an answer is compressed: a name of HTTP, in small letters. */
export type Compression = string;

/** Takes the bytes of a compressed answer, and gives each as soon as it is known. */
export type Decompressor = zlib.Unzip | zlib.BrotliDecompress;

interface Decoder {
  readonly create: () => Decompressor;
  readonly decode: (bytes: Buffer, options: { maxOutputLength: number; finishFlush: number }) => Buffer;
  /** Returns what there is where the end is missing. */
  readonly flush: number;
}

const UNZIP: Decoder = {
  create: () => zlib.createUnzip({ flush: zlib.constants.Z_SYNC_FLUSH }),
  decode: zlib.unzipSync,
  flush: zlib.constants.Z_SYNC_FLUSH,
};

/** All that HTTP knows; undefined for those that can't be read here. */
const DECODERS: ReadonlyMap<Compression, Decoder | undefined> = new Map([
  ["gzip", UNZIP],
  ["x-gzip", UNZIP],
  ["deflate", UNZIP],
  [
    "br",
    {
      create: () => zlib.createBrotliDecompress({ flush: zlib.constants.BROTLI_OPERATION_FLUSH }),
      decode: zlib.brotliDecompressSync,
      flush: zlib.constants.BROTLI_OPERATION_FLUSH,
    },
  ],
  ["zstd", undefined],
  ["compress", undefined],
  ["x-compress", undefined],
]);

/**
 * How an answer is compressed, if it is. What some providers write in its place, such as `utf-8`, `none` or nothing,
 * says nothing about its bytes.
 */
export const compressionOf = ({ "content-encoding": encoding }: HttpHeaders): Compression | undefined => {
  if (encoding === undefined) return undefined;
  const named = String(encoding)
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => DECODERS.has(name));
  return named.length === 0 ? undefined : named.join(", ");
};

/** @returns Undefined if it can't be read. */
export const createDecompressor = (compression: Compression): Decompressor | undefined =>
  DECODERS.get(compression)?.create();

/** @param bytes Their end may be missing. @returns Undefined if they are not what they should be, or are too many. */
export const decompress = (bytes: Buffer, compression: Compression, maxBytes: number): Buffer | undefined => {
  const decoder = DECODERS.get(compression);
  try {
    return decoder?.decode(bytes, { maxOutputLength: maxBytes, finishFlush: decoder.flush });
  } catch {
    return undefined;
  }
};
