import type { ChatAnswer, ChatEvent, ChatStreamReader } from "../spec";

/**
 * Takes the beginning of an answer, which the caller has, off the text of the answer. Text is held back for as long as
 * it may be that beginning; one that turns out to be something else is passed on as it came.
 */
const createEchoFilter = (prefix: string) => {
  let held: string | undefined = "";
  const decide = (text: string): ChatEvent[] => {
    held = undefined;
    return text === "" ? [] : [{ type: "text", text }];
  };
  return (event: ChatEvent): ChatEvent[] => {
    if (held === undefined || event.type === "reasoning" || event.type === "usage") return [event];
    if (event.type !== "text") return [...decide(held), event];
    const at = held.length;
    held += event.text;
    // What is held is known to be a repetition: only the piece is compared.
    if (held.length < prefix.length && prefix.startsWith(event.text, at)) return [];
    return decide(held.startsWith(prefix) ? held.slice(prefix.length) : held);
  };
};

/** A class, because there is one for each stream, and getters of a literal would keep it (decision 10). */
class ReaderWithoutEcho implements ChatStreamReader {
  readonly #reader: ChatStreamReader;
  readonly #filter: (event: ChatEvent) => ChatEvent[];

  constructor(reader: ChatStreamReader, prefix: string) {
    this.#reader = reader;
    this.#filter = createEchoFilter(prefix);
  }

  get complete(): boolean {
    return this.#reader.complete;
  }

  get ended(): boolean {
    return this.#reader.ended === true;
  }

  read(data: string, name: string): ChatEvent[] {
    return this.#reader.read(data, name).flatMap(this.#filter);
  }
}

/** @param prefix The beginning of the answer that its provider repeats; empty: it repeats none. */
export const readerWithoutEcho = (reader: ChatStreamReader, prefix: string): ChatStreamReader =>
  prefix === "" ? reader : new ReaderWithoutEcho(reader, prefix);

export const answerWithoutEcho = (answer: ChatAnswer, prefix: string): ChatAnswer =>
  prefix !== "" && answer.text.startsWith(prefix) ? { ...answer, text: answer.text.slice(prefix.length) } : answer;
