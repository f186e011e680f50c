import { failUnlessChanged } from "./fail";
import type { Job, JobFailure } from "./job";
import type { JobParts } from "./ports";

/** Ends a job that may be under way at its provider, which is told. @returns The job's state then. */
export const giveUp = async (parts: JobParts, job: Job, failure: JobFailure): Promise<Job> => {
  const ended = await failUnlessChanged(parts, job, failure);
  if (ended.isOurs) parts.background.run("a video job given up", tellProvider(parts, job));
  return ended.job;
};

/** Tells the provider that nobody wants a job any more. It may spare the work; nothing depends on it. */
export const tellProvider = async (
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
