/** Bounds of one call for images. */
export const IMAGE_LIMITS = {
  /** As many calls to a provider at the same time, if it makes one image each. */
  maxImages: 8,
  /** Until the answer, storing included. */
  totalMs: 60_000,
  /** Providers must be done by then, because their images still have to be stored. */
  makeMs: 52_000,
  imageBytes: 32 * 1024 * 1024,
  /** A hold outlives the longest call. */
  holdTtlMs: 180_000,
} as const;
