import { newestAfter } from "@cenote/mongo";
import { type Connection, Schema } from "mongoose";
import {
  type Job,
  type JobAttempt,
  type JobPhase,
  type JobRoute,
  type JobStatus,
  type Refusals,
  statusOf,
  type TakenJob,
} from "../jobs/job";
import type { JobChange, JobStore } from "../jobs/store";
import { followJobs } from "./follow-jobs";

interface JobDocument {
  readonly _id: string;
  readonly org: string;
  readonly key: string;
  /** Absent without a client token, and in jobs from before it was stored. */
  readonly client_token?: string;
  readonly request_id: string;
  readonly media_id: string;
  readonly model: string;
  readonly prompt: string;
  readonly duration_s: number;
  readonly aspect_ratio?: string;
  /** Absent without a first frame, and in jobs from before first frames. */
  readonly first_frame_digest?: string;
  readonly callback_url?: string;
  readonly created: Date;
  readonly version: number;
  readonly phase: JobPhase;
  /** The status of `phase`, for lists. */
  readonly status: JobStatus;
  readonly due?: Date;
  /** Absent in jobs from before it was stored. */
  readonly offered?: boolean;
  readonly attempts: JobAttempt[];
  readonly route?: JobRoute;
  /** Absent before a provider accepts the job, and in jobs from before terms were stored. */
  readonly terms?: string;
  readonly handle?: string;
  /** Absent in jobs from before refusals were counted. */
  readonly poll_refusals?: number;
  /** Absent without refusals, and in jobs from before it was stored. */
  readonly refused_since?: Date;
  readonly provider_url?: string;
  readonly provider_url_expires?: Date;
  readonly video_url?: string;
  readonly stored: boolean;
  readonly copy_failures: number;
  readonly copy_due?: Date;
  readonly error?: string;
  readonly outcome: Job["outcome"];
  readonly ended?: Date;
  readonly cost_usd: string;
  readonly cost_nano_mxn: string;
  readonly callback_failures: number;
  readonly callback_due?: Date;
}

const text = { type: String, required: true };
const attemptSchema = new Schema<JobAttempt>(
  { route: text, outcome: text, durationMs: { type: Number, required: true } },
  { _id: false },
);
const routeSchema = new Schema<JobRoute>({ provider: text, model: text, key: String }, { _id: false });

const jobSchema = new Schema<JobDocument>(
  {
    _id: text,
    org: text,
    // Empty for a service that acts for the organization itself. Mongoose takes an empty string of a required field for
    // missing.
    key: { type: String, default: "" },
    client_token: String,
    request_id: text,
    media_id: text,
    model: text,
    prompt: text,
    duration_s: { type: Number, required: true },
    aspect_ratio: String,
    first_frame_digest: String,
    callback_url: String,
    created: { type: Date, required: true },
    version: { type: Number, required: true },
    phase: text,
    status: text,
    due: Date,
    offered: Boolean,
    attempts: [attemptSchema],
    route: routeSchema,
    terms: String,
    handle: String,
    poll_refusals: Number,
    refused_since: Date,
    provider_url: String,
    provider_url_expires: Date,
    video_url: String,
    stored: { type: Boolean, required: true },
    copy_failures: { type: Number, required: true },
    copy_due: Date,
    error: String,
    outcome: text,
    ended: Date,
    cost_usd: { type: String, default: "" },
    cost_nano_mxn: text,
    callback_failures: { type: Number, required: true },
    callback_due: Date,
  },
  { collection: "video_jobs", versionKey: false, strict: "throw" },
)
  .index({ org: 1, created: -1, _id: -1 })
  // For lists by client token and lists of failed jobs: both are few among all jobs of an organization.
  .index({ org: 1, client_token: 1, created: -1, _id: -1 })
  .index({ org: 1, status: 1, created: -1, _id: -1 })
  .index({ due: 1 }, { sparse: true });

/** Indexes must be synced after the store is made and before it is used. */
export const createMongoJobStore = (connection: Connection): JobStore => {
  const jobs = connection.model<JobDocument>("VideoJob", jobSchema);
  return {
    async insert(job) {
      await jobs.create(toDocument(job));
    },
    async find(id) {
      const document = await jobs.findOne({ _id: id }).lean<JobDocument>();
      return document === null ? undefined : toJob(document);
    },
    findMany: async (ids) => (await jobs.find({ _id: { $in: [...ids] } }).lean<JobDocument[]>()).map(toJob),
    async update(job, change) {
      const { id, version, phase } = job;
      const changed: Job = { ...job, ...change, version: version + 1 };
      const { modifiedCount } = await jobs.updateOne({ _id: id, version, phase }, toUpdate(changed, change));
      return modifiedCount === 1 ? changed : undefined;
    },
    async remove({ id, version, phase }) {
      return (await jobs.deleteOne({ _id: id, version, phase })).deletedCount === 1;
    },
    async list(organizationId, { clientTokenId, status, after, limit }) {
      const documents = await jobs
        .find({
          org: organizationId,
          ...(clientTokenId === undefined ? {} : { client_token: clientTokenId }),
          ...(status === undefined ? {} : { status }),
          ...(after && newestAfter(after)),
        })
        .sort({ created: -1, _id: -1 })
        .limit(limit)
        .lean<JobDocument[]>();
      return documents.map(toJob);
    },
    due: async (nowMs, limit) =>
      (
        await jobs
          .find({ due: { $lte: new Date(nowMs) } })
          .sort({ due: 1 })
          .limit(limit)
          .lean<JobDocument[]>()
      ).map(toJob),
    follow: (follower) => followJobs(jobs.collection, follower),
  };
};

