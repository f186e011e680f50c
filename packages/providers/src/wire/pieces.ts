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
/**
 * Pieces of fewer bytes on average are put into one: each would take more memory than its bytes, and keep the whole
 * read it came with.
 */
const SMALL_BYTES = 4 * 1024;

const EMPTY = Buffer.alloc(0);

/** A class, as the others of this folder that one call makes: an object of closures is ten times its size. */
class GatheredPieces implements Pieces {
  #parts: Buffer[] = [];
  #sizeBytes = 0;
  #newParts = 0;
  #newBytes = 0;

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  push(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#sizeBytes += bytes.length;
    this.#newParts += 1;
    this.#newBytes += bytes.length;
    if (this.#newParts === MERGED_PIECES) this.#merge();
  }

  take(): Buffer {
    const [only = EMPTY] = this.#parts;
    const whole = this.#parts.length > 1 ? Buffer.concat(this.#parts, this.#sizeBytes) : only;
    this.#parts = [];
    this.#sizeBytes = 0;
    this.#newParts = 0;
    this.#newBytes = 0;
    return whole;
  }

  #merge(): void {
    const parts = this.#parts;
    if (this.#newBytes < this.#newParts * SMALL_BYTES)
      parts.push(Buffer.concat(parts.splice(parts.length - this.#newParts), this.#newBytes));
    this.#newParts = 0;
    this.#newBytes = 0;
  }
}

export const createPieces = (): Pieces => new GatheredPieces();
