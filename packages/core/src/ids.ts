import { randomBytes, randomUUID } from "node:crypto";

/** Randomness as an argument. */
export interface Ids {
  /** `req_` and 24 hexadecimal characters. */
  requestId(): string;
  uuid(): string;
  /** `length` characters of [A-Za-z0-9], unguessable. */
  secret(length: number): string;
}

export const REQUEST_ID = /^req_[0-9a-f]{24}$/;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const REQUEST_ID_BYTES = 12;
const POOL_BYTES = REQUEST_ID_BYTES * 512;

/** Ids from the operating system's randomness, drawn in pools because a system call a request costs more than the id. */
export const createRandomIds = (): Ids => {
  let pool = "";
  let offset = 0;
  return {
    requestId() {
      if (offset >= pool.length) {
        pool = randomBytes(POOL_BYTES).toString("hex");
        offset = 0;
      }
      offset += REQUEST_ID_BYTES * 2;
      return `req_${pool.slice(offset - REQUEST_ID_BYTES * 2, offset)}`;
    },
    uuid: () => randomUUID(),
    secret(length) {
      let text = "";
      while (text.length < length) {
        for (const byte of randomBytes(length)) {
          // 248 is the largest multiple of 62 in a byte: above it the first letters would be likelier.
          if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % 62);
        }
      }
      return text;
    },
  };
};
