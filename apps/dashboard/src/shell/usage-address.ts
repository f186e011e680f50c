import type { UsageGrouping } from "../generated/operations";

const NAME = "usage";
const BY_KEY = "by-key";

/** The overview with usage by key. */
export const USAGE_BY_KEY = `/?${NAME}=${BY_KEY}`;

/** The grouping is in the address, so that it survives a reload and can be linked to. */
export const readGrouping = (search: string): UsageGrouping =>
  new URLSearchParams(search).get(NAME) === BY_KEY ? "KEY" : "MODEL";

export const groupingAddress = (by: UsageGrouping): string => (by === "KEY" ? USAGE_BY_KEY : "/");
