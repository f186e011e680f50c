import type { Refusal } from "../api/refusal";

/** Visible ASCII: what a header can carry, without spaces. */
const HEADER_VALUE = /^[\x21-\x7e]+$/;

/** Refuses a text that no header can carry, because sending it would look like a lost connection. */
export const refuseMalformedKey = (key: string): Refusal | undefined =>
  HEADER_VALUE.test(key)
    ? undefined
    : { code: "invalid_api_key", message: "An API key has no spaces or special characters. Copy only the key." };
