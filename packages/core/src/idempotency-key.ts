import { type CenoteError, invalidRequest } from "./cenote-error";

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

/** What is wrong with an `Idempotency-Key`, if anything. @param name What the caller knows it by. */
export const idempotencyKeyFault = (name: string, key: string): CenoteError | undefined =>
  IDEMPOTENCY_KEY.test(key) ? undefined : invalidRequest(name, `${name}: 1 to 255 printable ASCII characters.`);
