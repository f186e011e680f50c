import { hash } from "node:crypto";

/** SHA-256 of an image, for places where the image itself must not be kept. */
export const imageDigest = (image: Buffer): Buffer => hash("sha256", image, "buffer");
