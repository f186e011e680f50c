import { mongo } from "mongoose";
import type { Following, JobFollower } from "../jobs/follow";

/** The part of a change event that is read. */
interface JobEvent {
  readonly documentKey?: { readonly _id?: unknown };
  readonly fullDocument?: { readonly version?: unknown };
  readonly updateDescription?: { readonly updatedFields?: { readonly version?: unknown } };
}

const PIPELINE = [
  { $match: { operationType: { $in: ["insert", "update", "replace"] } } },
  // Every replica reads the changes of all replicas, so prompts and addresses are left out. `_id`, the position in the
  // stream, is required.
  { $project: { documentKey: 1, "fullDocument.version": 1, "updateDescription.updatedFields.version": 1 } },
];

/**
 * The server answers after this time even if nothing changed. Each change stream occupies a connection of the pool
 * meanwhile.
 */
const AWAIT_MS = 1000;

/** Error codes of servers without change streams: not a replica set, an unknown stage or command, not implemented. */
const UNSUPPORTED_CODES: ReadonlySet<unknown> = new Set([40_573, 40_324, 59, 115, 238]);

/** Follows the jobs through a change stream, which the driver resumes after a short loss of the connection. */
export const followJobs = (jobs: Pick<mongo.Collection, "watch">, follower: JobFollower): Following => {
  let closed = false;
  const run = async (): Promise<void> => {
    const stream = jobs.watch<mongo.Document, JobEvent>(PIPELINE, { maxAwaitTimeMS: AWAIT_MS });
    try {
      for (let opened = false; !stream.closed; opened = true) {
        // Null if nothing changed during the wait.
        const event = await stream.tryNext();
        // Not earlier: the server would keep the cursor of an abandoned request.
        if (closed) return;
        if (!opened) follower.opened();
        const id = event?.documentKey?._id;
        if (event !== null && typeof id === "string") follower.changed(id, versionOf(event));
      }
    } finally {
      stream.close().catch(() => {});
    }
    throw new Error("the change stream ended");
  };
  // In a later turn, so that the follower is not called before it has the object that it closes.
  void Promise.resolve()
    .then(run)
    .catch((error: unknown) => {
      if (closed) return;
      if (error instanceof mongo.MongoServerError && UNSUPPORTED_CODES.has(error.code)) follower.unsupported();
      else follower.lost(error);
    });
  return {
    close() {
      closed = true;
    },
  };
};

const versionOf = ({ fullDocument, updateDescription }: JobEvent): number | undefined => {
  const version = fullDocument?.version ?? updateDescription?.updatedFields?.version;
  return typeof version === "number" ? version : undefined;
};
