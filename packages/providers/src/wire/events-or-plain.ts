import { answerTooLarge, answerTooLong } from "../answers/answer-failures";
import { ANSWER_LIMITS } from "./answer-limits";
import { BodyBuffer } from "./body-buffer";
import { createSseParser, type SseParser } from "./sse";

/** The first character that is not white space or a byte order mark distinguishes JSON and HTML from events. */
const firstCharacter = (bytes: Buffer): string =>
  bytes
    .toString("latin1")
    .replace(/^(?:\xEF\xBB\xBF)?\s*/, "")
    .charAt(0);

/**
 * The body of an answer that was requested as a stream. It has server-sent events, or one plain text instead. It is a
 * class for the reason given at `HttpCall`.
 */
export class EventsOrPlain {
  readonly #onEvent: (data: string, name: string) => void;
  #parser: SseParser | undefined;
  #plain: BodyBuffer | undefined;
  #sizeBytes = 0;

  constructor(onEvent: (data: string, name: string) => void) {
    this.#onEvent = onEvent;
  }

  /** Takes the next read, split anywhere. Throws ProviderError `malformed` if the body is too long. */
  push(bytes: Buffer): void {
    this.#sizeBytes += bytes.length;
    if (this.#sizeBytes > ANSWER_LIMITS.streamBytes) throw answerTooLong();
    if (this.#parser === undefined && this.#plain === undefined) this.#begin(firstCharacter(bytes));
    this.#parser?.push(bytes);
    if (this.#plain?.push(bytes) === false) throw answerTooLarge(ANSWER_LIMITS.chatBytes);
  }

  /** The body is complete. @returns The plain text; undefined if it was events, or empty. */
  end(): string | undefined {
    this.#parser?.end();
    return this.#plain?.text();
  }

  #begin(first: string): void {
    if (first === "{" || first === "[" || first === "<") this.#plain = new BodyBuffer(ANSWER_LIMITS.chatBytes);
    // White space alone is neither events nor text.
    else if (first !== "") this.#parser = createSseParser({ onEvent: this.#onEvent });
  }
}
