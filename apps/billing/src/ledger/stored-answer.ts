import type { CallRecord } from "./charge";

/** Marks an answer from the cache in the journal: an attempt without a route, which older versions can read too. */
export const FROM_CACHE: CallRecord["attempts"] = [{ route: "", outcome: "cached", durationMs: 0 }];

export const isFromCache = ({ attempts, cached }: CallRecord): boolean =>
  cached === true || (attempts[0]?.route === "" && attempts[0].outcome === "cached");
