import { type Job, newJob } from "../jobs/job";

const NOON_MS = Date.UTC(2026, 0, 1, 12);

/** A new job with the given changes. */
export const testJob = (own: Partial<Job> = {}): Job => ({
  ...newJob({
    id: "00000000-0000-4000-9000-000000000001",
    organizationId: "00000000-0000-4000-8000-000000000001",
    keyId: "key",
    clientTokenId: "",
    requestId: "req_000000000000000000000001",
    mediaId: "00000000-0000-4000-9000-0000000000ff",
    model: "test/video",
    prompt: "a cenote at noon",
    durationS: 5,
    aspectRatio: undefined,
    firstFrameDigest: undefined,
    callbackUrl: undefined,
    createdAtMs: NOON_MS,
    dueAtMs: NOON_MS,
  }),
  ...own,
});
