import type { Job } from "./job";
import type { JobParts } from "./ports";
import type { JobChange } from "./store";

type StoreParts = Pick<JobParts, "store">;

/** The job as another worker left it. */
export const current = async ({ store }: StoreParts, job: Job): Promise<Job> => (await store.find(job.id)) ?? job;

/** Changes a job, unless another worker did so first. @returns The job afterwards. */
export const change = async (parts: StoreParts, job: Job, to: JobChange): Promise<Job> =>
  (await parts.store.update(job, to)) ?? current(parts, job);

/**
 * Changes a job and runs the next step, unless another worker changed it first and so does the step. @returns The job
 * afterwards.
 */
export const changeAndContinue = async (
  parts: StoreParts,
  job: Job,
  to: JobChange,
  goOn: (changed: Job) => Promise<Job>,
): Promise<Job> => {
  const changed = await parts.store.update(job, to);
  return changed === undefined ? current(parts, job) : goOn(changed);
};
