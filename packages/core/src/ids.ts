import { randomBytes, randomUUID } from "node:crypto";

/** The source of ids and secrets, passed as an argument. */
export interface Ids {
  /** `req_` and 24 hexadecimal characters. Ids sort by time, to the millisecond. They are not secret. */
  requestId(): string;
  uuid(): string;
  /** `length` characters of [A-Za-z0-9], unguessable. */
  secret(length: number): string;
}

/** Lower case, the form in which ids are made and stored. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @returns A UUID of either case (RFC 9562) in the lower case that is stored. Undefined for any other text. */
export const parseUuid = (text: string): string | undefined => {
  const id = text.toLowerCase();
  return UUID.test(id) ? id : undefined;
};

export const REQUEST_ID = /^req_[0-9a-f]{24}$/;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** Milliseconds since 1970 as hexadecimal digits: enough until the year 2527. */
const TIME_DIGITS = 11;
const RANDOM_DIGITS = 13;

/** Time of a request, in milliseconds since 1970. @param requestId One that `Ids` made. */
export const timeOfRequestId = (requestId: string): number =>
  Number.parseInt(requestId.slice("req_".length, "req_".length + TIME_DIGITS), 16);

const POOL_BYTES = (RANDOM_DIGITS * 1024) / 2;

/**
 * Ids from the operating system's random numbers. They are drawn in pools, because one system call per request would
 * cost more than the rest of the id. Request ids begin with the time because they are unique keys of the ledger: an index
 * appends ordered keys at its end, while random keys would make it read and write everywhere.
 */
export const createRandomIds = ({ nowMs = Date.now }: { readonly nowMs?: () => number } = {}): Ids => {
  let pool = "";
  let offset = 0;
  let prefixMs = -1;
  let prefix = "";
  return {
    requestId() {
      if (offset >= pool.length) {
        pool = randomBytes(POOL_BYTES).toString("hex");
        offset = 0;
      }
      offset += RANDOM_DIGITS;
      const ms = nowMs();
      if (ms !== prefixMs) {
        prefixMs = ms;
        prefix = `req_${ms.toString(16).padStart(TIME_DIGITS, "0")}`;
      }
      return prefix + pool.slice(offset - RANDOM_DIGITS, offset);
    },
    uuid: () => randomUUID(),
    secret(length) {
      let text = "";
      while (text.length < length) {
        for (const byte of randomBytes(length)) {
          // 248 is the largest multiple of 62 in a byte. Larger bytes would favour the first letters.
          if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % 62);
        }
      }
      return text;
    },
  };
};
