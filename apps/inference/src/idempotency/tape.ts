import { framesOf } from "./kept-answer";

/** Number of messages that are joined at a time. */
const JOINED_MESSAGES = 256;

/** Records the messages of a stream while they are delivered, to be stored when it ends. */
export interface Tape {
  add(message: Uint8Array): void;
  /** All messages, in the form for `encodeKeptAnswer`. Undefined once they exceed the limit. */
  frames(): readonly Buffer[] | undefined;
}

/** Messages are joined, because a message may have ten bytes, and an array of them would need 200 bytes for each. */
export const createTape = (limitBytes: number): Tape => {
  let joined: Buffer[] | undefined = [];
  let messages: Uint8Array[] = [];
  let sizeBytes = 0;

  const join = () => {
    joined?.push(framesOf(messages));
    messages = [];
  };
  return {
    add(message) {
      sizeBytes += message.length;
      if (sizeBytes > limitBytes) {
        joined = undefined;
        messages = [];
      } else if (messages.push(message) === JOINED_MESSAGES) join();
    },
    frames() {
      join();
      return joined;
    },
  };
};
