import type { ChatMessage } from "../spec";
import { type PairRule, unpairedTools } from "./tool-pairs";

const user: ChatMessage = { role: "user", content: "hi" };
const system: ChatMessage = { role: "system", content: "Be brief." };
const silent: ChatMessage = { role: "assistant", content: " " };
const says: ChatMessage = { role: "assistant", content: "yes" };
const calls = (...ids: string[]): ChatMessage => ({
  role: "assistant",
  content: "",
  toolCalls: ids.map((id) => ({ id, name: "f", arguments: "{}" })),
});
const result = (toolCallId: string): ChatMessage => ({ role: "tool", content: "7", toolCallId });

const RULES: readonly PairRule[] = ["next", "next_turn", "anywhere", "all_or_none"];

/** The place of the first fault by each rule; empty if there is none. */
const faultsOf = (...messages: ChatMessage[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    RULES.map((rule) => [
      rule,
      unpairedTools(messages, rule)
        .map((fault) => (typeof fault === "string" ? fault : `${fault.field}${fault.place ?? ""}`))
        .join(),
    ]),
  );

const all = (place: string) => Object.fromEntries(RULES.map((rule) => [rule, place]));

test("every protocol takes calls with their results, and conversations without calls", () => {
  expect(faultsOf(user, says, user)).toEqual(all(""));
  expect(faultsOf(user, calls("a", "b"), result("b"), result("a"), user)).toEqual(all(""));
  expect(faultsOf(user, calls("a"), result("a"), calls("a"), result("a"), says)).toEqual(all(""));
  expect(faultsOf(user, calls("a"), silent, result("a"))).toEqual(all(""));
});

test("no protocol takes a result without its call", () => {
  expect(faultsOf(user, result("a"))).toEqual(all("messages[1].tool_call_id"));
  expect(faultsOf(user, calls("a"), result("b"))).toEqual(all("messages[2].tool_call_id"));
  expect(faultsOf(user, calls("a"), { role: "tool", content: "7" })).toEqual(all("messages[2].tool_call_id"));
});

test("only Gemini is sent calls of which none has a result", () => {
  const open = { ...all("messages[1].tool_calls"), all_or_none: "" };
  expect(faultsOf(user, calls("a"))).toEqual(open);
  expect(faultsOf(user, calls("a"), user)).toEqual(open);
  expect(faultsOf(user, calls("a"), user, calls("b"), result("b"), says)).toEqual(open);
});

test("no protocol takes calls of which only some have a result", () => {
  expect(faultsOf(user, calls("a", "b"), result("a"))).toEqual(all("messages[1].tool_calls"));
  expect(faultsOf(user, calls("a", "b"), result("a"), user, says)).toEqual(all("messages[1].tool_calls"));
});

test("protocols differ in what may stand between a call and its result", () => {
  expect(faultsOf(user, calls("a"), user, result("a"))).toEqual({ ...all(""), next: "messages[1].tool_calls" });
  expect(faultsOf(user, calls("a"), system, result("a"))).toEqual({ ...all(""), next: "messages[1].tool_calls" });
  expect(faultsOf(user, calls("a"), calls("b"), result("a"), result("b"))).toEqual({
    ...all(""),
    next: "messages[1].tool_calls",
  });
  expect(faultsOf(user, calls("a"), user, says, user, result("a"))).toEqual({
    next: "messages[1].tool_calls",
    next_turn: "messages[1].tool_calls",
    anywhere: "",
    all_or_none: "",
  });
});
