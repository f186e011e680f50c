import { CenoteError } from "@cenote/core";

/** Last check before charging a plain answer: if nobody waits for it, it is not charged. Errors: cancelled. */
export const throwIfCancelled = ({ aborted }: AbortSignal): void => {
  if (aborted) throw new CenoteError("cancelled");
};
