import type { ProviderErrorKind } from "../provider-error";

const KINDS: ReadonlyMap<number, ProviderErrorKind> = new Map([
  [401, "credentials"],
  [402, "quota"],
  [408, "server"],
  [409, "server"],
  [410, "model_gone"],
  [425, "server"],
  [429, "rate_limited"],
]);

/** The kind of an error by its status; undefined if only its message can tell, as for 400, 403 and 404. */
export const kindOfStatus = (status: number): ProviderErrorKind | undefined => {
  if (status >= 500) return "server";
  return status < 400 ? "malformed" : KINDS.get(status);
};
