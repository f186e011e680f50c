import { type CenoteError, invalidField } from "./cenote-error";
import type { Bounds } from "./call-bounds";

/** Bounds of the age of a cached answer, and of the time for which one is kept: up to 30 days. */
export const CACHE_SECONDS: Bounds = { minimum: 1, maximum: 30 * 24 * 3_600 };

/** @returns The error for an invalid age, or undefined. @param name The field, as the caller knows it. */
export const cacheSecondsFault = (name: string, seconds: number): CenoteError | undefined =>
  Number.isInteger(seconds) && seconds >= CACHE_SECONDS.minimum && seconds <= CACHE_SECONDS.maximum
    ? undefined
    : invalidField(name, `a whole number of seconds from ${CACHE_SECONDS.minimum} to ${CACHE_SECONDS.maximum}.`);
