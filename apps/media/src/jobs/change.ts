import type { Job } from "./job";
import type { JobParts } from "./ports";
import type { JobChange } from "./store";

type StoreParts = Pick<JobParts, "store">;

/** What another made of the job in between. */
export const current = async ({ store }: StoreParts, job: Job): Promise<Job> => (await store.find(job.id)) ?? job;

/** Changes a job, unless another was faster. @returns What it is then. */
export const change = async (parts: StoreParts, job: Job, to: JobChange): Promise<Job> =>
  (await parts.store.update(job, to)) ?? current(parts, job);

/** Changes a job and goes on with it, unless another was faster: then that one goes on. @returns What it is then. */
export const changeAndGoOn = async (
  parts: StoreParts,
  job: Job,
  to: JobChange,
  goOn: (changed: Job) => Promise<Job>,
): Promise<Job> => {
  const changed = await parts.store.update(job, to);
  return changed === undefined ? current(parts, job) : goOn(changed);
};
