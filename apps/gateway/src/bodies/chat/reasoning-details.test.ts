import type { ReasoningDetail } from "@cenote/contracts";
import { reasoningDetailOf, toReasoningDetail } from "./reasoning-details";

const blank: ReasoningDetail = {
  family: "anthropic",
  text: "",
  signature: "",
  encrypted: "",
  toolCallId: "",
  madeBy: "",
};

test.each<[string, ReasoningDetail]>([
  ["signed words", { ...blank, text: "Hm.", signature: "s", madeBy: "anthropic/claude-haiku-4-5" }],
  [
    "signed words of a tool call",
    { ...blank, text: "Hm.", signature: "s", toolCallId: "call_1", madeBy: "anthropic/claude-haiku-4-5" },
  ],
  [
    "what is encrypted",
    { ...blank, family: "google", encrypted: "e", toolCallId: "call_1", madeBy: "google/gemini-3.6-flash" },
  ],
  ["a piece of which nobody knows the maker", { ...blank, encrypted: "e" }],
])("a client that returns %s unchanged loses nothing", (_what, detail) => {
  expect(toReasoningDetail(JSON.parse(JSON.stringify(reasoningDetailOf(detail))))).toEqual(detail);
});
