import type { CallContext } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { requireJobId } from "../call-checks";
import type { Job } from "../jobs/job";
import type { VideoScope } from "../media-scope";
import { tokenOf } from "../token-of";

/** A job that the caller may see. @param jobId A UUID. */
export const visibleJob = async (
  { jobs }: Pick<VideoScope, "jobs">,
  caller: CallContext,
  jobId: string,
): Promise<Job | undefined> => {
  const job = await jobs.find(jobId);
  return job !== undefined && mayHave(caller, job) ? job : undefined;
};

/**
 * Errors: job_not_found, the same for an unknown job, a job of another organization or client token, and a value that
 * is not an id.
 */
export const findJob = async (scope: Pick<VideoScope, "jobs">, caller: CallContext, jobId: string): Promise<Job> => {
  const job = await visibleJob(scope, caller, requireJobId(jobId));
  if (job === undefined) throw new CenoteError("job_not_found");
  return job;
};

/**
 * An organization sees all its jobs. The holder of a client token is an outsider, and sees only the jobs created with
 * that token.
 */
const mayHave = (caller: CallContext, job: Job): boolean => {
  const clientTokenId = tokenOf(caller);
  return (
    job.organizationId === caller.organizationId && (clientTokenId === undefined || job.clientTokenId === clientTokenId)
  );
};
