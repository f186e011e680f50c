import { CenoteError } from "@cenote/core";
import { requireJobId } from "../call-checks";
import type { Job } from "../jobs/job";
import type { MediaScope } from "../media-scope";

/** Errors: job_not_found, the same for an unknown job, one of another organization, and what is no id. */
export const findJob = async ({ jobs }: Pick<MediaScope, "jobs">, organizationId: string, jobId: string): Promise<Job> => {
  const job = await jobs.find(requireJobId(jobId));
  if (job === undefined || job.organizationId !== organizationId) throw new CenoteError("job_not_found");
  return job;
};
