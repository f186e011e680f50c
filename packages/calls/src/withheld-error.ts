import { CenoteError } from "@cenote/core";
import type { KeptCall } from "@cenote/idempotency";

const WHY = {
  zdr: "was answered and paid for; under zero data retention the answer was not kept",
  too_large: "was answered and paid for; the answer was too large to be kept",
  too_many: "was answered and paid for; the answers of its organization were too many today for this one to be kept",
  interrupted: "was ended by its caller, who paid for what was delivered until then",
  lost: "was interrupted by a fault on our side; it is charged once at most, and its answer is lost",
} as const;

/** What a request is told whose call was paid for, or may have been, and has no answer to give again. */
export const withheldError = ({ requestId, withheld }: Pick<KeptCall, "requestId" | "withheld">): CenoteError =>
  new CenoteError("idempotency_conflict", `The call with this idempotency key (${requestId}) ${WHY[withheld ?? "lost"]}. To ask again, use another key.`);
