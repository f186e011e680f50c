import { createPieces } from "./pieces";

/** Bytes of a body up to a limit. */
export interface BodyBuffer {
  /** @returns False once the limit is exceeded; bytes beyond it are dropped. */
  push(bytes: Buffer): boolean;
  bytes(): Buffer;
  /** UTF-8, without a byte order mark. */
  text(): string;
}

/** UTF-8, without a byte order mark. */
export const utf8Of = (bytes: Buffer): string =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.toString("utf8", 3) : bytes.toString("utf8");

class BoundedBody implements BodyBuffer {
  readonly #maxBytes: number;
  readonly #pieces = createPieces();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(bytes: Buffer): boolean {
    const room = this.#maxBytes - this.#pieces.sizeBytes;
    this.#pieces.push(bytes.length > room ? bytes.subarray(0, room) : bytes);
    return bytes.length <= room;
  }

  bytes(): Buffer {
    const whole = this.#pieces.take();
    this.#pieces.push(whole);
    return whole;
  }

  text(): string {
    return utf8Of(this.bytes());
  }
}

export const createBodyBuffer = (maxBytes: number): BodyBuffer => new BoundedBody(maxBytes);
