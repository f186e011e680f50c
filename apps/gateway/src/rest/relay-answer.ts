import type { ChatStarted, StreamChatCompletionResponse } from "@cenote/contracts";
import type { Clock } from "@cenote/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { EventStreams } from "../server/answers/event-streams";
import { answerHeaders } from "../server/answers/answer-headers";
import { paidIdOf } from "../server/answers/paid-id";
import type { NoteFailure } from "../server/app";
import type { AnswerWriter, BegunAnswer } from "./answer-writer";
import type { FieldNames } from "./field-names";

export interface RelayParts {
  readonly streams: EventStreams;
  readonly clock: Clock;
  readonly noteFailure: NoteFailure;
}

export interface Relay {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly messages: AsyncIterable<StreamChatCompletionResponse>;
  readonly writerOf: (begun: BegunAnswer) => AnswerWriter;
  /** Fields of the body that are ignored. */
  readonly unknownFields: readonly string[];
  /** The caller's names of the fields. */
  readonly fieldNames: FieldNames;
}

const startedIn = (first: IteratorResult<StreamChatCompletionResponse, unknown>): ChatStarted => {
  const event = first.done === true ? undefined : first.value.events[0]?.event;
  if (event?.$case !== "started") throw new Error("a chat stream did not begin with its start");
  return event.value;
};

/**
 * Sends an answer as server-sent events. Nothing is sent before the first event, so an earlier failure is thrown and
 * becomes a real HTTP error. A later failure ends the stream with an error event. The next message is pulled when the
 * reader has taken the last, so a slow reader slows the provider instead of filling the gateway's memory.
 */
export const relayAnswer = async (
  parts: RelayParts,
  { request, reply, messages, writerOf, unknownFields, fieldNames }: Relay,
): Promise<void> => {
  const { abort } = request.exchange;
  const iterator = messages[Symbol.asyncIterator]();
  let next = await iterator.next();
  const started = startedIn(next);
  reply.hijack();
  const stream = parts.streams.open(
    reply.raw,
    answerHeaders(request, { info: fieldNames.inInfo(started.info), unknownFields }, parts.clock),
  );
  const writer = writerOf({ requestId: paidIdOf(started.info, request.id), started });
  try {
    while (next.done !== true && !abort.signal.aborted) {
      const text = writer.write(next.value.events);
      if (writer.isFinished()) stream.end(text + writer.end);
      else if (text !== "") await stream.write(text);
      next = await iterator.next();
    }
    if (!writer.isFinished()) throw new Error("a chat stream ended before its answer did");
  } catch (thrown) {
    if (writer.isFinished()) return;
    stream.end(writer.failed(parts.noteFailure(thrown, request), request.id));
    void iterator.return?.().catch(() => {});
  }
};
