import type { ReasoningDetail } from "@cenote/contracts";
import { openRouterDetailOf, reasoningDetailOf, toReasoningDetails } from "./reasoning-details";

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
  for (const write of [reasoningDetailOf, openRouterDetailOf])
    expect(toReasoningDetails(JSON.parse(JSON.stringify(write(detail))))).toEqual([detail]);
});

test.each([
  ["anthropic", "anthropic-claude-v1"],
  ["google", "google-gemini-v1"],
  ["openai-responses", "openai-responses-v1"],
  ["ai-sdk", "ai-sdk"],
])("the family %s is %s to OpenRouter's clients", (family, format) => {
  expect(openRouterDetailOf({ ...blank, family, encrypted: "e" })).toEqual({
    type: "reasoning.encrypted",
    format,
    data: "e",
  });
});

test.each<[string, Parameters<typeof toReasoningDetails>[0], ReasoningDetail[]]>([
  [
    "signed words without a format",
    { type: "reasoning.text", text: "Hm.", signature: "s" },
    [{ ...blank, text: "Hm.", signature: "s" }],
  ],
  [
    "those with null for one",
    { type: "reasoning.text", text: "Hm.", signature: null, format: null, id: null },
    [{ ...blank, text: "Hm." }],
  ],
  [
    "what is encrypted without a format",
    { type: "reasoning.encrypted", data: "e" },
    [{ ...blank, family: "", encrypted: "e" }],
  ],
  ["a summary", { type: "reasoning.summary", summary: "Hm." }, []],
])("of OpenRouter's, %s is taken", (_what, detail, taken) => {
  expect(toReasoningDetails(detail)).toEqual(taken);
});
