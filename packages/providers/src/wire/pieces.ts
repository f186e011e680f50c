/** Number of pieces that are checked together. */
const MERGED_PIECES = 512;
/**
 * If pieces have fewer bytes on average, they are copied into one. A small piece takes more memory than its bytes, and
 * keeps the whole read it arrived with in memory.
 */
const SMALL_BYTES = 4 * 1024;

const EMPTY = Buffer.alloc(0);

/**
 * Bytes that arrive in pieces and are read as one. It is a class for the reason given at `HttpCall`.
 */
export class Pieces {
  #parts: Buffer[] = [];
  #sizeBytes = 0;
  #newParts = 0;
  #newBytes = 0;

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Keeps a view of `bytes`, so their memory must not be reused. */
  push(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#sizeBytes += bytes.length;
    this.#newParts += 1;
    this.#newBytes += bytes.length;
    if (this.#newParts === MERGED_PIECES) this.#merge();
  }

  /** Removes all pieces and returns them as one. */
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
