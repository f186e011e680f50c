/** Records the messages of a stream as they pass, to be kept when it ends. */
export interface Tape {
  add(message: Uint8Array): void;
  /** Undefined once they are more than may be kept. */
  messages(): readonly Uint8Array[] | undefined;
}

export const createTape = (limitBytes: number): Tape => {
  let messages: Uint8Array[] | undefined = [];
  let sizeBytes = 0;
  return {
    add(message) {
      sizeBytes += message.length;
      if (sizeBytes > limitBytes) messages = undefined;
      else messages?.push(message);
    },
    messages: () => messages,
  };
};
