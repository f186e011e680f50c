import type { JobFollower } from "../jobs/follow";
import type { Job } from "../jobs/job";
import type { JobStore } from "../jobs/store";
import { createMemoryJobStore } from "./memory/job-store";
import { acceptedAs } from "./accepted-as";
import { testJob } from "./test-job";

/** A store whose reads and change reports are controlled by the test. */
export interface ScriptedJobs {
  readonly store: JobStore;
  /** The current follower, if any. */
  readonly follower: JobFollower | undefined;
  /** How often following was started. */
  readonly followings: number;
  /** The ids of each read. */
  readonly reads: (readonly string[])[];
  /** Called before each read returns. */
  beforeAnswer: () => Promise<void>;
  /** Another process changes the job; the follower is notified if `told`. */
  change(id: string, options?: { readonly told?: boolean }): Promise<Job>;
}

export const createScriptedJobs = async (...ids: readonly string[]): Promise<ScriptedJobs> => {
  const memory = createMemoryJobStore();
  let follower: JobFollower | undefined;
  let followings = 0;
  const reads: (readonly string[])[] = [];
  for (const id of ids) await memory.insert(testJob({ id }));
  const scripted: ScriptedJobs = {
    get follower() {
      return follower;
    },
    get followings() {
      return followings;
    },
    reads,
    beforeAnswer: async () => {},
    store: {
      ...memory,
      async findMany(wanted) {
        reads.push(wanted.toSorted());
        const found = await memory.findMany(wanted);
        await scripted.beforeAnswer();
        return found;
      },
      follow(next) {
        followings += 1;
        const end = () => {
          if (follower === own) follower = undefined;
        };
        const own: JobFollower = {
          opened: () => {
            next.opened();
          },
          changed: (id, version) => {
            next.changed(id, version);
          },
          lost(error) {
            end();
            next.lost(error);
          },
          unsupported() {
            end();
            next.unsupported();
          },
        };
        follower = own;
        return { close: end };
      },
    },
    async change(id, { told = true } = {}) {
      const job = await memory.find(id);
      const changed = job && (await memory.update(job, { taken: acceptedAs(`handle ${job.version + 1}`) }));
      if (changed === undefined) throw new Error(`no job ${id}`);
      if (told) follower?.changed(id, changed.version);
      return changed;
    },
  };
  return scripted;
};
