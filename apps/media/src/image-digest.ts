import { hash } from "node:crypto";

/** Stands for an image where it must not be kept: SHA-256. */
export const imageDigest = (image: Buffer): Buffer => hash("sha256", image, "buffer");
