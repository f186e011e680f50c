import { newestFirst } from "@cenote/core";
import type { JobFollower } from "../../jobs/follow";
import { type Job, statusOf } from "../../jobs/job";
import type { JobStore } from "../../jobs/store";

/** Jobs in memory, for tests. */
export const createMemoryJobStore = (): JobStore => {
  const jobs = new Map<string, Job>();
  const followers = new Set<JobFollower>();
  const soon = (follower: JobFollower, tell: () => void) => {
    queueMicrotask(() => {
      if (followers.has(follower)) tell();
    });
  };
  const put = (job: Job) => {
    jobs.set(job.id, job);
    for (const follower of followers)
      soon(follower, () => {
        follower.changed(job.id, job.version);
      });
  };
  const current = ({ id, version, phase }: Job): Job | undefined => {
    const stored = jobs.get(id);
    return stored?.version === version && stored.phase === phase ? stored : undefined;
  };
  return {
    async insert(job) {
      if (jobs.has(job.id)) throw new Error("the job's id is taken");
      put(job);
    },
    find: async (id) => jobs.get(id),
    findMany: async (ids) => ids.flatMap((id) => jobs.get(id) ?? []),
    async update(job, change) {
      const stored = current(job);
      if (stored === undefined) return undefined;
      const changed: Job = { ...stored, ...change, version: stored.version + 1 };
      put(changed);
      return changed;
    },
    async remove(job) {
      return current(job) !== undefined && jobs.delete(job.id);
    },
    list: async (organizationId, { clientTokenId, status, after, limit }) =>
      [...jobs.values()]
        .filter(
          (job) =>
            job.organizationId === organizationId &&
            (clientTokenId === undefined || job.clientTokenId === clientTokenId),
        )
        .filter((job) => status === undefined || statusOf(job) === status)
        .filter((job) => after === undefined || newestFirst(after, job) < 0)
        .sort(newestFirst)
        .slice(0, limit),
    due: async (nowMs, limit) =>
      [...jobs.values()]
        .filter(({ dueAtMs }) => dueAtMs !== undefined && dueAtMs <= nowMs)
        .sort((a, b) => (a.dueAtMs ?? 0) - (b.dueAtMs ?? 0))
        .slice(0, limit),
    follow(follower) {
      followers.add(follower);
      soon(follower, () => {
        follower.opened();
      });
      return {
        close: () => {
          followers.delete(follower);
        },
      };
    },
  };
};
