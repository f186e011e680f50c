import { type SettleParts, settleCall } from "@cenote/calls";
import type { CallContext, CallRecord } from "@cenote/contracts";
import type { Job } from "../jobs/job";
import type { JobMoney } from "../jobs/ports";
import { secondLines } from "./usage-lines";

type Payer = Pick<Job, "requestId" | "organizationId" | "keyId" | "clientTokenId">;

/** The payer of a job, from its hold to its end: the same in whatever process, and at whatever time. */
export const jobContext = ({ requestId, organizationId, keyId, clientTokenId }: Payer): CallContext => ({
  requestId,
  organizationId,
  keyId,
  ...(clientTokenId !== "" && { clientTokenId }),
  zdr: false,
  idempotencyKey: "",
});

/** A job's money at billing, under the request id that made it. */
export const createJobMoney = ({ billing, clock, log }: SettleParts): JobMoney => {
  const recordOf = ({ attempts, createdAtMs }: Job, outcome: string): CallRecord => ({
    kind: "video",
    stream: false,
    outcome,
    attempts: [...attempts],
    durationMs: Math.max(0, clock.nowMs() - createdAtMs),
    firstContentMs: 0,
  });
  return {
    settle(job) {
      // The hold may be gone after a long outage; what was made is charged all the same.
      return settleCall(
        { billing, clock, log },
        {
          context: jobContext(job),
          model: job.model,
          usage: secondLines(job.durationS),
          record: recordOf(job, "ok"),
          requiresHold: false,
        },
      );
    },
    async release(job) {
      await billing.release({ context: jobContext(job), model: job.model, record: recordOf(job, job.outcome) });
    },
  };
};
