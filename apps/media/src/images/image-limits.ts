/** Limits of one call for images. */
export const IMAGE_LIMITS = {
  /** Also the most calls to a provider at the same time, if it makes one image per call. */
  maxImages: 8,
  /** From the request to the answer, with the time to store the images. */
  totalMs: 60_000,
  /** From the request to the providers' answers: the images still have to be stored. */
  makeMs: 52_000,
  imageBytes: 32 * 1024 * 1024,
  /** Longer than the longest call. */
  holdTtlMs: 180_000,
} as const;
