import type { ChatAnswer, ChatEvent, ChatStreamReader } from "../spec";

/**
 * Removes the prefill from the text of an answer that repeats it. Text is held back for as long as it may be the prefill.
 * If it turns out to be something else, it is passed on unchanged.
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
    // The held text is known to be a repetition, so only the new piece is compared.
    if (held.length < prefix.length && prefix.startsWith(event.text, at)) return [];
    return decide(held.startsWith(prefix) ? held.slice(prefix.length) : held);
  };
};

/** A class, because each stream has one, and getters of an object literal would keep it alive (decision 10). */
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

/** @param prefix The prefill that the provider repeats; empty if it repeats none. */
export const readerWithoutEcho = (reader: ChatStreamReader, prefix: string): ChatStreamReader =>
  prefix === "" ? reader : new ReaderWithoutEcho(reader, prefix);

export const answerWithoutEcho = (answer: ChatAnswer, prefix: string): ChatAnswer =>
  prefix !== "" && answer.text.startsWith(prefix) ? { ...answer, text: answer.text.slice(prefix.length) } : answer;
