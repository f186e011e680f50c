import type { CallInfo } from "@cenote/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { formatEventId } from "../../resumable-answers/event-id";
import { goesWithText } from "../../resumable-answers/goes-with-text";
import type { ResumableAnswer } from "../../resumable-answers/resumable-answer";
import type { NumberedEvent } from "../../resumable-answers/kept-event";
import { answerHeaders } from "../../server/answers/answer-headers";
import { paidIdOf } from "../../server/answers/paid-id";
import type { AnswerWriter } from "../answer-writer";
import type { FieldNames } from "../field-names";
import type { RelayParts } from "../relay-answer";
import { createChunkWriter } from "./to-chunks";

export interface ResumableRelay {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly answer: ResumableAnswer;
  /** Index of the first event to send; 0 for the request that started the answer. */
  readonly from: number;
  readonly includeUsage: boolean;
  /** Fields of the body that are ignored. */
  readonly unknownFields: readonly string[];
  /** The caller's names of the fields. */
  readonly fieldNames: FieldNames;
}

const BLOCK_START = "\n\ndata: ";

/** Adds the id to the last block, so that a reader that has the id has the whole event. */
const withEventId = (text: string, eventId: string): string => {
  const last = text.lastIndexOf(BLOCK_START);
  const start = last === -1 ? 0 : last + "\n\n".length;
  return `${text.slice(0, start)}id: ${eventId}\n${text.slice(start)}`;
};

/** The text of each event. */
const toBlocks = function* (
  events: readonly NumberedEvent[],
  requestId: string,
  chunks: AnswerWriter,
): Generator<string> {
  for (let place = 0; place < events.length; place++) {
    const current = events[place];
    if (current === undefined || current.event.$case === "failed") return;
    const next = events[place + 1]?.event;
    const isPair = current.event.$case === "text" && goesWithText(next);
    if (isPair) place++;
    const index = isPair ? current.index + 1 : current.index;
    yield withEventId(
      chunks.write([{ event: current.event, index: current.index }, ...(isPair ? [{ event: next }] : [])]),
      formatEventId({ requestId, index }),
    );
  }
};

/** The call info for the headers of a resumed answer. */
const resumedInfo = (requestId: string, info: CallInfo | undefined): CallInfo => ({
  rateLimits: undefined,
  attempts: 0,
  upstreamUs: 0,
  droppedFields: info?.droppedFields ?? [],
  originalRequestId: requestId,
});

/**
 * Sends a resumable answer, each event with an `id`. As with any stream, a failure before the first event is a real
 * HTTP error, and a later one is an error event without [DONE]. Errors: not_found if the requested events are no longer
 * kept.
 */
export const relayResumable = async (
  parts: RelayParts,
  { request, reply, answer, from, includeUsage, unknownFields, fieldNames }: ResumableRelay,
): Promise<void> => {
  const { requestId } = answer;
  const { signal } = request.exchange.abort;
  const reader = answer.openReader(from, signal);
  try {
    const started = await reader.started();
    const paidId = paidIdOf(started.info, requestId);
    reply.hijack();
    const info = fieldNames.inInfo(from === 0 ? started.info : resumedInfo(paidId, started.info));
    const stream = parts.streams.open(reply.raw, answerHeaders(request, { info, unknownFields }, parts.clock));
    const chunks = createChunkWriter({ requestId: paidId, started, includeUsage, summarizes: false });
    try {
      for (let events = await reader.read(); events !== undefined; events = await reader.read()) {
        for (const block of toBlocks(events, requestId, chunks)) await stream.write(block);
      }
      signal.throwIfAborted();
      const failure = answer.failure();
      if (failure !== undefined) throw failure;
      stream.end(chunks.end);
    } catch (thrown) {
      stream.end(chunks.failed(parts.noteFailure(thrown, request), request.id));
    }
  } finally {
    reader.close();
  }
};
