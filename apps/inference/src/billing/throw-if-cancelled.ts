import { CenoteError } from "@cenote/core";

/** A whole answer that nobody waits for any more is not charged: the last look before it would be. Errors: cancelled. */
export const throwIfCancelled = ({ aborted }: AbortSignal): void => {
  if (aborted) throw new CenoteError("cancelled");
};
