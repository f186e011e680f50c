import type { PagePosition } from "@cenote/core";
import type { Following, JobFollower } from "./follow";
import type { Job, JobOrder, JobStatus } from "./job";

/** What a change sets; what it leaves out stays. */
export type JobChange = Partial<Omit<Job, keyof JobOrder | "version">>;

export interface JobQuery {
  /** Only those made with this client token; left out for all. */
  readonly clientTokenId?: string | undefined;
  /** Undefined for all. */
  readonly status: JobStatus | undefined;
  /** Undefined for the beginning. */
  readonly after: PagePosition | undefined;
  readonly limit: number;
}

export interface JobStore {
  /** Durable when it resolves. Rejects where the id is taken. */
  insert(job: Job): Promise<void>;
  find(id: string): Promise<Job | undefined>;
  /** Jobs that are not there are missing in the answer. */
  findMany(ids: readonly string[]): Promise<readonly Job[]>;
  /**
   * Compare-and-set: changes the job as long as `version` and `phase` are still those of `job`. Durable when it
   * resolves.
   * @returns The job after the change; undefined where another was faster.
   */
  update(job: Job, change: JobChange): Promise<Job | undefined>;
  /** Takes the job away as long as it is still as given. @returns Whether it was. */
  remove(job: Job): Promise<boolean>;
  /** Newest first. */
  list(organizationId: string, query: JobQuery): Promise<readonly Job[]>;
  /** Jobs whose `dueAtMs` has come, the longest overdue first. */
  due(nowMs: number, limit: number): Promise<readonly Job[]>;
  /**
   * Never throws, and reports nothing before it returns. Each following is a load on the database, so one per process
   * will do.
   */
  follow(follower: JobFollower): Following;
}
