import type { Ids } from "@cenote/core";

/** Sequential ids: the same seed gives the same ids. */
export const createSeededIds = (seed = 1): Ids => {
  let count = seed * 1_000_000;
  const next = () => (count++).toString(16);
  return {
    requestId: () => `req_${next().padStart(24, "0")}`,
    uuid: () => `00000000-0000-4000-8000-${next().padStart(12, "0")}`,
    secret: (length) => next().padStart(length, "s").slice(-length),
  };
};
