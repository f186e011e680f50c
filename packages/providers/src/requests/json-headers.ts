import type { Target } from "../target";

/**
 * The headers of a JSON request. Headers of the catalog come last and may override the others.
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
