import { type CenoteError, invalidField } from "./cenote-error";

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

/** @returns The error for an invalid `Idempotency-Key`, or undefined. @param name The field, as the caller knows it. */
export const idempotencyKeyFault = (name: string, key: string): CenoteError | undefined =>
  IDEMPOTENCY_KEY.test(key) ? undefined : invalidField(name, "1 to 255 printable ASCII characters.");
