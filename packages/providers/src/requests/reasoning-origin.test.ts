import { allWithMaker, withMaker, withoutForeignReasoning } from "./reasoning-origin";
import type { ChatMessage, ReasoningDetail } from "../spec";
import type { Target } from "../target";

const target = (provider: string, model: string): Target => ({ provider, model, baseUrl: "https://p.test" });
const flash = target("google", "gemini-3.5-flash");
const detail: ReasoningDetail = { family: "google", encrypted: "s" };
const asked = (...reasoningDetails: ReasoningDetail[]) => ({
  messages: [
    { role: "user", content: "a" },
    { role: "assistant", content: "b", reasoningDetails },
  ] satisfies ChatMessage[],
});

test("what a model signs is tagged with the model and its provider, streamed or whole; other events are unchanged", () => {
  const signed = { ...detail, madeBy: "google/gemini-3.5-flash" };
  expect(withMaker({ type: "reasoning_detail", detail }, flash)).toEqual({ type: "reasoning_detail", detail: signed });
  expect(allWithMaker({ text: "a", reasoningDetails: [detail] }, flash)).toEqual({
    text: "a",
    reasoningDetails: [signed],
  });
  const text = { type: "text", text: "a" } as const;
  expect(withMaker(text, flash)).toBe(text);
});

test.each([
  ["the same over another provider", target("vertex", "gemini-3.5-flash")],
  ["another of the provider's", target("google", "gemini-3.5-pro")],
])("%s does not see it, and all else", (_who, other) => {
  const signed = { ...detail, madeBy: "google/gemini-3.5-flash" };
  const own = { ...detail, madeBy: `${other.provider}/${other.model}` };
  expect(withoutForeignReasoning(asked(signed, own), other)).toEqual(asked(own));
});

test("it is accepted by its own model, and by any model if the origin is unknown", () => {
  for (const call of [asked({ ...detail, madeBy: "google/gemini-3.5-flash" }), asked(detail)])
    expect(withoutForeignReasoning(call, flash)).toBe(call);
});
