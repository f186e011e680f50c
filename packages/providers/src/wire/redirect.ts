import type { HttpHeaders } from "./http";

const MAX_CHARACTERS = 300;

/** The target of a redirect, which is not followed: only origin and path, since the rest may contain a key. */
export const redirectOf = (status: number, { location }: HttpHeaders, baseUrl: string): string | undefined => {
  if (status < 300 || status > 399 || typeof location !== "string") return undefined;
  const url = URL.parse(location, baseUrl);
  return url === null ? undefined : `${url.origin}${url.pathname}`.slice(0, MAX_CHARACTERS);
};
