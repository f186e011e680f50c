import { admitCall, type PayableCall, type SettleParts, takeUpCall } from "@cenote/calls";
import type { CallRecord, RateLimits } from "@cenote/contracts";
import type { Job } from "../jobs/job";
import { JOB_LIMITS } from "../jobs/limits";
import type { JobMoney } from "../jobs/ports";
import { secondLines } from "./usage-lines";

type Payer = Pick<Job, "model" | "requestId" | "organizationId" | "keyId" | "clientTokenId" | "taken">;

/** A job as a paid call, the same in every process and at every time. */
const paidJob = ({ model, requestId, organizationId, keyId, clientTokenId, taken }: Payer): PayableCall => ({
  model,
  terms: taken?.terms,
  context: {
    requestId,
    organizationId,
    keyId,
    ...(clientTokenId !== "" && { clientTokenId }),
    zdr: false,
    idempotencyKey: "",
  },
});

export interface HeldJob {
  readonly rateLimits: RateLimits | undefined;
  /** Terms of the hold, which the charge uses too. */
  readonly terms: string | undefined;
}

/**
 * Holds the exact price of a job. Durable when it resolves. The hold is not renewed, because the process may be gone by
 * then: it outlives the job. Errors: those of BillingService.admit and confirmHold.
 */
export const holdForJob = async (parts: SettleParts, job: Job): Promise<HeldJob> => {
  const paid = await admitCall(parts, {
    ...paidJob(job),
    estimate: secondLines(job.durationS),
    holdTtlMs: JOB_LIMITS.holdTtlMs,
    background: true,
  });
  await paid.confirm();
  return { rateLimits: paid.rateLimits, terms: paid.terms };
};

/** Settles or releases a job's hold, under the request id that created the job. */
export const createJobMoney = (parts: Pick<SettleParts, "billing" | "clock">): JobMoney => {
  const recordOf = ({ attempts, createdAtMs }: Job, outcome: string): CallRecord => ({
    kind: "video",
    stream: false,
    outcome,
    attempts: [...attempts],
    durationMs: Math.max(0, parts.clock.nowMs() - createdAtMs),
    firstContentMs: 0,
  });
  return {
    settle: (job) =>
      takeUpCall(parts, paidJob(job)).settle({
        model: job.model,
        usage: secondLines(job.durationS),
        record: recordOf(job, "ok"),
      }),
    release: (job) => takeUpCall(parts, paidJob(job)).release(recordOf(job, job.outcome)),
  };
};
