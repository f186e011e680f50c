import type { ChatEvent } from "../spec";

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/**
 * Some providers cut a text between the two halves of a character, such as an emoji. No half can be passed on alone: in
 * UTF-8, as gRPC carries it, there are none. So the first half waits for the text that goes on with it. One per answer.
 * @returns Undefined for a text of which nothing is left to tell yet.
 */
export const createWholeCharacters = (): ((event: ChatEvent) => ChatEvent | undefined) => {
  const waiting = { text: "", reasoning: "" };
  return (event) => {
    if (event.type !== "text" && event.type !== "reasoning") return event;
    const { type } = event;
    const isCut = isFirstHalf(event.text.charCodeAt(event.text.length - 1));
    if (!isCut && waiting[type] === "") return event;
    const text = waiting[type] + event.text;
    waiting[type] = isCut ? text.slice(-1) : "";
    const whole = isCut ? text.slice(0, -1) : text;
    return whole === "" ? undefined : { type, text: whole };
  };
};
