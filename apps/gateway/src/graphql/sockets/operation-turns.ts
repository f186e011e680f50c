import { CenoteError } from "@cenote/core";
import { CloseCode, type CompleteMessage, type Message, MessageType, type SubscribeMessage } from "graphql-ws";

/**
 * Orders one client's messages. The library identifies an operation only by its id. If a `subscribe` came while an
 * earlier operation with the same id still ended, it would revive that operation, or be ended with it. So it waits
 * until the earlier operation has ended completely.
 */
export interface OperationTurns {
  /** @param bytes The message's length. Errors: those of `hold`; disconnect the client with them. */
  receive(message: Message, bytes: number): void;
  /** Call it when the operation of this id has begun. @param stop Called when the client completes it. */
  begun(id: string, stop: () => void): void;
  /** Call it before the client gets the end of the operation: from then on the client may use the id again. */
  isOver(id: string): void;
  /** Call it when the connection is closed. Removes the waiting messages. */
  close(): void;
}

export interface OperationTurnsOptions {
  /** The library's handler. For a `subscribe`, resolves when its operation has ended completely. Must not reject. */
  readonly handle: (message: Message, bytes: number) => Promise<void>;
  /** Closes the connection. */
  readonly refuse: (code: number, reason: string) => void;
  /** Counts the waiting messages. @param bytes Their total length. Errors: rate_limit_exceeded, overloaded. */
  readonly hold: (bytes: number) => void;
  /** Most bytes of waiting messages. */
  readonly waitingBytes: number;
}

interface Waiting {
  readonly message: SubscribeMessage;
  readonly bytes: number;
}

/** The state of one id. */
interface Turn {
  stop: (() => void) | undefined;
  /** Whether the operation has ended for the client, so that the id is free. The library may still be ending it. */
  isOver: boolean;
  next: Waiting | undefined;
}

export const createOperationTurns = ({ handle, refuse, hold, waitingBytes }: OperationTurnsOptions): OperationTurns => {
  const turns = new Map<string, Turn>();
  let heldBytes = 0;
  let isClosed = false;

  const take = (turn: Turn): Waiting | undefined => {
    const { next } = turn;
    turn.next = undefined;
    if (next === undefined) return undefined;
    heldBytes -= next.bytes;
    // The count is only reduced to zero: counting again could fail, and here nobody could get the error.
    if (heldBytes === 0) hold(0);
    return next;
  };

  const wait = (turn: Turn, next: Waiting): void => {
    if (heldBytes + next.bytes > waitingBytes)
      throw new CenoteError(
        "rate_limit_exceeded",
        `Messages that wait for an earlier operation of their id are at most ${waitingBytes} bytes.`,
      );
    hold(heldBytes + next.bytes);
    heldBytes += next.bytes;
    turn.next = next;
  };

  const begin = async (message: SubscribeMessage, bytes: number): Promise<void> => {
    const turn: Turn = { stop: undefined, isOver: false, next: undefined };
    turns.set(message.id, turn);
    await handle(message, bytes);
    turns.delete(message.id);
    const next = take(turn);
    if (next !== undefined && !isClosed) void begin(next.message, next.bytes);
  };

  const subscribe = (message: SubscribeMessage, bytes: number): void => {
    const turn = turns.get(message.id);
    if (turn === undefined) void begin(message, bytes);
    else if (!turn.isOver || turn.next !== undefined)
      refuse(CloseCode.SubscriberAlreadyExists, "Subscriber already exists");
    else wait(turn, { message, bytes });
  };

  const complete = (message: CompleteMessage, bytes: number): void => {
    const turn = turns.get(message.id);
    if (turn !== undefined && take(turn) !== undefined) return;
    // Before `stop`, so that the library sends no further result.
    void handle(message, bytes);
    if (turn === undefined) return;
    turn.isOver = true;
    turn.stop?.();
  };

  return {
    receive(message, bytes) {
      if (message.type === MessageType.Subscribe) subscribe(message, bytes);
      else if (message.type === MessageType.Complete) complete(message, bytes);
      else void handle(message, bytes);
    },
    begun(id, stop) {
      const turn = turns.get(id);
      if (turn !== undefined) turn.stop = stop;
    },
    isOver(id) {
      const turn = turns.get(id);
      if (turn !== undefined) turn.isOver = true;
    },
    close() {
      isClosed = true;
      for (const turn of turns.values()) take(turn);
    },
  };
};
