import type { ProviderError } from "../provider-error";

/** A character of base64, also in a URL's encoding. */
const BASE64 = "(?:[\\w+/=-]|%2[BbFf]|%3[Dd])";
/** How PNG, JPEG and WebP files begin in base64, for providers that are sent it without a data URL. */
const HEADS = "(?:iVBORw0KG|/9j/|UklGR)";
/** Fewer characters behind such a head may be anything. */
const MIN_CHARACTERS = 16;

const QUOTED = new RegExp(`data:[^,\\s]{0,255};base64,${BASE64}*|${HEADS}${BASE64}{${MIN_CHARACTERS},}`, "g");

/**
 * The text without images in base64: some providers repeat the one that a video was to begin with when they can't use
 * it, and what they say of a job is stored.
 */
export const withoutQuotedImages = (text: string): string => text.replace(QUOTED, "[image]");

/** The error as it may be stored. */
export const withoutImages = (error: ProviderError): ProviderError => {
  const message = withoutQuotedImages(error.message);
  return message === error.message ? error : error.with({ message }, error.cause);
};
