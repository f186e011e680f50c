import { createHmac } from "node:crypto";

const LIFETIME_S = 30 * 60;
/** The provider's clock may be behind. */
const EARLY_S = 5;

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");

/**
 * What goes as the bearer token: of `<access key>:<secret key>` a JWT signed with the secret (HS256), of half an hour;
 * any other key as it is. A bearer token holds no colon (RFC 6750), so that the two can't be mistaken for each other.
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