const dateOf = (timeMs: number | undefined): Date | undefined => (timeMs === undefined ? undefined : new Date(timeMs));

const toDocument = (job: Job): Partial<JobDocument> => ({
  _id: job.id,
  org: job.organizationId,
  key: job.keyId,
  client_token: job.clientTokenId === "" ? undefined : job.clientTokenId,
  request_id: job.requestId,
  media_id: job.mediaId,
  model: job.model,
  prompt: job.prompt,
  duration_s: job.durationS,
  aspect_ratio: job.aspectRatio,
  first_frame_digest: job.firstFrameDigest,
  callback_url: job.callbackUrl,
  created: new Date(job.createdAtMs),
  version: job.version,
  ...storedOf(job, CHANGEABLE),
});

/** The stored form of each field that a change may set. A field without a value is not stored. */
const STORED: Readonly<Record<keyof JobChange, (job: Job) => Partial<JobDocument>>> = {
  phase: (job) => ({ phase: job.phase, status: statusOf(job) }),
  dueAtMs: (job) => ({ due: dateOf(job.dueAtMs) }),
  offered: (job) => ({ offered: job.offered }),
  attempts: (job) => ({ attempts: [...job.attempts] }),
  taken: (job) => ({
    route: job.taken?.route,
    terms: job.taken?.terms,
    handle: job.taken?.handle,
    status: statusOf(job),
  }),
  refused: ({ refused }) => ({ poll_refusals: refused?.count ?? 0, refused_since: dateOf(refused?.sinceMs) }),
  providerUrl: (job) => ({ provider_url: job.providerUrl }),
  providerUrlExpiresAtMs: (job) => ({ provider_url_expires: dateOf(job.providerUrlExpiresAtMs) }),
  videoUrl: (job) => ({ video_url: job.videoUrl }),
  stored: (job) => ({ stored: job.stored }),
  copyFailures: (job) => ({ copy_failures: job.copyFailures }),
  copyDueAtMs: (job) => ({ copy_due: dateOf(job.copyDueAtMs) }),
  error: (job) => ({ error: job.error }),
  outcome: (job) => ({ outcome: job.outcome }),
  endedAtMs: (job) => ({ ended: dateOf(job.endedAtMs) }),
  costUsd: (job) => ({ cost_usd: job.costUsd }),
  costNanoMxn: (job) => ({ cost_nano_mxn: job.costNanoMxn.toString() }),
  callbackFailures: (job) => ({ callback_failures: job.callbackFailures }),
  callbackDueAtMs: (job) => ({ callback_due: dateOf(job.callbackDueAtMs) }),
};

const CHANGEABLE = Object.keys(STORED) as readonly (keyof JobChange)[];

const storedOf = (job: Job, fields: readonly (keyof JobChange)[]): Partial<JobDocument> => {
  const document: Partial<JobDocument> = {};
  for (const field of fields) Object.assign(document, STORED[field](job));
  return document;
};

const toUpdate = (changed: Job, change: JobChange) => {
  const set: Record<string, unknown> = { version: changed.version };
  const unset: Record<string, 1> = {};
  for (const [name, value] of Object.entries(storedOf(changed, Object.keys(change) as (keyof JobChange)[]))) {
    if (value === undefined) unset[name] = 1;
    else set[name] = value;
  }
  return { $set: set, ...(Object.keys(unset).length > 0 && { $unset: unset }) };
};

const takenOf = ({ route, handle, terms }: JobDocument): TakenJob | undefined =>
  route === undefined || handle === undefined ? undefined : { route, handle, terms };

const refusedOf = ({ poll_refusals: count = 0, refused_since: since }: JobDocument): Refusals | undefined =>
  since === undefined ? undefined : { count, sinceMs: since.getTime() };

const toJob = (document: JobDocument): Job => ({
  id: document._id,
  organizationId: document.org,
  keyId: document.key,
  clientTokenId: document.client_token ?? "",
  requestId: document.request_id,
  mediaId: document.media_id,
  model: document.model,
  prompt: document.prompt,
  durationS: document.duration_s,
  aspectRatio: document.aspect_ratio,
  firstFrameDigest: document.first_frame_digest,
  callbackUrl: document.callback_url,
  createdAtMs: document.created.getTime(),
  version: document.version,
  phase: document.phase,
  dueAtMs: document.due?.getTime(),
  offered: document.offered ?? true,
  attempts: document.attempts,
  taken: takenOf(document),
  refused: refusedOf(document),
  providerUrl: document.provider_url,
  providerUrlExpiresAtMs: document.provider_url_expires?.getTime(),
  videoUrl: document.video_url,
  stored: document.stored,
  copyFailures: document.copy_failures,
  copyDueAtMs: document.copy_due?.getTime(),
  error: document.error,
  outcome: document.outcome,
  endedAtMs: document.ended?.getTime(),
  costUsd: document.cost_usd,
  costNanoMxn: BigInt(document.cost_nano_mxn),
  callbackFailures: document.callback_failures,
  callbackDueAtMs: document.callback_due?.getTime(),
});
