import { inflateSync } from "node:zlib";

/** Newer files keep their pages' entries in compressed streams of objects. */
const OBJECT_STREAM = "/ObjStm";
/** So many of them are read, of up to some hundred objects each: what a file of thousands of pages has. */
const MAX_OBJECT_STREAMS = 1_000;
const MAX_INFLATED_BYTES = 16 * 1024 * 1024;
/** Most bytes of one stream: some thousand objects. */
const MAX_STREAM_BYTES = 2 * 1024 * 1024;
/** A stream's entries before its data. */
const MAX_ENTRIES_BYTES = 1_024;
const STREAM = /stream\r?\n/;
const PAGE = /\/Type\s*\/Page(?![A-Za-z])/g;
/** If no page is found, as in an encrypted file. */
const USUAL_BYTES_PER_PAGE = 20_000;

const pagesIn = (text: string): number => text.match(PAGE)?.length ?? 0;

/** What the object stream at a place of the file compresses; undefined if it has no zlib header, as where it is encrypted. */
const compressedAt = (file: Buffer, at: number): Buffer | undefined => {
  const start = STREAM.exec(file.toString("latin1", at, at + MAX_ENTRIES_BYTES));
  if (start === null) return undefined;
  const data = file.subarray(at + start.index + start[0].length);
  return data.length > 1 && (data.readUInt8(0) & 15) === 8 && data.readUInt16BE(0) % 31 === 0 ? data : undefined;
};

/** Undefined if it can't be read, or not within the limit. */
const inflated = (data: Buffer, maxBytes: number): string | undefined => {
  try {
    // What follows the compressed data is passed over.
    return inflateSync(data, { maxOutputLength: maxBytes }).toString("latin1");
  } catch {
    return undefined;
  }
};

/**
 * Counts the pages of PDF files, from the entries in them: right for what programs write, an estimate for what was
 * changed by hand or can't be read. At least 1. The work of one counter is bounded, whatever the files hold and however
 * many they are: each call has one for all its files.
 */
export const createPdfPageCounter = (): ((file: Buffer) => number) => {
  let streamsLeft = MAX_OBJECT_STREAMS;
  let bytesLeft = MAX_INFLATED_BYTES;

  const mayRead = (): boolean => streamsLeft > 0 && bytesLeft > 0;
  const pagesInStream = (data: Buffer): number => {
    const maxBytes = Math.min(bytesLeft, MAX_STREAM_BYTES);
    const text = inflated(data, maxBytes);
    // One that fails may have been inflated up to the limit.
    bytesLeft -= text?.length ?? maxBytes;
    return text === undefined ? 0 : pagesIn(text);
  };

  return (file) => {
    let pages = pagesIn(file.toString("latin1"));
    let at = file.indexOf(OBJECT_STREAM);
    while (at !== -1 && mayRead()) {
      streamsLeft -= 1;
      const data = compressedAt(file, at);
      if (data !== undefined) pages += pagesInStream(data);
      at = file.indexOf(OBJECT_STREAM, at + OBJECT_STREAM.length);
    }
    return pages > 0 ? pages : Math.max(1, Math.ceil(file.length / USUAL_BYTES_PER_PAGE));
  };
};
