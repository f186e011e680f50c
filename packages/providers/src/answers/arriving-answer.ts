import type { Log } from "@cenote/core";
import { ProviderError } from "../provider-error";
import type { FunctionNames } from "../requests/function-names";
import { withMaker } from "../requests/reasoning-origin";
import type { ChatEvent } from "../spec";
import type { Target } from "../target";
import { answerTooLong, notItsProtocol } from "./answer-failures";
import { charactersOf, isContent } from "./event-content";
import { createWholeCharacters } from "./whole-characters";

/** Most text of one answer, some eight million tokens: it is kept in memory to be counted. */
const MAX_ANSWER_CHARACTERS = 32 * 1024 * 1024;
/** Events of a stream that are skipped because they can't be read; with more it is given up. */
const MAX_MALFORMED = 16;

export interface ArrivingAnswerOptions {
  readonly target: Target;
  readonly names: FunctionNames;
  readonly log: Log;
  /** Passes an event on to the reader. */
  readonly push: (event: ChatEvent) => void;
  /** The first content has come. */
  readonly onContent: () => void;
}

/**
 * One streamed answer between what its provider sends and what its reader gets: whole characters, the caller's names,
 * and no more of anything than an answer may have. It is a class for the reason that `HttpCall` gives.
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

  /** Passes on what the provider sent. Throws ProviderError `malformed` if the answer is longer than any model's. */
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

  /** Counts an event that can't be read. @returns False if there were too many. */
  skip(): boolean {
    this.#malformed += 1;
    return this.#malformed <= MAX_MALFORMED;
  }

  /** Why the stream failed, if it ended without its finish reason. */
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
