import { framesOf } from "./kept-answer";

/** So many messages are put together at a time. */
const JOINED_MESSAGES = 256;

/** Records the messages of a stream as they pass, to be kept when it ends. */
export interface Tape {
  add(message: Uint8Array): void;
  /** All of them as `encodeKeptAnswer` takes them. Undefined once they are more than may be kept. */
  frames(): readonly Buffer[] | undefined;
}

/** Messages may be of ten bytes each, beside which each would take two hundred: they are kept together. */
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
