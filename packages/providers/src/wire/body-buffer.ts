/** Bytes of a body up to a limit. */
export interface BodyBuffer {
  /** @returns False once the limit is passed; what passed it is left out. */
  push(bytes: Buffer): boolean;
  /** UTF-8, without a byte order mark. */
  text(): string;
}

export const createBodyBuffer = (maxBytes: number): BodyBuffer => {
  let parts: Buffer[] = [];
  let size = 0;
  return {
    push(bytes) {
      const room = maxBytes - size;
      const taken = bytes.length > room ? bytes.subarray(0, room) : bytes;
      parts.push(taken);
      size += taken.length;
      return bytes.length <= room;
    },
    text() {
      const [only] = parts;
      const whole = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts, size);
      parts = [whole];
      return whole[0] === 0xef && whole[1] === 0xbb && whole[2] === 0xbf ? whole.toString("utf8", 3) : whole.toString("utf8");
    },
  };
};
