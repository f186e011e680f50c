import type { CallContext } from "@cenote/contracts";
import type { CountedFor } from "@cenote/providers";

/** The party whose prompt is counted. Counts of a client token do not delay those of its key. */
export const countedFor = ({ organizationId, keyId, clientTokenId = "" }: CallContext): CountedFor => ({
  organization: organizationId,
  caller: clientTokenId === "" ? keyId : clientTokenId,
});

/** The party whose answer is counted. */
export const deliveredTo = (context: CallContext): CountedFor => ({ ...countedFor(context), isDelivered: true });
