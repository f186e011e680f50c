import { createHash } from "node:crypto";

const UUID_BYTES = 16;

/**
 * The id of the one job that a request creates, however often it is handled: a UUID that can't be told from a random
 * one. It claims version 4, the version that all UUID checks know.
 */
export const jobIdOf = (organizationId: string, requestId: string): string => {
  const bytes = createHash("sha256")
    .update(`video job of ${organizationId} ${requestId}`)
    .digest()
    .subarray(0, UUID_BYTES);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
};
