import type { Refusal } from "../api/refusal";

/** Visible ASCII without spaces, which a header can carry. */
const HEADER_VALUE = /^[\x21-\x7e]+$/;

/** Rejects a text that no header can carry; sending it would look like a lost connection. */
export const refuseMalformedKey = (key: string): Refusal | undefined =>
  HEADER_VALUE.test(key)
    ? undefined
    : { code: "invalid_api_key", message: "An API key has no spaces or special characters. Copy only the key." };
