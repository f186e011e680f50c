import { createPieces } from "./pieces";

/** Bytes of a body up to a limit. */
export interface BodyBuffer {
  /** @returns False once the limit is passed; what passed it is left out. */
  push(bytes: Buffer): boolean;
  /** UTF-8, without a byte order mark. */
  text(): string;
}

export const createBodyBuffer = (maxBytes: number): BodyBuffer => {
  const pieces = createPieces();
  return {
    push(bytes) {
      const room = maxBytes - pieces.sizeBytes;
      pieces.push(bytes.length > room ? bytes.subarray(0, room) : bytes);
      return bytes.length <= room;
    },
    text() {
      const whole = pieces.take();
      pieces.push(whole);
      return whole[0] === 0xef && whole[1] === 0xbb && whole[2] === 0xbf ? whole.toString("utf8", 3) : whole.toString("utf8");
    },
  };
};
