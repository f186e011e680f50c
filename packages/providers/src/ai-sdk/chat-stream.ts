import type { LanguageModelV4StreamPart, SharedV4Warning } from "@ai-sdk/provider";
import type { Log } from "@cenote/core";
import { ArrivingAnswer } from "../answers/arriving-answer";
import { type ChatEventStream, createEventQueue } from "../answers/event-queue";
import type { FunctionNames } from "../requests/function-names";
import { scrubbedError } from "../errors/scrub";
import type { ProviderError } from "../provider-error";
import type { ChatEvent } from "../spec";
import type { Target } from "../target";
import { ANSWER_LIMITS } from "../wire/answer-limits";
import { type SdkCall, type SdkCallOptions, startSdkCall } from "./call";
import { toProviderError } from "./errors";
import { type PartReader, createPartReader } from "./from-parts";

/** Most unread events of a slow reader. Above it the package is paused. */
const MAX_UNREAD_EVENTS = 512;

export interface SdkChatStreamOptions extends Omit<SdkCallOptions, "mode" | "maxBytes" | "onFailure"> {
  readonly target: Target;
  readonly names: FunctionNames;
  /** Opens the package's stream. It runs inside of the call. */
  readonly open: (signal: AbortSignal) => Promise<ReadableStream<LanguageModelV4StreamPart>>;
  readonly onWarnings: (warnings: readonly SharedV4Warning[]) => void;
  readonly log: Log;
}

/**
 * One streamed answer of a package as an iterator. The first `next()` calls the package. `return()` and the caller's
 * signal end the call at once, whatever the package is doing.
 */
export const createSdkChatStream = ({
  target,
  names,
  open,
  onWarnings,
  log,
  ...options
}: SdkChatStreamOptions): ChatEventStream => {
  const nowMs = () => options.clock.nowMs();
  const reader: PartReader = createPartReader({ nowMs, onWarnings });
  const answer = new ArrivingAnswer({
    target,
    names,
    log,
    push(event) {
      queue.push(event);
    },
    onContent() {
      call?.content();
    },
  });
  let call: SdkCall | undefined;
  let release: (() => void) | undefined;

  const end = (error?: ProviderError) => {
    if (!queue.isOpen()) return;
    if (error?.kind === "aborted") queue.clear();
    answer.noteSkipped();
    call?.close();
    release?.();
    queue.end(error === undefined ? undefined : scrubbedError(error, target));
  };

  const take = (part: LanguageModelV4StreamPart) => {
    let events: readonly ChatEvent[];
    try {
      events = reader.read(part);
    } catch (error) {
      const told = toProviderError(error, nowMs());
      if (told.kind !== "malformed" || !answer.skip()) throw told;
      return;
    }
    if (events.length === 0) return;
    answer.take(events);
    queue.handSoon();
  };

  const pump = async (opened: SdkCall) => {
    const parts = (await open(opened.signal)).getReader();
    try {
      for (let next = await parts.read(); !next.done; next = await parts.read()) {
        if (!queue.isOpen()) return;
        opened.progress();
        take(next.value);
        if (queue.length() >= MAX_UNREAD_EVENTS)
          await new Promise<void>((resolve) => {
            release = resolve;
          });
      }
    } finally {
      void parts.cancel().catch(() => {});
    }
    end(reader.complete ? undefined : (opened.failure() ?? answer.endedEarly()));
  };

  const start = () => {
    const started = startSdkCall({ ...options, mode: "stream", maxBytes: ANSWER_LIMITS.streamBytes, onFailure: end });
    call = started;
    started
      .run(() => pump(started))
      .catch((error: unknown) => {
        // After its finish reason the answer is complete, however the connection ends.
        end(reader.complete ? undefined : (started.failure() ?? toProviderError(error, nowMs())));
      });
  };

  const queue = createEventQueue({
    start,
    onTaken: () => {
      release?.();
    },
    onLeft() {
      call?.close();
      release?.();
    },
    // The parts of one read arrive one by one through the package's own streams, and are delivered together.
    later: setImmediate,
  });
  return queue.stream;
};
