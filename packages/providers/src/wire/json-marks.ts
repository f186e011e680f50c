import { JSON_BOUNDS } from "./parse-json";

const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const COLON = 0x3a;
const COMMA = 0x2c;

/**
 * Bounds JSON that other code is going to parse, while it arrives. Characters inside of strings count too, since no text
 * has that many of them. It is a class because each call has one.
 */
export class JsonMarks {
  #parts = 0;
  #commas = 0;

  /** @returns False once a bound of `parseJson` is exceeded. */
  add(bytes: Buffer): boolean {
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index];
      if (byte === COMMA) this.#commas += 1;
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT || byte === COLON) this.#parts += 1;
    }
    return this.#parts <= JSON_BOUNDS.parts && this.#commas <= JSON_BOUNDS.commas;
  }

  /** Resets the counts, after everything until now has been read. */
  clear(): void {
    this.#parts = 0;
    this.#commas = 0;
  }
}
