import type { BillingService } from "@cenote/contracts";
import { authenticateDigest, createAuthenticate } from "./authenticate";
import type { Caller } from "./caller";
import { type CallerAddress, createCallerAddress } from "./caller-address";
import { createRequireNetwork, type RequireNetwork } from "./require-network";

/** Identifies the caller and its address, and checks that the key may be used from there. */
export interface CallerChecks {
  /** Errors: missing_api_key, and those of billing. */
  readonly authenticate: (authorization: string | undefined) => Promise<Caller>;
  /** Looks a caller up again, because its restrictions may have changed. Errors: those of billing. */
  readonly authenticateDigest: (keyDigest: Buffer) => Promise<Caller>;
  readonly addressOf: CallerAddress;
  readonly requireNetwork: RequireNetwork;
}

export interface CallerChecksOptions {
  readonly billing: Pick<BillingService, "authenticate">;
  readonly trustedProxies: () => readonly string[];
}

export const createCallerChecks = ({ billing, trustedProxies }: CallerChecksOptions): CallerChecks => ({
  authenticate: createAuthenticate(billing),
  authenticateDigest: (keyDigest) => authenticateDigest(billing, keyDigest),
  addressOf: createCallerAddress(trustedProxies),
  requireNetwork: createRequireNetwork(),
});
