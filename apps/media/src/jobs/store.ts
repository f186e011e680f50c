import type { PagePosition } from "@cenote/core";
import type { Following, JobFollower } from "./follow";
import type { Job, JobOrder, JobStatus } from "./job";

/** The fields to set; fields left out keep their values. */
export type JobChange = Partial<Omit<Job, keyof JobOrder | "version">>;

export interface JobQuery {
  /** Only jobs created with this client token; all jobs if absent. */
  readonly clientTokenId?: string | undefined;
  /** Undefined for all statuses. */
  readonly status: JobStatus | undefined;
  /** Undefined for the first page. */
  readonly after: PagePosition | undefined;
  readonly limit: number;
}

export interface JobStore {
  /** Durable when it resolves. Rejects if the id exists. */
  insert(job: Job): Promise<void>;
  find(id: string): Promise<Job | undefined>;
  /** Ids without a job are missing from the result. */
  findMany(ids: readonly string[]): Promise<readonly Job[]>;
  /**
   * Compare-and-set: changes the job if `version` and `phase` are still those of `job`. Durable when it resolves.
   * @returns The job after the change; undefined if another worker changed it first.
   */
  update(job: Job, change: JobChange): Promise<Job | undefined>;
  /** Deletes the job if it is unchanged. @returns Whether it was deleted. */
  remove(job: Job): Promise<boolean>;
  /** Newest first. */
  list(organizationId: string, query: JobQuery): Promise<readonly Job[]>;
  /** Jobs whose `dueAtMs` has come, the longest overdue first. */
  due(nowMs: number, limit: number): Promise<readonly Job[]>;
  /** Never throws, and reports nothing before it returns. Each call loads the database, so make one per process. */
  follow(follower: JobFollower): Following;
}
