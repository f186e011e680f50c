/** Number of pieces that are joined at a time. */
const JOINED_PIECES = 512;

/**
 * A text that arrives in pieces, possibly of one character each. A string built with `+=` keeps 32 bytes for every piece
 * until it is read: 160 MB for five million pieces. It is a class because there are several instances for each call.
 */
export class GrowingText {
  #joined: string;
  #pieces: string[] = [];
  #length: number;

  constructor(text = "") {
    this.#joined = text;
    this.#length = text.length;
  }

  /** In UTF-16 code units. */
  get length(): number {
    return this.#length;
  }

  add(piece: string): void {
    this.#length += piece.length;
    if (this.#pieces.push(piece) === JOINED_PIECES) this.#join();
  }

  /** All pieces so far, joined. */
  whole(): string {
    if (this.#pieces.length > 0) this.#join();
    return this.#joined;
  }

  #join(): void {
    this.#joined += this.#pieces.join("");
    this.#pieces = [];
  }
}
