import type { ChatCall, UnsupportedField } from "../spec";

/** For a call with image URLs to a target that does not fetch images. */
export const ONLY_DATA_URLS: UnsupportedField = { field: "messages", why: "accepts images only as data: URLs." };

/** URLs of images that the provider would have to fetch. */
export const imageUrls = ({ messages }: ChatCall): string[] =>
  messages.flatMap(({ content }) =>
    typeof content === "string"
      ? []
      : content.flatMap((part) => (part.type === "image" && !part.url.startsWith("data:") ? [part.url] : [])),
  );
