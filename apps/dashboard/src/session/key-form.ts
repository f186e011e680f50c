import type { Refusal } from "../api/refusal";

/** What a header can carry, in one piece. */
const CARRIED = /^[\x21-\x7e]+$/;

/** Why a text can be no key, before anybody is asked: what no header carries would look like a lost connection. */
export const refuseNoKey = (key: string): Refusal | undefined =>
  CARRIED.test(key)
    ? undefined
    : { code: "invalid_api_key", message: "This holds a space or a sign that no API key has. Copy the key alone." };
