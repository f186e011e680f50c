import { createHash } from "node:crypto";

/** Enough to tell a provider's few keys apart, and nothing that leads back to one. */
const DIGEST_CHARACTERS = 16;

/**
 * Stands for a key where the key itself must not be stored: with a job, which is polled with the key it was submitted
 * with.
 */
export const keyDigest = (apiKey: string): string =>
  createHash("sha256").update(`provider key ${apiKey}`).digest("hex").slice(0, DIGEST_CHARACTERS);
