import type { FastifyReply } from "fastify";
import { drainedOrClosed } from "../readers/drained";
import type { SlowReaders } from "../readers/slow-readers";
import type { HeaderList } from "./answer-headers";
import { JSON_TYPE } from "./json-type";
import { sendAnswer } from "./send-answer";

/** Lets other work that waits for the event loop run. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/**
 * Sends JSON text piece by piece. Other calls run between two pieces, and no piece is created before the previous one
 * was sent. A single piece is sent like any other answer.
 */
export const sendPieces = async (
  reply: FastifyReply,
  pieces: Iterator<string, void, undefined> | AsyncIterator<string, void, undefined>,
  headers: HeaderList,
  readers: SlowReaders,
): Promise<void> => {
  const { raw } = reply;
  const first = await pieces.next();
  const second = await pieces.next();
  if (first.done === true) throw new Error("an answer without a piece");
  if (second.done === true) {
    sendAnswer(reply, first.value, headers);
    return;
  }
  reply.hijack();
  if (raw.destroyed) return;
  readers.watch(raw);
  headers.push("content-type", JSON_TYPE);
  raw.writeHead(200, headers);
  raw.write(first.value);
  for (
    let next: IteratorResult<string, void> = second;
    next.done !== true && !raw.destroyed;
    next = await pieces.next()
  ) {
    // The connection may drain within this turn, so the next turn is awaited in any case.
    if (!raw.write(next.value)) await drainedOrClosed(raw);
    await nextTurn();
  }
  raw.end();
};
