import type { CallRecord } from "./charge";

/**
 * How the journal says that an answer is a stored one: an attempt at no route. Versions from before the cache can read
 * it, too.
 */
export const FROM_CACHE: CallRecord["attempts"] = [{ route: "", outcome: "cached", durationMs: 0 }];

export const isFromCache = ({ attempts, cached }: CallRecord): boolean =>
  cached === true || (attempts[0]?.route === "" && attempts[0].outcome === "cached");
