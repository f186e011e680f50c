import type { ChatModel, ImageTokens } from "@cenote/catalog";

/** What an image takes at most, whichever of the models answers; undefined where nothing is known of any. */
export const dearestImages = (models: readonly Pick<ChatModel, "imageTokens">[]): ImageTokens | undefined =>
  models.reduce<ImageTokens | undefined>((dearest, { imageTokens }) => {
    if (dearest === undefined || imageTokens === undefined) return dearest ?? imageTokens;
    return { low: Math.max(dearest.low, imageTokens.low), high: Math.max(dearest.high, imageTokens.high) };
  }, undefined);
