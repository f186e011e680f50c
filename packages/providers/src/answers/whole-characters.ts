import type { ChatEvent } from "../spec";

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/**
 * Some providers cut a text between the two halves of a character, such as an emoji. No half can be passed on alone: in
 * UTF-8, as gRPC carries it, there are none. So the first half waits for the text that goes on with it. One per answer.
 * @returns Undefined for a text of which nothing is left to tell yet.
 */
export const createWholeCharacters = (): ((event: ChatEvent) => ChatEvent | undefined) => {
  /** First halves, by the kind of text or the index of the tool call. */
  const waiting = new Map<string | number, string>();

  const whole = (kind: string | number, piece: string): string => {
    const isCut = isFirstHalf(piece.charCodeAt(piece.length - 1));
    if (piece === "" || (!isCut && waiting.size === 0)) return piece;
    const text = (waiting.get(kind) ?? "") + piece;
    if (!isCut) {
      waiting.delete(kind);
      return text;
    }
    waiting.set(kind, text.slice(-1));
    return text.slice(0, -1);
  };

  return (event) => {
    if (event.type === "text" || event.type === "reasoning" || event.type === "refusal") {
      const text = whole(event.type, event.text);
      if (text === event.text) return event;
      return text === "" ? undefined : { type: event.type, text };
    }
    if (event.type !== "tool_call") return event;
    const text = whole(event.index, event.arguments);
    if (text === event.arguments) return event;
    return text === "" && event.id === undefined && event.name === undefined
      ? undefined
      : { ...event, arguments: text };
  };
};
