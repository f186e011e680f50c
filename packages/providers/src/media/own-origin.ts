import type { Target } from "../target";

/** Whether a file is at the provider's own API. Our key is sent only there, since an answer may name any address. */
export const isOwnOrigin = (url: string, { baseUrl }: Target): boolean =>
  URL.parse(url)?.origin === new URL(baseUrl).origin;
