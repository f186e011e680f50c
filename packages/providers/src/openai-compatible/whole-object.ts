const QUOTE = 34;
const BACKSLASH = 92;
const OPENING: ReadonlySet<number> = new Set([91, 123]);
const CLOSING: ReadonlySet<number> = new Set([93, 125]);

/**
 * Detects the end of a JSON object that arrives in pieces. Each piece is scanned once, because scanning the whole text
 * for each piece would take quadratic time. It is a class because each call has one.
 */
export class WholeObject {
  #depth = 0;
  #isBegun = false;
  #isInString = false;
  #isEscaped = false;

  add(piece: string): void {
    for (let index = 0; index < piece.length; index++) this.#read(piece.charCodeAt(index));
  }

  get isWhole(): boolean {
    return this.#isBegun && this.#depth === 0 && !this.#isInString;
  }

  #read(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (this.#isInString) {
      this.#isEscaped = code === BACKSLASH;
      this.#isInString = code !== QUOTE;
    } else if (code === QUOTE) this.#isInString = true;
    else if (OPENING.has(code)) {
      this.#depth += 1;
      this.#isBegun = true;
    } else if (CLOSING.has(code)) this.#depth -= 1;
  }
}
