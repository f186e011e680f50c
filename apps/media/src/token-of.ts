import type { CallContext } from "@cenote/contracts";

/** The client token of a call. A gRPC caller without one may leave the field out or empty. */
export const tokenOf = ({ clientTokenId }: CallContext): string | undefined =>
  clientTokenId === "" ? undefined : clientTokenId;
