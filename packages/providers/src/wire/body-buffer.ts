import { Pieces } from "./pieces";

/** UTF-8, without a byte order mark. */
export const utf8Of = (bytes: Buffer): string =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.toString("utf8", 3) : bytes.toString("utf8");

/** Collects the bytes of a body up to a limit. */
export class BodyBuffer {
  readonly #maxBytes: number;
  readonly #pieces = new Pieces();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @returns False once the limit is exceeded; bytes beyond it are dropped. */
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

  /** UTF-8, without a byte order mark. */
  text(): string {
    return utf8Of(this.bytes());
  }
}
