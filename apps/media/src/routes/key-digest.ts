import { createHash } from "node:crypto";

/** Enough to tell a provider's few keys apart, and too little to recover one. */
const DIGEST_CHARACTERS = 16;

/**
 * Digest of a key for places where the key must not be stored. A job keeps it, because it is polled with the key it was
 * submitted with.
 */
export const keyDigest = (apiKey: string): string =>
  createHash("sha256").update(`provider key ${apiKey}`).digest("hex").slice(0, DIGEST_CHARACTERS);
