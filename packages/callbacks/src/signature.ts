import { createHmac } from "node:crypto";

// Standard Webhooks 1.0 (standardwebhooks.com): what is signed, and how it is written down.

const SECRET_PREFIX = "whsec_";

export interface CallbackMessage {
  /** Id of the event: the same in every try. */
  readonly id: string;
  /** Unix seconds of this try. */
  readonly timestampS: number;
  readonly body: string;
}

/**
 * The secret of one organization: derived, so that it is not stored anywhere.
 * @param masterSecret Known only to the services.
 */
export const callbackSecret = (masterSecret: string, organizationId: string): string =>
  `${SECRET_PREFIX}${createHmac("sha256", masterSecret).update(`cenote callback secret of ${organizationId}`).digest("base64")}`;

export const signatureHeaders = (
  secret: string,
  { id, timestampS, body }: CallbackMessage,
): Readonly<Record<string, string>> => {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestampS}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": `${timestampS}`, "webhook-signature": `v1,${signature}` };
};
