import { CenoteError } from "@cenote/core";
import type { KeptCall } from "@cenote/idempotency";

const WHY = {
  zdr: "was answered and paid for; under zero data retention the answer was not kept",
  too_large: "was answered and paid for; the answer was too large to be kept",
  too_many: "was answered and paid for; the answers of its organization were too many today for this one to be kept",
  interrupted: "was left or cut before its end; what was made until then is paid for",
  lost: "was interrupted by a fault on our side; it is charged once at most, and its answer is lost",
} as const;

/** The error for a replay of a call that was or may have been paid for, and whose answer is not stored. */
export const withheldError = ({ requestId, withheld }: Pick<KeptCall, "requestId" | "withheld">): CenoteError =>
  new CenoteError(
    "idempotency_conflict",
    `The call with this idempotency key (${requestId}) ${WHY[withheld ?? "lost"]}. To repeat the call, use another key.`,
  );
