import { invalidField } from "@cenote/core";
import type { InputImage } from "@cenote/providers";
import { findMediaType } from "./storage/media-type";

const MIB = 1024 * 1024;

/** Total of the images given in one call. */
export const GIVEN_BYTES = 20 * MIB;
/** `GIVEN_BYTES` for messages. */
export const GIVEN_BYTES_TEXT = `${GIVEN_BYTES / MIB} MiB`;

const TAKEN: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp"]);
const TAKEN_AS_MASK: ReadonlySet<string> = new Set(["image/png"]);

const readAs = (field: string, data: Buffer, taken: ReadonlySet<string>): InputImage => {
  if (data.length === 0) throw invalidField(field, "must not be empty.");
  const contentType = findMediaType("image", "", data)?.contentType;
  if (contentType === undefined || !taken.has(contentType))
    throw invalidField(field, `must be a ${taken.size === 1 ? "PNG" : "PNG, JPEG or WebP"} image.`);
  return { bytes: data, contentType };
};

/**
 * An image given in a call. Its type is decided by its first bytes, because file names and content types are often
 * wrong. Errors: invalid_request_error.
 */
export const readGivenImage = (field: string, data: Buffer): InputImage => readAs(field, data, TAKEN);

/** A mask given in a call, with the same checks. Errors: invalid_request_error. */
export const readGivenMask = (field: string, data: Buffer): InputImage => readAs(field, data, TAKEN_AS_MASK);
