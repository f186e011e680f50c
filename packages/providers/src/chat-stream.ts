import type { Clock, Log } from "@cenote/core";
import { answerEvents } from "./answers/answer-events";
import { asProviderError, notItsProtocol } from "./answers/answer-failures";
import { ArrivingAnswer } from "./answers/arriving-answer";
import { type ChatEventStream, createEventQueue } from "./answers/event-queue";
import { scrubbedError } from "./errors/scrub";
import { ProviderError } from "./provider-error";
import type { FunctionNames } from "./requests/function-names";
import { buildRequest } from "./requests/build-request";
import type { CallOptions, ChatEvent, ProviderFamily } from "./spec";
import type { Target, WireRequest } from "./target";
import { type Attempt, startAttempt } from "./wire/attempt";
import { EventsOrPlain } from "./wire/events-or-plain";
import type { Http, HttpHeaders } from "./wire/http";
import { parseJsonAnswer } from "./wire/json-answer";
import type { HttpRequest } from "./wire/large-body";

/** Most unread bytes of a slow reader. Above it the connection to the provider is paused. */
const MAX_UNREAD_BYTES = 64 * 1024;
/** Time to wait after the finish reason for the usage and the end of the stream, with or without keep-alives. */
const AFTER_FINISH_MS = 3_000;

export interface ChatStreamOptions extends CallOptions {
  readonly http: Http;
  readonly clock: Clock;
  readonly log: Log;
  readonly chat: NonNullable<ProviderFamily["chat"]>;
  readonly target: Target;
  readonly names: FunctionNames;
  readonly toRequest: () => WireRequest;
  readonly toError: (status: number, headers: HttpHeaders, body: string) => ProviderError;
}

/**
 * One streamed answer. The first `next()` sends the request. `return()` and the caller's signal end the call at once.
 */
export const createChatStream = (options: ChatStreamOptions): ChatEventStream => {
  const { chat, target, names, log } = options;
  const reader = chat.createStreamReader(target, names.call);
  const answer = new ArrivingAnswer({
    target,
    names,
    log,
    push(event) {
      queue.push(event);
    },
    onContent() {
      attempt?.content();
    },
  });
  let attempt: Attempt | undefined;
  let unreadBytes = 0;
  let finishSeen = false;

  const end = (error?: ProviderError) => {
    if (!queue.isOpen()) return;
    answer.noteSkipped();
    queue.end(error === undefined ? undefined : scrubbedError(error, target));
  };
  const fail = (error: ProviderError) => {
    attempt?.abort();
    end(error);
  };

  /** Ends the answer for the caller. The rest of the body is still read, so that the connection can be reused. */
  const finish = (error?: ProviderError) => {
    attempt?.drain();
    end(error);
  };

  const onEvent = (data: string, name: string) => {
    if (!queue.isOpen()) return;
    let events: readonly ChatEvent[];
    try {
      events = reader.read(data, name);
    } catch (error) {
      if (error instanceof ProviderError && error.kind !== "malformed") {
        if (reader.complete) finish();
        else fail(error);
        return;
      }
      if (!answer.skip()) fail(notItsProtocol(error));
      return;
    }
    answer.take(events);
    if (reader.complete && !finishSeen) {
      finishSeen = true;
      attempt?.content({ idleMs: Math.min(AFTER_FINISH_MS, options.limits.idleMs), endsAtBytes: Infinity });
    }
    if (reader.ended === true)
      finish(
        reader.complete
          ? undefined
          : new ProviderError({ kind: "cut", message: "The provider ended its answer without a finish reason." }),
      );
  };

  const body = new EventsOrPlain(onEvent);
  const start = () => {
    let request: HttpRequest;
    try {
      request = buildRequest(options.toRequest);
    } catch (error) {
      end(asProviderError(error));
      return;
    }
    attempt = startAttempt(
      {
        http: options.http,
        clock: options.clock,
        request,
        limits: options.limits,
        signal: options.signal,
        toError: options.toError,
        resend: true,
      },
      {
        onBytes(bytes) {
          try {
            body.push(bytes);
          } catch (error) {
            fail(asProviderError(error));
          }
          if (queue.length() === 0) return;
          if (queue.isAwaited()) queue.handSoon();
          else {
            unreadBytes += bytes.length;
            if (unreadBytes > MAX_UNREAD_BYTES) attempt?.pause();
          }
        },
        onEnd() {
          try {
            const plain = body.end();
            if (plain !== undefined)
              answer.take(answerEvents(chat.fromAnswer(parseJsonAnswer(plain), target, names.call)));
            end(plain !== undefined || reader.complete ? undefined : answer.endedEarly());
          } catch (error) {
            end(asProviderError(error));
          }
        },
        onFailure(error) {
          if (error.kind === "aborted") queue.clear();
          // After its finish reason the answer is complete, whatever follows.
          end(reader.complete && error.kind !== "aborted" ? undefined : error);
        },
      },
    );
  };

  const queue = createEventQueue({
    start,
    onTaken() {
      unreadBytes = 0;
      attempt?.resume();
    },
    onLeft(wasOpen) {
      // The rest of a complete answer may still be read, so that its connection can be reused.
      if (wasOpen) attempt?.abort();
    },
    // All events of one read are delivered together, however many pieces it arrived in.
    later: queueMicrotask,
  });
  return queue.stream;
};
