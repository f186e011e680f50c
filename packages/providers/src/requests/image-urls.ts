import type { ChatCall, UnsupportedField } from "../spec";

/** Of a target that fetches no image by itself, in a call with addresses of some. */
export const ONLY_DATA_URLS: UnsupportedField = { field: "messages", why: "accepts images only as data: URLs." };

/** Addresses of images that the provider would have to fetch itself. */
export const imageUrls = ({ messages }: ChatCall): string[] =>
  messages.flatMap(({ content }) =>
    typeof content === "string"
      ? []
      : content.flatMap((part) => (part.type === "image" && !part.url.startsWith("data:") ? [part.url] : [])),
  );
