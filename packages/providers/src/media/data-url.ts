import type { InputImage } from "./media-spec";

/** An image within a request, for providers that would otherwise fetch it. */
export const dataUrlOf = ({ bytes, contentType }: InputImage): string =>
  `data:${contentType};base64,${bytes.toString("base64")}`;
