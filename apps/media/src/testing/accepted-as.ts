import type { TakenJob } from "../jobs/job";

/** A job that the tests' first provider has accepted. */
export const acceptedAs = (handle: string): TakenJob => ({
  route: { provider: "one", model: "video" },
  handle,
  terms: undefined,
});
