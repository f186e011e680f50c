import { CenoteError, type ErrorCode } from "@cenote/core";

/**
 * The stored answer of a call: its encoded messages in order, and the error that ended it, if any. Without costs.
 */
export interface KeptAnswer {
  readonly messages: readonly Uint8Array[];
  readonly error: CenoteError | undefined;
}

export interface FramedAnswer {
  /** Results of `framesOf`, each with some messages, in order. */
  readonly frames: readonly Buffer[];
  readonly error: CenoteError | undefined;
}

interface Head {
  readonly error?: { readonly code: ErrorCode; readonly message: string; readonly param?: string | undefined };
}

const LENGTH_BYTES = 4;

const frame = (bytes: Uint8Array): Buffer[] => {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes.length);
  return [length, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)];
};

/** @returns The messages in one buffer, from which each can be read again. */
export const framesOf = (messages: readonly Uint8Array[]): Buffer => Buffer.concat(messages.flatMap(frame));

const messagesOf = (bytes: Buffer): Buffer[] => {
  const messages: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = start + LENGTH_BYTES + bytes.readUInt32BE(start);
    messages.push(bytes.subarray(start + LENGTH_BYTES, end));
    start = end;
  }
  return messages;
};

const toHead = (error: CenoteError | undefined): Head =>
  error === undefined ? {} : { error: { code: error.code, message: error.message, param: error.param } };

export const encodeKeptAnswer = ({ frames, error }: FramedAnswer): Buffer =>
  Buffer.concat([framesOf([Buffer.from(JSON.stringify(toHead(error)))]), ...frames]);

/** The decoded error is not retryable, because what was delivered before it is paid for. */
export const decodeKeptAnswer = (bytes: Buffer): KeptAnswer => {
  const [head, ...messages] = messagesOf(bytes);
  if (head === undefined) throw new Error("a kept answer without a head");
  const { error } = JSON.parse(head.toString("utf8")) as Head;
  return {
    messages,
    error: error && new CenoteError(error.code, error.message, { retryable: false, param: error.param }),
  };
};
