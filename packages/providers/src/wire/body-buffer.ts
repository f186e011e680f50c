import { createPieces } from "./pieces";

/** Bytes of a body up to a limit. */
export interface BodyBuffer {
  /** @returns False once the limit is exceeded; bytes beyond it are dropped. */
  push(bytes: Buffer): boolean;
  /** UTF-8, without a byte order mark. */
  text(): string;
}

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

  text(): string {
    const whole = this.#pieces.take();
    this.#pieces.push(whole);
    return whole[0] === 0xef && whole[1] === 0xbb && whole[2] === 0xbf
      ? whole.toString("utf8", 3)
      : whole.toString("utf8");
  }
}

export const createBodyBuffer = (maxBytes: number): BodyBuffer => new BoundedBody(maxBytes);
