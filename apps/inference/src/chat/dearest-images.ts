import type { ChatModel, ImageTokens } from "@cenote/catalog";

/** The most tokens of an image, whichever of the models answers; undefined if nothing is known about any of them. */
export const dearestImages = (models: readonly Pick<ChatModel, "imageTokens">[]): ImageTokens | undefined =>
  models.reduce<ImageTokens | undefined>((dearest, { imageTokens }) => {
    if (dearest === undefined || imageTokens === undefined) return dearest ?? imageTokens;
    return { low: Math.max(dearest.low, imageTokens.low), high: Math.max(dearest.high, imageTokens.high) };
  }, undefined);
