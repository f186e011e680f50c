import { failUnlessChanged } from "./fail";
import type { Job, JobFailure } from "./job";
import type { JobParts } from "./ports";

/** Fails a job that may be running at its provider, and tells the provider to stop. @returns The job afterwards. */
export const giveUp = async (parts: JobParts, job: Job, failure: JobFailure): Promise<Job> => {
  const ended = await failUnlessChanged(parts, job, failure);
  if (ended.isOurs) parts.background.run("a video job given up", stopAtProvider(parts, job));
  return ended.job;
};

/** Tells the provider that the job is no longer wanted. It may save the provider work; nothing depends on it. */
export const stopAtProvider = async (
  { routes, log }: JobParts,
  { id, taken }: Pick<Job, "id" | "taken">,
): Promise<void> => {
  if (taken === undefined) return;
  try {
    await routes.find(taken)?.stop();
  } catch (error) {
    log.info({ jobId: id, error }, "a job that has ended could not be stopped at its provider");
  }
};
