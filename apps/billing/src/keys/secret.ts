import { createHash } from "node:crypto";
import type { Ids } from "@cenote/core";

const SECRET_LENGTH = 32;
const SHOWN_LENGTH = 4;

export interface NewSecret {
  /** `<prefix>_sk_live_<32 characters>`. Shown once, never stored. */
  readonly secret: string;
  readonly digest: string;
  /** `<prefix>_sk_live_…<last four>`. */
  readonly hint: string;
}

export const createSecret = (ids: Ids, prefix: string): NewSecret => {
  const head = `${prefix}_sk_live_`;
  const secret = `${head}${ids.secret(SECRET_LENGTH)}`;
  return { secret, digest: digestOf(secret), hint: `${head}…${secret.slice(-SHOWN_LENGTH)}` };
};

/** SHA-256, hexadecimal: a key has 190 bits of randomness, so nothing slower is needed. */
export const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");
