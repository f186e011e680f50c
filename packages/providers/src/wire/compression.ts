import zlib from "node:zlib";
import type { HttpHeaders } from "./http";

/** A content coding of HTTP, in lower case. */
export type Compression = string;

/** Decompresses an answer while it arrives. */
export type Decompressor = zlib.Unzip | zlib.BrotliDecompress;

interface Decoder {
  readonly create: () => Decompressor;
  readonly decode: (bytes: Buffer, options: { maxOutputLength: number; finishFlush: number }) => Buffer;
  /** The flush mode that returns all available bytes although the end is missing. */
  readonly flush: number;
}

const UNZIP: Decoder = {
  create: () => zlib.createUnzip({ flush: zlib.constants.Z_SYNC_FLUSH }),
  decode: zlib.unzipSync,
  flush: zlib.constants.Z_SYNC_FLUSH,
};

/** All content codings of HTTP; undefined for those that are not supported here. */
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
 * The content coding of an answer, if any. Values that are none, such as `utf-8`, `none` or an empty text, come from some
 * providers and are ignored.
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

/** @returns Undefined if the content coding is not supported. */
export const createDecompressor = (compression: Compression): Decompressor | undefined =>
  DECODERS.get(compression)?.create();

/** @param bytes The end may be missing. @returns Undefined if the bytes are invalid, or decompress to too many. */
export const decompress = (bytes: Buffer, compression: Compression, maxBytes: number): Buffer | undefined => {
  const decoder = DECODERS.get(compression);
  try {
    return decoder?.decode(bytes, { maxOutputLength: maxBytes, finishFlush: decoder.flush });
  } catch {
    return undefined;
  }
};
