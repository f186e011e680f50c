import type { CallContext } from "@cenote/contracts";
import type { CountedFor } from "@cenote/providers";

/** Whose prompt is counted: a client token's counts do not delay those of its key. */
export const countedFor = ({ organizationId, keyId, clientTokenId = "" }: CallContext): CountedFor => ({
  organization: organizationId,
  caller: clientTokenId === "" ? keyId : clientTokenId,
});

/** Whose answer is counted. */
export const deliveredTo = (context: CallContext): CountedFor => ({ ...countedFor(context), isDelivered: true });
