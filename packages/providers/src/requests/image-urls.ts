import type { ChatCall } from "../spec";

/** Addresses of images that the provider would have to fetch itself. */
export const imageUrls = ({ messages }: ChatCall): string[] =>
  messages.flatMap(({ content }) =>
    typeof content === "string"
      ? []
      : content.flatMap((part) => (part.type === "image" && !part.url.startsWith("data:") ? [part.url] : [])),
  );
