import { CenoteError } from "@cenote/core";
import { CloseCode, type CompleteMessage, type Message, MessageType, type SubscribeMessage } from "graphql-ws";

/**
 * The order of one client's messages. The library knows an operation by its id alone: a `subscribe` whose id an earlier
 * operation still uses would bring that one back to life, or be ended with it. So it waits until the earlier one has
 * ended altogether.
 */
export interface OperationTurns {
  /** @param bytes Its length. Errors, with which the client is to be disconnected: those of `hold`. */
  receive(message: Message, bytes: number): void;
  /** The operation of this id was begun. @param stop Called when the client completes it. */
  begun(id: string, stop: () => void): void;
  /** The client is about to be told that the operation of this id is over: it may use the id again. */
  isOver(id: string): void;
  /** Forgets what waits. To be called when the connection is closed. */
  close(): void;
}

export interface OperationTurnsOptions {
  /** The library's. Resolves, for a `subscribe`, when its operation has ended altogether. Must not reject. */
  readonly handle: (message: Message, bytes: number) => Promise<void>;
  /** Closes the connection. */
  readonly refuse: (code: number, reason: string) => void;
  /** Counts the messages that wait. @param bytes Of all of them. Errors: rate_limit_exceeded, overloaded. */
  readonly hold: (bytes: number) => void;
  /** Most that may wait. */
  readonly waitingBytes: number;
}

interface Waiting {
  readonly message: SubscribeMessage;
  readonly bytes: number;
}

/** What the library has under one id. */
interface Turn {
  stop: (() => void) | undefined;
  /** For the client, and so the id is free: what is left to do sends nothing more. */
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
    // The count only grows until nothing waits: to ask for less could only fail, and here nobody could be told.
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
    // Before it is stopped, so that the library sends nothing more of it.
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
