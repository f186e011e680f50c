import { readDataUrl } from "../requests/data-url";
import { invalidCall } from "../requests/invalid-call";
import type { ProviderError } from "../provider-error";
import type { ImageBlock } from "./wire-types";

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ["image/png", "image/png"],
  ["image/jpeg", "image/jpeg"],
  ["image/jpg", "image/jpeg"],
  ["image/gif", "image/gif"],
  ["image/webp", "image/webp"],
]);
const SHOWN_CHARACTERS = 40;

const refused = (why: string): ProviderError => invalidCall("messages", why);

const shown = (url: string): string => (url.length <= SHOWN_CHARACTERS ? url : `${url.slice(0, SHOWN_CHARACTERS)}...`);

const fromDataUrl = (url: string): ImageBlock => {
  const image = readDataUrl(url);
  if (image === undefined)
    throw refused(`an image's data URL has to be of the form data:image/png;base64,...: "${shown(url)}".`);
  const { mediaType, data } = image;
  const known = MEDIA_TYPES.get(mediaType);
  if (known === undefined)
    throw refused(`an image of the type "${shown(mediaType)}" is not taken; PNG, JPEG, GIF and WebP are.`);
  if (data === "") throw refused("an image's data URL holds no data.");
  return { type: "image", source: { type: "base64", media_type: known, data } };
};

/** Throws ProviderError if the URL is neither an https address nor the data URL of a supported image. */
export const toImageBlock = (url: string): ImageBlock => {
  if (/^data:/i.test(url)) return fromDataUrl(url);
  if (/^https:\/\//i.test(url)) return { type: "image", source: { type: "url", url } };
  throw refused(`Anthropic takes images from https URLs and data URLs alone: "${shown(url)}".`);
};
