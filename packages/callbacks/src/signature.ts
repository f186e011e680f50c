import { createHmac } from "node:crypto";

// Standard Webhooks 1.0 (standardwebhooks.com): the signed text and the headers' format.

const SECRET_PREFIX = "whsec_";

export interface CallbackMessage {
  /** Id of the event: the same in every attempt. */
  readonly id: string;
  /** Unix seconds of this attempt. */
  readonly timestampS: number;
  readonly body: string;
}

/**
 * The secret of one organization. Derived, so that it is not stored anywhere.
 * @param masterSecret Known only to the services.
 */
export const callbackSecret = (masterSecret: string, organizationId: string): string =>
  `${SECRET_PREFIX}${createHmac("sha256", masterSecret).update(`cenote callback secret of ${organizationId}`).digest("base64")}`;

const signatureOf = (secret: string, { id, timestampS, body }: CallbackMessage): string => {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestampS}.${body}`).digest("base64")}`;
};

/** Headers with a signature for each secret. The receiver accepts the message if one of them is valid. */
export const signatureHeaders = (
  secrets: readonly string[],
  message: CallbackMessage,
): Readonly<Record<string, string>> => ({
  "webhook-id": message.id,
  "webhook-timestamp": `${message.timestampS}`,
  "webhook-signature": secrets.map((secret) => signatureOf(secret, message)).join(" "),
});
