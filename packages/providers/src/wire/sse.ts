import { malformed } from "../answers/answer-failures";
import { Pieces } from "./pieces";

/** Most bytes of one event. Base64 images take megabytes, but no provider sends more than this on purpose. */
export const MAX_EVENT_BYTES = 16 * 1024 * 1024;
/** Most lines of data in one event. Each line takes memory of its own, however short it is. */
const MAX_EVENT_LINES = 64 * 1024;

export interface SseParserOptions {
  /** Called for each complete event. @param name Its `event:` field; empty if there is none. */
  readonly onEvent: (data: string, name: string) => void;
  readonly maxEventBytes?: number;
}

export interface SseParser {
  /**
   * Parses the next read, which may be split anywhere. The parser may keep a view of `bytes`, so their memory must not be
   * reused. Throws ProviderError `malformed` if an event is too large.
   */
  push(bytes: Buffer): void;
  /** Ends the body. The remaining bytes are the last event, with or without a blank line. */
  end(): void;
}

const LF = 10;
const CR = 13;
const BYTE_ORDER_MARK = "\uFEFF";
const EMPTY = Buffer.alloc(0);

/** Whether a carriage return ends a line by itself. */
const hasLoneCr = (text: string): boolean => {
  for (let at = text.indexOf("\r"); at !== -1; at = text.indexOf("\r", at + 1)) {
    if (text.charCodeAt(at + 1) !== LF) return true;
  }
  return false;
};

/**
 * Parses server-sent events. A read is decoded only up to its last line end, which is never inside of a UTF-8 sequence.
 * The rest waits as bytes. So the common read, which ends with the end of an event, costs one decode and a few searches.
 */
export const createSseParser = ({ onEvent, maxEventBytes = MAX_EVENT_BYTES }: SseParserOptions): SseParser => {
  /** Bytes of the line that has not ended yet. */
  const waiting = new Pieces();
  let data: string | undefined;
  let dataLines = 0;
  let name = "";
  let afterCr = false;
  let atStart = true;

  const tooLarge = () =>
    malformed(`The provider sent an event larger than ${maxEventBytes} bytes or ${MAX_EVENT_LINES} lines.`);

  const addData = (value: string) => {
    data = data === undefined ? value : `${data}\n${value}`;
    dataLines += 1;
    if (data.length > maxEventBytes || dataLines > MAX_EVENT_LINES) throw tooLarge();
  };

  const dispatch = () => {
    const complete = data;
    const completeName = name;
    data = undefined;
    dataLines = 0;
    name = "";
    if (complete !== undefined) onEvent(complete, completeName);
  };

  const takeField = (line: string) => {
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(line.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1);
    if (field === "data") addData(value);
    else if (field === "event") name = value;
  };

  /** @param text Complete lines, each ended by LF or CRLF. */
  const takeLines = (text: string) => {
    let start = 0;
    for (let lineFeed = text.indexOf("\n"); lineFeed !== -1; lineFeed = text.indexOf("\n", start)) {
      const end = text.charCodeAt(lineFeed - 1) === CR ? lineFeed - 1 : lineFeed;
      if (end === start) dispatch();
      else if (text.startsWith("data: ", start)) addData(text.slice(start + 6, end));
      else takeField(text.slice(start, end));
      start = lineFeed + 1;
    }
  };

  const decode = (bytes: Buffer): string => {
    const text = bytes.toString("utf8");
    const plain = hasLoneCr(text) ? text.replace(/\r\n?/g, "\n") : text;
    if (!atStart || plain === "") return plain;
    atStart = false;
    return plain.startsWith(BYTE_ORDER_MARK) ? plain.slice(1) : plain;
  };

  const takeWaiting = (last: Buffer): Buffer => {
    if (waiting.sizeBytes === 0) return last;
    waiting.push(last);
    return waiting.take();
  };

  return {
    push(read) {
      let bytes = read;
      if (afterCr && bytes.length > 0) {
        if (bytes[0] === LF) bytes = bytes.subarray(1);
        afterCr = false;
      }
      if (bytes.length === 0) return;
      const last = bytes[bytes.length - 1];
      const lineEnd = last === LF ? bytes.length - 1 : Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR));
      if (lineEnd === -1) {
        waiting.push(bytes);
        if (waiting.sizeBytes > maxEventBytes) throw tooLarge();
        return;
      }
      afterCr = last === CR;
      const rest = lineEnd === bytes.length - 1 ? EMPTY : bytes.subarray(lineEnd + 1);
      takeLines(decode(takeWaiting(rest === EMPTY ? bytes : bytes.subarray(0, lineEnd + 1))));
      if (rest.length > 0) waiting.push(rest);
    },

    end() {
      const rest = decode(takeWaiting(EMPTY));
      if (rest !== "") takeLines(`${rest}\n`);
      dispatch();
    },
  };
};
