import type { ProviderError } from "../provider-error";

/** A character of base64, also in a URL's encoding. */
const BASE64 = "(?:[\\w+/=-]|%2[BbFf]|%3[Dd])";
/** The beginnings of PNG, JPEG and WebP files in base64, for providers that get images without a data URL. */
const HEADS = "(?:iVBORw0KG|/9j/|UklGR)";
/** Fewer characters after such a beginning may be any text. */
const MIN_CHARACTERS = 16;

const QUOTED = new RegExp(`data:[^,\\s]{0,255};base64,${BASE64}*|${HEADS}${BASE64}{${MIN_CHARACTERS},}`, "g");

/**
 * Removes base64 images from a text. Some providers repeat the first image of a video if they can't use it, and what they
 * say about a job is stored.
 */
export const withoutQuotedImages = (text: string): string => text.replace(QUOTED, "[image]");

/** Removes base64 images from an error, so that it may be stored. */
export const withoutImages = (error: ProviderError): ProviderError => {
  const message = withoutQuotedImages(error.message);
  return message === error.message ? error : error.with({ message }, error.cause);
};
