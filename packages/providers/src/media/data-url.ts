import type { InputImage } from "./media-spec";

/** An image inside a request, in place of an address that the provider would have to fetch. */
export const dataUrlOf = ({ bytes, contentType }: InputImage): string =>
  `data:${contentType};base64,${bytes.toString("base64")}`;
