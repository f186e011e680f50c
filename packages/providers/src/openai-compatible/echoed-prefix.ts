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
    held += event.text;
    if (held.length < prefix.length && prefix.startsWith(held)) return [];
    return decide(held.startsWith(prefix) ? held.slice(prefix.length) : held);
  };
};

/** @param prefix The beginning of the answer that its provider repeats; empty: it repeats none. */
export const readerWithoutEcho = (reader: ChatStreamReader, prefix: string): ChatStreamReader => {
  if (prefix === "") return reader;
  const filter = createEchoFilter(prefix);
  return {
    read: (data, name) => reader.read(data, name).flatMap(filter),
    get complete() {
      return reader.complete;
    },
    get ended() {
      return reader.ended === true;
    },
  };
};

export const answerWithoutEcho = (answer: ChatAnswer, prefix: string): ChatAnswer =>
  prefix !== "" && answer.text.startsWith(prefix) ? { ...answer, text: answer.text.slice(prefix.length) } : answer;
