/** Bounds of one call for images. */
export const IMAGE_LIMITS = {
  maxImages: 8,
  /** Until the answer, storing included. */
  totalMs: 60_000,
  /** Providers must be done by then, because their images still have to be stored. */
  makeMs: 52_000,
  /** Calls to providers for one call of ours, at the same time. */
  callsAtOnce: 4,
  imageBytes: 32 * 1024 * 1024,
  /** A hold outlives the longest call. */
  holdTtlMs: 180_000,
} as const;
