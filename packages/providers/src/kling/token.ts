import { createHmac } from "node:crypto";

const LIFETIME_S = 30 * 60;
/** The token is valid from this much earlier, because the provider's clock may be behind. */
const EARLY_S = 5;

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");

/**
 * The bearer token. For a key `<access key>:<secret key>` it is a JWT, signed with the secret (HS256) and valid for half
 * an hour. Any other key is used unchanged. The two can't be confused, because a bearer token has no colon (RFC 6750).
 */
export const toToken = (apiKey: string, nowMs: number): string => {
  const colon = apiKey.indexOf(":");
  if (colon === -1) return apiKey;
  const nowS = Math.floor(nowMs / 1_000);
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ iss: apiKey.slice(0, colon), exp: nowS + LIFETIME_S, nbf: nowS - EARLY_S })}`;
  return `${signed}.${createHmac("sha256", apiKey.slice(colon + 1))
    .update(signed)
    .digest("base64url")}`;
};
