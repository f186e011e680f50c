import type { TakenJob } from "../jobs/job";

/** A job that the tests' first provider has accepted. */
export const takenAs = (handle: string): TakenJob => ({
  route: { provider: "one", model: "video" },
  handle,
  terms: undefined,
});
