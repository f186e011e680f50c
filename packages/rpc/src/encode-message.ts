import type { MessageCodec } from "./definition";

/** grpc-js takes Buffers; this one shares the memory of what was encoded. */
export const encodeMessage = (codec: MessageCodec<unknown>, message: unknown): Buffer => {
  const bytes = codec.encode(message).finish();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

/** Serializer for messages that are bytes already. */
export const asIs = (bytes: Buffer): Buffer => bytes;
