import type { Target } from "../target";

/**
 * The headers of a call in JSON; the catalog's own come last and may replace them.
 * @param keyHeader `authorization` carries `Bearer <key>`, any other the bare key.
 */
export const jsonHeaders = (
  { apiKey, headers }: Target,
  keyHeader: string,
  accept: string,
): Record<string, string> => ({
  "content-type": "application/json",
  accept,
  "accept-encoding": "identity",
  ...(apiKey === undefined ? {} : { [keyHeader]: keyHeader === "authorization" ? `Bearer ${apiKey}` : apiKey }),
  ...headers,
});
