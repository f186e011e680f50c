import { CenoteError } from "@cenote/core";

/** Last check before charging a plain answer: one that nobody waits for any more is not charged. Errors: cancelled. */
export const throwIfCancelled = ({ aborted }: AbortSignal): void => {
  if (aborted) throw new CenoteError("cancelled");
};
