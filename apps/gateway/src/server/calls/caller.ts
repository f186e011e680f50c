import type { ClientToken, KeyScope } from "@cenote/contracts";
import { shareOf } from "@cenote/core";
import type { FastifyRequest } from "fastify";

/** The owner of an authenticated API key or client token. */
export interface Caller {
  readonly organizationId: string;
  readonly keyId: string;
  /** SHA-256 of the key or token. */
  readonly keyDigest: Buffer;
  /** Zero data retention, as the organization's guardrail requires it. */
  readonly zdr: boolean;
  /** The client token with its restrictions, if the caller authenticated with one. */
  readonly clientToken?: ClientToken | undefined;
  /** Restrictions of the API key, if it has any. They also apply to every client token that the key created. */
  readonly keyScope?: KeyScope | undefined;
}

/** The key under which the caller's use of this process is counted: see `createFairShares`. */
export const shareOfCaller = ({
  organizationId,
  clientToken,
}: Pick<Caller, "organizationId" | "clientToken">): string => shareOf(organizationId, clientToken?.id);

export const callerOf = ({ exchange: { caller } }: FastifyRequest): Caller => {
  if (caller === undefined) throw new Error("a call that was not admitted");
  return caller;
};
