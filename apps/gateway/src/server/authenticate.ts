import { hash } from "node:crypto";
import type { BillingService } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import type { Caller } from "./call";

const BEARER = /^bearer +(\S+) *$/i;

/** The key alone goes no further than this: billing gets its digest. Errors: missing_api_key, and those of billing. */
export const createAuthenticate = (billing: Pick<BillingService, "authenticate">) =>
  (authorization: string | undefined): Promise<Caller> => {
    const key = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
    if (key === undefined) return Promise.reject(new CenoteError("missing_api_key"));
    return billing.authenticate({ keyDigest: hash("sha256", key, "buffer") });
  };
