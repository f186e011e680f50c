/** So many pieces are made one at a time. */
const JOINED_PIECES = 512;

/**
 * A text that comes in pieces, maybe of one character each. What `+=` makes of them keeps 32 bytes for every piece until it is
 * read: 160 MB of five million characters, in each place that puts them together. A class, because there are several for each call.
 */
export class GrowingText {
  #joined: string;
  #pieces: string[] = [];
  #length: number;

  constructor(text = "") {
    this.#joined = text;
    this.#length = text.length;
  }

  /** In UTF-16 code units, as of a string. */
  get length(): number {
    return this.#length;
  }

  add(piece: string): void {
    this.#length += piece.length;
    if (this.#pieces.push(piece) === JOINED_PIECES) this.#join();
  }

  /** All that has come. */
  whole(): string {
    if (this.#pieces.length > 0) this.#join();
    return this.#joined;
  }

  #join(): void {
    this.#joined += this.#pieces.join("");
    this.#pieces = [];
  }
}
