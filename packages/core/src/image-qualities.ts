/** What an image may be asked for, and what a table of prices may name. */
export const IMAGE_QUALITIES = ["standard", "hd", "low", "medium", "high", "xhigh", "max"] as const;

export type ImageQuality = (typeof IMAGE_QUALITIES)[number];

/**
 * The quality of an image for which none is asked: `standard` where there is one, else the first.
 * @param qualities In the order of the price table. @returns Undefined where there is none.
 */
export const defaultImageQuality = (qualities: readonly string[]): string | undefined =>
  qualities.includes("standard") ? "standard" : qualities[0];
