import { inflateSync } from "node:zlib";
import { nameOf, readPdfObjects } from "./pdf-objects";

/** Newer files keep their pages' entries in compressed streams of objects. */
const OBJECT_STREAM = new RegExp(nameOf("ObjStm"), "g");
/** So many of them are read, of up to some hundred objects each: what a file of thousands of pages has. */
const MAX_OBJECT_STREAMS = 1_000;
const MAX_INFLATED_BYTES = 16 * 1024 * 1024;
/** Most bytes of one stream: some thousand objects. */
const MAX_STREAM_BYTES = 2 * 1024 * 1024;
/** A stream's entries before its data. */
const MAX_ENTRIES_BYTES = 1_024;
const STREAM = /stream\r?\n/;
/** Of all files of a call: some hundred thousand objects. */
const MAX_MARKS = 1_000_000;
/** If no page is found, as in an encrypted file, or not all of it is read. */
const USUAL_BYTES_PER_PAGE = 20_000;

/** The compressed data of the object stream at a place of the file; undefined without a zlib header, as if encrypted. */
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
 * changed by hand or can't be read. Where entries contradict each other, the most that one of them says counts: a reader
 * may believe any. At least 1. The work of one counter is bounded, whatever the files hold and however many they are:
 * each call has one for all its files.
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
    // One that fails may have been inflated up to the limit.
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
