import type { MessageCodec } from "./definition";

/** Encodes to a Buffer, which grpc-js requires, without a copy. */
export const encodeMessage = (codec: MessageCodec<unknown>, message: unknown): Buffer => {
  const bytes = codec.encode(message).finish();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

/** Serializer for messages that are already encoded. */
export const asIs = (bytes: Buffer): Buffer => bytes;
