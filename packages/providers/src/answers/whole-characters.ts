import type { ChatEvent } from "../spec";

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/**
 * Some providers cut a text between the two surrogates of a character, such as an emoji. UTF-8, which gRPC uses, can't
 * encode a lone surrogate. So a high surrogate at the end is held back until the next text. Each answer has its own
 * instance. @returns A function that returns undefined for an event of which nothing can be passed on yet.
 */
export const createWholeCharacters = (): ((event: ChatEvent) => ChatEvent | undefined) => {
  /** High surrogates that were held back, by the kind of text or the index of the tool call. */
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
