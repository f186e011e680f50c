import type { ChatEvent } from "../spec";
import { createWholeCharacters } from "./whole-characters";

const text = (piece: string): ChatEvent => ({ type: "text", text: piece });
const reasoning = (piece: string): ChatEvent => ({ type: "reasoning", text: piece });
const refusal = (piece: string): ChatEvent => ({ type: "refusal", text: piece });
const tool = (index: number, piece: string): ChatEvent => ({ type: "tool_call", index, arguments: piece });
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
  ["nothing in between", [text("\uD83D"), text(""), text("\uDE00")], [text(""), text("😀")]],
  ["a refusal", [refusal("no\uD83D"), refusal("\uDE00")], [refusal("no"), refusal("😀")]],
  [
    "arguments of two calls at once",
    [tool(0, '{"a":"\uD83D'), tool(1, "\uD83D"), tool(0, '\uDE00"}'), tool(1, "\uDE01")],
    [tool(0, '{"a":"'), tool(0, '😀"}'), tool(1, "😁")],
  ],
  [
    "the beginning of a call",
    [{ type: "tool_call", index: 0, id: "c", name: "f", arguments: "\uD83D" }, tool(0, "\uDE00")],
    [{ type: "tool_call", index: 0, id: "c", name: "f", arguments: "" }, tool(0, "😀")],
  ],
  [
    "a half that nothing goes on with",
    [reasoning("a\uD83D"), { type: "finish", reason: "stop" }],
    [reasoning("a"), { type: "finish", reason: "stop" }],
  ],
])("%s", (_, events, expected) => {
  expect(read(...events)).toEqual(expected);
});
