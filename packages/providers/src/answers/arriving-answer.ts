import type { Log } from "@cenote/core";
import { ProviderError } from "../provider-error";
import type { FunctionNames } from "../requests/function-names";
import { withMaker } from "../requests/reasoning-origin";
import type { ChatEvent } from "../spec";
import type { Target } from "../target";
import { answerTooLong, notItsProtocol } from "./answer-failures";
import { charactersOf, isContent } from "./event-content";
import { createWholeCharacters } from "./whole-characters";

/** Most text of one answer, about eight million tokens. The text is kept in memory to be counted. */
const MAX_ANSWER_CHARACTERS = 32 * 1024 * 1024;
/** Most unreadable events that are skipped in one stream. With more the stream fails. */
const MAX_MALFORMED = 16;

export interface ArrivingAnswerOptions {
  readonly target: Target;
  readonly names: FunctionNames;
  readonly log: Log;
  /** Passes an event on to the reader. */
  readonly push: (event: ChatEvent) => void;
  /** Called with the first content. */
  readonly onContent: () => void;
}

/**
 * One streamed answer, between provider and reader. It joins characters that were cut, restores the caller's function
 * names, and enforces the limits of an answer. It is a class for the reason given at `HttpCall`.
 */
export class ArrivingAnswer {
  readonly #options: ArrivingAnswerOptions;
  readonly #whole = createWholeCharacters();
  #characters = 0;
  #hasContent = false;
  #malformed = 0;

  constructor(options: ArrivingAnswerOptions) {
    this.#options = options;
  }

  /** Passes on the provider's events. Throws ProviderError `malformed` if the answer is longer than any model's. */
  take(events: readonly ChatEvent[]): void {
    const { target, names, push, onContent } = this.#options;
    for (const sent of events) {
      const event = this.#whole(sent);
      if (event === undefined) continue;
      push(names.event(withMaker(event, target)));
      this.#characters += charactersOf(event);
      if (!this.#hasContent && isContent(event)) {
        this.#hasContent = true;
        onContent();
      }
    }
    if (this.#characters > MAX_ANSWER_CHARACTERS) throw answerTooLong();
  }

  /** Counts an unreadable event. @returns False if there were too many. */
  skip(): boolean {
    this.#malformed += 1;
    return this.#malformed <= MAX_MALFORMED;
  }

  /** The failure of a stream that ended without a finish reason. */
  endedEarly(): ProviderError {
    if (this.#malformed > 0 && !this.#hasContent) return notItsProtocol();
    return new ProviderError({
      kind: "cut",
      message: this.#hasContent
        ? "The provider cut its answer short."
        : "The provider ended its answer before any content.",
    });
  }

  /** Logs how many events were skipped, if any were. */
  noteSkipped(): void {
    const { log, target } = this.#options;
    const malformed = this.#malformed;
    if (malformed > 0)
      log.warn(
        { provider: target.provider, model: target.model, malformed },
        "malformed events in a stream were skipped",
      );
  }
}
