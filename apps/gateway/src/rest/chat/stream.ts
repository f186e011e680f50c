import type { ChatStarted, StreamChatCompletionResponse } from "@cenote/contracts";
import type { Clock } from "@cenote/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import { errorJson } from "../../server/answers/error-answer";
import type { EventStreams } from "../../server/answers/event-streams";
import { answerHeaders } from "../../server/answers/send-answer";
import type { ErrorReader } from "../../server/app";
import { DONE, createChunkWriter } from "./to-chunks";

export interface RelayParts {
  readonly streams: EventStreams;
  readonly clock: Clock;
  readonly readError: ErrorReader;
}

export interface Relay {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly messages: AsyncIterable<StreamChatCompletionResponse>;
  readonly includeUsage: boolean;
  /** Left out of the body. */
  readonly unknownFields: readonly string[];
}

const startedIn = (first: IteratorResult<StreamChatCompletionResponse, unknown>): ChatStarted => {
  const event = first.done === true ? undefined : first.value.events[0]?.event;
  if (event?.$case !== "started") throw new Error("a chat stream did not begin with its start");
  return event.value;
};

/**
 * Sends a chat stream as server-sent events. Nothing is sent before its first event, so a failure until then is thrown
 * and becomes a real HTTP error; a later one ends the stream with an error event and without [DONE]. The next message
 * is pulled when the reader has taken the last: a slow reader slows the provider, not our memory.
 */
export const relayChat = async (parts: RelayParts, { request, reply, messages, includeUsage, unknownFields }: Relay): Promise<void> => {
  const { abort } = request.exchange;
  const iterator = messages[Symbol.asyncIterator]();
  let next = await iterator.next();
  const started = startedIn(next);
  reply.hijack();
  const stream = parts.streams.open(reply.raw, answerHeaders(request, { info: started.info, unknownFields }, parts.clock));
  const chunks = createChunkWriter({ requestId: started.info?.originalRequestId ?? request.id, started, includeUsage });
  try {
    while (next.done !== true && !abort.signal.aborted) {
      const text = chunks.write(next.value.events);
      if (chunks.isFinished()) stream.end(text + DONE);
      else if (text !== "") await stream.write(text);
      next = await iterator.next();
    }
    if (!chunks.isFinished()) throw new Error("a chat stream ended before its answer did");
  } catch (thrown) {
    if (chunks.isFinished()) return;
    stream.end(`data: ${errorJson(parts.readError(thrown, request), request.id)}\n\n`);
    void iterator.return?.().catch(() => {});
  }
};
