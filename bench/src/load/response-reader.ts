export interface ReadResponse {
  readonly status: number;
  readonly bodyBytes: number;
  /** The last bytes of the body. */
  readonly tail: string;
}

export interface ResponseReader {
  /** Takes bytes as they arrive. @returns The answer, once complete. Throws if it is not HTTP. */
  read(bytes: Buffer): ReadResponse | undefined;
  /** Whether bytes of the current answer's body have arrived. */
  readonly begun: boolean;
}

type State = "head" | "counted" | "size" | "chunk" | "skip";

const HEAD_END = "\r\n\r\n";
const CARRIAGE_RETURN = 13;
const TAIL_BYTES = 16;
const AFTER_SIZE_BYTES = 1;
const AFTER_CHUNK_BYTES = 2;
/** No server here sends trailers: the last size is followed by an empty line. */
const AFTER_LAST_SIZE_BYTES = 3;

/**
 * Reads the HTTP/1.1 answers of one connection with as little work as possible: only the status, and where the body
 * ends.
 * @param onBody Receives the decoded bodies too.
 */
export const createResponseReader = (onBody?: (piece: Buffer) => void): ResponseReader => {
  let state: State = "head";
  let head: Buffer = Buffer.alloc(0);
  let status = 0;
  /** Bytes until the state changes. */
  let left = 0;
  let chunkBytes = 0;
  let afterSkip: "size" | "chunk" | "done" = "size";
  let sizeText = "";
  let bodyBytes = 0;
  let tail = "";

  const skip = (bytes: number, then: typeof afterSkip): void => {
    state = "skip";
    left = bytes;
    afterSkip = then;
  };

  const take = (piece: Buffer): void => {
    bodyBytes += piece.length;
    tail =
      piece.length >= TAIL_BYTES
        ? piece.toString("latin1", piece.length - TAIL_BYTES)
        : (tail + piece.toString("latin1")).slice(-TAIL_BYTES);
    onBody?.(piece);
  };

  const whole = (): ReadResponse => {
    state = "head";
    head = Buffer.alloc(0);
    return { status, bodyBytes, tail };
  };

  /** @returns Where the body starts in `bytes`; undefined until the headers are complete. */
  const readHead = (bytes: Buffer): number | undefined => {
    const before = head.length;
    head = before === 0 ? bytes : Buffer.concat([head, bytes]);
    const end = head.indexOf(HEAD_END);
    if (end === -1) return undefined;
    const text = head.toString("latin1", 0, end + 2).toLowerCase();
    status = Number(/^http\/1\.1 (\d{3})/.exec(text)?.[1] ?? Number.NaN);
    if (Number.isNaN(status)) throw new Error(`Not an HTTP answer: ${text.slice(0, 80)}`);
    const length = /\r\ncontent-length: *(\d+)/.exec(text)?.[1];
    if (length === undefined && !/\r\ntransfer-encoding: *chunked/.test(text))
      throw new Error("An answer that does not tell its length.");
    state = length === undefined ? "size" : "counted";
    left = Number(length ?? 0);
    sizeText = "";
    bodyBytes = 0;
    tail = "";
    return end + HEAD_END.length - before;
  };

  /** Reads a chunk size at `place`. @returns The position after it. */
  const readSize = (bytes: Buffer, place: number): number => {
    const end = bytes.indexOf(CARRIAGE_RETURN, place);
    sizeText += bytes.toString("latin1", place, end === -1 ? bytes.length : end);
    if (end === -1) return bytes.length;
    chunkBytes = Number.parseInt(sizeText, 16);
    sizeText = "";
    if (chunkBytes === 0) skip(AFTER_LAST_SIZE_BYTES, "done");
    else skip(AFTER_SIZE_BYTES, "chunk");
    return end + 1;
  };

  const readSkip = (bytes: Buffer, place: number): number => {
    const skipped = Math.min(left, bytes.length - place);
    left -= skipped;
    if (left === 0 && afterSkip !== "done") {
      state = afterSkip;
      left = chunkBytes;
    }
    return place + skipped;
  };

  const readContent = (bytes: Buffer, place: number): number => {
    const piece = bytes.subarray(place, place + left);
    left -= piece.length;
    take(piece);
    if (left === 0 && state === "chunk") skip(AFTER_CHUNK_BYTES, "size");
    return place + piece.length;
  };

  const atEnd = (): boolean => left === 0 && (state === "counted" || (state === "skip" && afterSkip === "done"));

  return {
    get begun() {
      return state !== "head" && bodyBytes > 0;
    },
    read(bytes) {
      let place = state === "head" ? readHead(bytes) : 0;
      if (place === undefined) return undefined;
      while (place < bytes.length && !atEnd()) {
        if (state === "size") place = readSize(bytes, place);
        else if (state === "skip") place = readSkip(bytes, place);
        else place = readContent(bytes, place);
      }
      return atEnd() ? whole() : undefined;
    },
  };
};
