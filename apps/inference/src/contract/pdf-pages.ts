import { inflateSync } from "node:zlib";
import { nameOf, readPdfObjects } from "./pdf-objects";

/** Newer files have the entries of their pages in compressed object streams. */
const OBJECT_STREAM = new RegExp(nameOf("ObjStm"), "g");
/** Most object streams that are read, each with up to some hundred objects: enough for thousands of pages. */
const MAX_OBJECT_STREAMS = 1_000;
const MAX_INFLATED_BYTES = 16 * 1024 * 1024;
/** Most bytes of one stream: some thousands of objects. */
const MAX_STREAM_BYTES = 2 * 1024 * 1024;
/** Most bytes of a stream's dictionary, before its data. */
const MAX_ENTRIES_BYTES = 1_024;
const STREAM = /stream\r?\n/;
/** Most marks in all files of a call: some hundred thousand objects. */
const MAX_MARKS = 1_000_000;
/** For files in which no page is found, such as encrypted ones, or which are not read completely. */
const USUAL_BYTES_PER_PAGE = 20_000;

/** The compressed data of the object stream at a position of the file; undefined without a zlib header, as if encrypted. */
const compressedAt = (file: Buffer, at: number): Buffer | undefined => {
  const start = STREAM.exec(file.toString("latin1", at, at + MAX_ENTRIES_BYTES));
  if (start === null) return undefined;
  const data = file.subarray(at + start.index + start[0].length);
  return data.length > 1 && (data.readUInt8(0) & 15) === 8 && data.readUInt16BE(0) % 31 === 0 ? data : undefined;
};

/** Undefined if the data can't be inflated within the limit. */
const inflated = (data: Buffer, maxBytes: number): string | undefined => {
  try {
    // Bytes after the compressed data are ignored.
    return inflateSync(data, { maxOutputLength: maxBytes }).toString("latin1");
  } catch {
    return undefined;
  }
};

/**
 * Counts the pages of PDF files from their entries. The count is right for files that programs write, and an estimate for
 * files that were changed by hand or can't be read. If entries contradict each other, the largest count wins, because a
 * reader may believe any of them. At least 1. Each call has one counter for all of its files, and the work of a counter
 * is bounded, whatever the files contain.
 */
export const createPdfPageCounter = (): ((file: Buffer) => number) => {
  let streamsLeft = MAX_OBJECT_STREAMS;
  let bytesLeft = MAX_INFLATED_BYTES;
  let marksLeft = MAX_MARKS;

  const mayRead = (): boolean => streamsLeft > 0 && bytesLeft > 0;
  const inflatedAt = (file: Buffer, at: number): string | undefined => {
    const data = compressedAt(file, at);
    if (data === undefined) return undefined;
    const maxBytes = Math.min(bytesLeft, MAX_STREAM_BYTES);
    const text = inflated(data, maxBytes);
    // A stream that fails may have been inflated up to the limit.
    bytesLeft -= text?.length ?? maxBytes;
    return text;
  };

  return (file) => {
    let [typed, counted, repeated] = [0, 0, 1];
    const read = (text: string): void => {
      const { pages, marks } = readPdfObjects(text, marksLeft);
      marksLeft -= marks;
      typed += pages.typed;
      counted = Math.max(counted, pages.counted);
      repeated = Math.max(repeated, pages.repeated);
    };
    const text = file.toString("latin1");
    read(text);
    const streams = new RegExp(OBJECT_STREAM);
    for (let stream = streams.exec(text); stream !== null && mayRead(); stream = streams.exec(text)) {
      streamsLeft -= 1;
      const objects = inflatedAt(file, stream.index);
      if (objects !== undefined) read(objects);
    }
    const found = Math.max(typed, counted, repeated > 1 ? repeated : 0);
    const bySize = Math.max(1, Math.ceil(file.length / USUAL_BYTES_PER_PAGE));
    if (found === 0) return bySize;
    return marksLeft > 0 ? found : Math.max(found, bySize);
  };
};
