import { inflateSync } from "node:zlib";

/** Newer files keep their pages' entries in compressed streams of objects. */
const OBJECT_STREAM = "/ObjStm";
/** So many of them are read, of up to some hundred objects each: what a file of thousands of pages has. */
const MAX_OBJECT_STREAMS = 1_000;
const MAX_INFLATED_BYTES = 16 * 1024 * 1024;
/** A stream's entries before its data. */
const MAX_ENTRIES_BYTES = 1_024;
const STREAM = /stream\r?\n/;
const PAGE = /\/Type\s*\/Page(?![A-Za-z])/g;
/** If no page is found, as in an encrypted file. */
const USUAL_BYTES_PER_PAGE = 20_000;

const pagesIn = (text: string): number => text.match(PAGE)?.length ?? 0;

/** The objects of a compressed stream as text; undefined if they can't be read. */
const inflated = (file: Buffer, at: number, maxBytes: number): string | undefined => {
  const entries = file.toString("latin1", at, at + MAX_ENTRIES_BYTES);
  const start = STREAM.exec(entries);
  if (start === null) return undefined;
  try {
    // What follows the compressed data is passed over.
    const data = file.subarray(at + start.index + start[0].length);
    return inflateSync(data, { maxOutputLength: maxBytes }).toString("latin1");
  } catch {
    return undefined;
  }
};

/**
 * Pages of a PDF file, from the entries in it: right for what programs write, an estimate for what was changed by hand
 * or can't be read. At least 1. Its work is bounded, whatever the file holds. Pure.
 */
export const countPdfPages = (file: Buffer): number => {
  let pages = pagesIn(file.toString("latin1"));
  let inflatedBytes = 0;
  let at = file.indexOf(OBJECT_STREAM);
  for (let streams = 0; at !== -1 && streams < MAX_OBJECT_STREAMS; streams++) {
    const text = inflated(file, at, MAX_INFLATED_BYTES - inflatedBytes);
    if (text !== undefined) {
      pages += pagesIn(text);
      inflatedBytes += text.length;
    }
    if (inflatedBytes >= MAX_INFLATED_BYTES) break;
    at = file.indexOf(OBJECT_STREAM, at + OBJECT_STREAM.length);
  }
  return pages > 0 ? pages : Math.max(1, Math.ceil(file.length / USUAL_BYTES_PER_PAGE));
};
