/** Bytes that came in pieces and are read as one. */
export interface Pieces {
  readonly sizeBytes: number;
  /** Keeps a view on `bytes`: the memory must not be reused. */
  push(bytes: Buffer): void;
  /** All of them as one; what is left is empty. */
  take(): Buffer;
}

/** So many pieces are looked at together. */
const MERGED_PIECES = 512;
/** Pieces of fewer bytes on average are put into one: each would take more memory than its bytes, and keep the whole read it came with. */
const SMALL_BYTES = 4 * 1024;

const EMPTY = Buffer.alloc(0);

export const createPieces = (): Pieces => {
  let parts: Buffer[] = [];
  let sizeBytes = 0;
  let newParts = 0;
  let newBytes = 0;

  const merge = () => {
    if (newBytes < newParts * SMALL_BYTES) parts.push(Buffer.concat(parts.splice(parts.length - newParts), newBytes));
    newParts = 0;
    newBytes = 0;
  };

  return {
    get sizeBytes() {
      return sizeBytes;
    },
    push(bytes) {
      parts.push(bytes);
      sizeBytes += bytes.length;
      newParts += 1;
      newBytes += bytes.length;
      if (newParts === MERGED_PIECES) merge();
    },
    take() {
      const [only = EMPTY] = parts;
      const whole = parts.length > 1 ? Buffer.concat(parts, sizeBytes) : only;
      parts = [];
      sizeBytes = 0;
      newParts = 0;
      newBytes = 0;
      return whole;
    },
  };
};
