import { createHash } from "node:crypto";

/** Enough to tell a provider's few keys apart, and nothing that leads back to one. */
const DIGEST_CHARACTERS = 16;

/** What stands for a key where it must not stand itself: beside a job, which is asked for with the key it was submitted with. */
export const keyDigest = (apiKey: string): string => createHash("sha256").update(`provider key ${apiKey}`).digest("hex").slice(0, DIGEST_CHARACTERS);
