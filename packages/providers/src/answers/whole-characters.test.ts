import type { ChatEvent } from "../spec";
import { createWholeCharacters } from "./whole-characters";

const text = (piece: string): ChatEvent => ({ type: "text", text: piece });
const reasoning = (piece: string): ChatEvent => ({ type: "reasoning", text: piece });
const read = (...events: readonly ChatEvent[]) => {
  const whole = createWholeCharacters();
  return events.map(whole).filter((event) => event !== undefined);
};

test.each<[string, ChatEvent[], ChatEvent[]]>([
  ["whole texts", [text("a"), text("😀"), text("")], [text("a"), text("😀"), text("")]],
  ["a character in two", [text("a\uD83D"), text("\uDE00b")], [text("a"), text("😀b")]],
  ["its halves alone", [text("\uD83D"), text("\uDE00")], [text("😀")]],
  ["one after the other", [text("\uD83D"), text("\uDE00\uD83D"), text("\uDE01")], [text("😀"), text("😁")]],
  ["reasoning in between", [text("\uD83D"), reasoning("hm"), text("\uDE00")], [reasoning("hm"), text("😀")]],
  [
    "a half that nothing goes on with",
    [reasoning("a\uD83D"), { type: "finish", reason: "stop" }],
    [reasoning("a"), { type: "finish", reason: "stop" }],
  ],
])("%s", (_, events, expected) => {
  expect(read(...events)).toEqual(expected);
});
