import { JSON_BOUNDS } from "./parse-json";

const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const COLON = 0x3a;
const COMMA = 0x2c;

/**
 * Bounds what somebody else is going to parse, as it arrives. It also counts what stands in strings: no text has as many.
 * A class, because there is one for each call.
 */
export class JsonMarks {
  #parts = 0;
  #commas = 0;

  /** @returns False once there is more than `parseJson` would read. */
  add(bytes: Buffer): boolean {
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index];
      if (byte === COMMA) this.#commas += 1;
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT || byte === COLON) this.#parts += 1;
    }
    return this.#parts <= JSON_BOUNDS.parts && this.#commas <= JSON_BOUNDS.commas;
  }

  /** What came until now has been read. */
  clear(): void {
    this.#parts = 0;
    this.#commas = 0;
  }
}
