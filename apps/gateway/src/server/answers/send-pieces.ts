import type { FastifyReply } from "fastify";
import { caughtUpOrGone } from "../readers/caught-up";
import type { SlowReaders } from "../readers/slow-readers";
import type { HeaderList } from "./answer-headers";
import { JSON_TYPE } from "./json-type";
import { sendAnswer } from "./send-answer";

/** Everything else that waits for the event loop gets its turn. */
const nextTurn = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve); });

/**
 * Sends JSON text that is made piece by piece: other calls live between two of them, and no more is made than the reader
 * takes. One piece alone is sent as any other answer.
 */
export const sendPieces = async (
  reply: FastifyReply, pieces: Iterator<string, void, undefined>, headers: HeaderList, readers: SlowReaders,
): Promise<void> => {
  const { raw } = reply;
  const first = pieces.next();
  const second = pieces.next();
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
  for (let next: IteratorResult<string, void> = second; next.done !== true && !raw.destroyed; next = pieces.next()) {
    // Caught up may be in the same turn, where the line takes all that comes.
    if (!raw.write(next.value)) await caughtUpOrGone(raw);
    await nextTurn();
  }
  raw.end();
};
