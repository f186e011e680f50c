import { hash } from "node:crypto";
import type { AuthenticateResponse, BillingService } from "@cenote/contracts";
import { CenoteError, createBoundedMap } from "@cenote/core";
import type { Caller } from "./caller";

/** A key that contains blanks is invalid, not missing. */
const BEARER = /^bearer +(\S.*)$/is;
const REMEMBERED_DIGESTS_LIMIT = 10_000;

/** The current owner of a key digest, with its restrictions. Errors: those of billing. */
export const authenticateDigest = async (
  billing: Pick<BillingService, "authenticate">,
  keyDigest: Buffer,
): Promise<Caller> => toCaller(await billing.authenticate({ keyDigest }), keyDigest);

const toCaller = (
  { organizationId, keyId, zdr, clientToken, keyScope }: AuthenticateResponse,
  keyDigest: Buffer,
): Caller => ({ organizationId, keyId, zdr, keyDigest, clientToken, keyScope });

/**
 * Asks billing, on every request, for the owner of a key or client token. Billing gets the SHA-256 digest, never the
 * key. Digests of valid keys are cached: computing one costs a twentieth of a whole call. Errors: missing_api_key, and
 * those of billing.
 */
export const createAuthenticate = (billing: Pick<BillingService, "authenticate">) => {
  const digests = createBoundedMap<Buffer>(REMEMBERED_DIGESTS_LIMIT);

  return async (authorization: string | undefined): Promise<Caller> => {
    const key = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]?.trimEnd();
    if (key === undefined) throw new CenoteError("missing_api_key");
    const known = digests.get(key);
    const keyDigest = known ?? hash("sha256", key, "buffer");
    const owner = await billing.authenticate({ keyDigest });
    if (known === undefined) digests.set(key, keyDigest);
    return toCaller(owner, keyDigest);
  };
};
