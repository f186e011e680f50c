import type { Clock, Ids } from "@cenote/core";
import { DEFAULT_BEHAVIOUR, type Behaviour } from "../behaviour/behaviour";
import type { Holds } from "../playback/holds";

/** A requested video. */
export interface VideoJob {
  /** Lower-case letters and digits. */
  readonly id: string;
  readonly model: string;
  readonly prompt: string;
  readonly durationS: number;
  readonly aspectRatio: string;
  /** The image that the video begins with, as `textOfGiven` describes it: kept instead of the image's megabytes. */
  readonly given?: string;
  /** The key it was submitted with, if no other key may find it. */
  readonly owner?: string;
}

/** What a poll finds. */
export type JobState =
  | { readonly state: "unknown" }
  /** The poll itself fails. */
  | { readonly state: "unreachable" }
  | { readonly state: "running"; readonly begun: boolean }
  | { readonly state: "cancelled" }
  | { readonly state: "over"; readonly job: VideoJob; readonly behaviour: Behaviour };

/** Polling statistics of a job. */
export interface PolledJob {
  readonly id: string;
  readonly model: string;
  readonly polls: number;
  /** Shortest time between two polls, milliseconds; null before the second. */
  readonly shortest_interval_ms: number | null;
}

/** The jobs of all providers, whose state depends on earlier calls. */
export interface VideoJobs {
  create(job: Omit<VideoJob, "id">): string;
  /** Sets how the job behaves, from its prompt or a rule. Called before the first poll. */
  direct(id: string, behaviour: Behaviour): void;
  /** Whether an existing job may be accessed with this key. */
  isOf(id: string, owner: string): boolean;
  /** Counts as a poll. */
  poll(id: string): JobState;
  /** Does not count as a poll. */
  look(id: string): JobState;
  /** @returns What the job was before. */
  cancel(id: string): "queued" | "begun" | "over" | "unknown";
  /** Every remembered job, oldest first. */
  list(): readonly PolledJob[];
}

/** A stored state of a job; its last record counts. */
export interface JobRecord {
  readonly job: VideoJob;
  readonly behaviour: Partial<Behaviour>;
  readonly cancelled: boolean;
  /** Wall-clock milliseconds. */
  readonly submittedMs: number;
}

/** Storage for jobs that outlive the process, as they do at a real provider. */
export interface JobRecords {
  /** The last record of each stored job, oldest first. */
  read(): readonly JobRecord[];
  write(record: JobRecord): void;
}

/** Beyond this the oldest job is forgotten. */
const MAX_JOBS = 10_000;

interface Entry {
  readonly job: VideoJob;
  readonly submittedMs: number;
  behaviour: Behaviour;
  polls: number;
  lastPollMs: number | undefined;
  shortestIntervalMs: number | null;
  cancelled: boolean;
}

export interface VideoJobsOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly holds: Pick<Holds, "isReleased">;
  /** Without it, jobs end with the process. */
  readonly records?: JobRecords | undefined;
}

export const createVideoJobs = ({ clock, ids, holds, records }: VideoJobsOptions): VideoJobs => {
  const entries = new Map<string, Entry>();

  const begin = (job: VideoJob, behaviour: Behaviour, cancelled: boolean): Entry => {
    const entry: Entry = {
      job,
      submittedMs: clock.monotonicMs(),
      behaviour,
      polls: 0,
      lastPollMs: undefined,
      shortestIntervalMs: null,
      cancelled,
    };
    const [oldest] = entries.keys();
    if (entries.size >= MAX_JOBS && oldest !== undefined) entries.delete(oldest);
    entries.set(job.id, entry);
    return entry;
  };
  const record = ({ job, behaviour, cancelled }: Entry): void => {
    records?.write({ job, behaviour, cancelled, submittedMs: clock.nowMs() });
  };
  for (const { job, behaviour, cancelled } of records?.read() ?? [])
    begin(job, { ...DEFAULT_BEHAVIOUR, ...behaviour }, cancelled);

  const stateOf = (entry: Entry): JobState => {
    const { behaviour, polls } = entry;
    if (entry.cancelled) return { state: "cancelled" };
    const answered = polls - behaviour.pollErrors;
    const isHeld = behaviour.renderHold !== undefined && !holds.isReleased(behaviour.renderHold);
    const isRunning =
      answered <= behaviour.polls || clock.monotonicMs() - entry.submittedMs < behaviour.renderMs || isHeld;
    if (isRunning) return { state: "running", begun: answered > 1 };
    return behaviour.outcome === "forgotten" ? { state: "unknown" } : { state: "over", job: entry.job, behaviour };
  };

  return {
    create(job) {
      const id = ids.requestId().slice("req_".length);
      begin({ ...job, id }, DEFAULT_BEHAVIOUR, false);
      return id;
    },
    direct(id, behaviour) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      entry.behaviour = behaviour;
      record(entry);
    },
    isOf(id, owner) {
      const entry = entries.get(id);
      return entry !== undefined && (entry.job.owner ?? owner) === owner;
    },
    poll(id) {
      const entry = entries.get(id);
      if (entry === undefined) return { state: "unknown" };
      const nowMs = clock.monotonicMs();
      if (entry.lastPollMs !== undefined)
        entry.shortestIntervalMs = Math.min(entry.shortestIntervalMs ?? Infinity, nowMs - entry.lastPollMs);
      entry.lastPollMs = nowMs;
      entry.polls++;
      return entry.polls <= entry.behaviour.pollErrors ? { state: "unreachable" } : stateOf(entry);
    },
    look(id) {
      const entry = entries.get(id);
      return entry === undefined ? { state: "unknown" } : stateOf(entry);
    },
    cancel(id) {
      const entry = entries.get(id);
      if (entry === undefined) return "unknown";
      const before = stateOf(entry);
      if (before.state === "over") return "over";
      entry.cancelled = true;
      record(entry);
      return before.state === "running" && before.begun ? "begun" : "queued";
    },
    list: () =>
      [...entries.values()].map(({ job: { id, model }, polls, shortestIntervalMs }) => ({
        id,
        model,
        polls,
        shortest_interval_ms: shortestIntervalMs,
      })),
  };
};
