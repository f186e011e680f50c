/** The image qualities that a call may request and a price table may name. */
export const IMAGE_QUALITIES = ["standard", "hd", "low", "medium", "high", "xhigh", "max"] as const;

export type ImageQuality = (typeof IMAGE_QUALITIES)[number];

/**
 * The quality of an image if the call names none: `standard` if the model has it, else the first.
 * @param qualities In the order of the price table. @returns Undefined if there are none.
 */
export const defaultImageQuality = (qualities: readonly string[]): string | undefined =>
  qualities.includes("standard") ? "standard" : qualities[0];
