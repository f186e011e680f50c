import type { CallContext } from "@cenote/contracts";

/** The client token a call was made with. Callers over gRPC may leave it out or empty where there is none. */
export const tokenOf = ({ clientTokenId }: CallContext): string | undefined =>
  clientTokenId === "" ? undefined : clientTokenId;
