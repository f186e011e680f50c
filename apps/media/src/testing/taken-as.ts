import type { TakenJob } from "../jobs/job";

/** A job that the first provider of the tests has taken. */
export const takenAs = (handle: string): TakenJob => ({
  route: { provider: "one", model: "video" },
  handle,
  terms: undefined,
});
