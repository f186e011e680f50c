import type { ClientToken, KeyScope } from "@cenote/contracts";
import { shareOf } from "@cenote/core";
import type { FastifyRequest } from "fastify";

/** Whom a checked API key or client token belongs to. */
export interface Caller {
  readonly organizationId: string;
  readonly keyId: string;
  /** SHA-256 of the key or token. */
  readonly keyDigest: Buffer;
  /** The organization's guardrail. */
  readonly zdr: boolean;
  /** The client token with its restrictions, if the caller showed one. */
  readonly clientToken?: ClientToken | undefined;
  /** What a restricted API key may do. It also applies to every client token that the key made. */
  readonly keyScope?: KeyScope | undefined;
}

/** Whose share of this process the caller takes from. */
export const shareOfCaller = ({
  organizationId,
  clientToken,
}: Pick<Caller, "organizationId" | "clientToken">): string => shareOf(organizationId, clientToken?.id);

export const callerOf = ({ exchange: { caller } }: FastifyRequest): Caller => {
  if (caller === undefined) throw new Error("a call that was not admitted");
  return caller;
};
