import { didYouMean, nearModelId } from "./near-model-id";

const IDS = [
  "openai/gpt-4o-mini",
  "openai/gpt-5.4-mini",
  "anthropic/claude-haiku-4-5",
  "anthropic/claude-opus-5-5",
  "google/gemini-2.5-flash",
  "google/gemini-2.5-flash-lite",
  "openai/text-embedding-3-small",
];

test.each([
  ["gpt-4o-mini", "openai/gpt-4o-mini"],
  ["OpenAI/GPT-4o-mini", "openai/gpt-4o-mini"],
  ["openai/gpt-4o-mini:free", "openai/gpt-4o-mini"],
  ["openai/gpt-4o-mini-2024-07-18", "openai/gpt-4o-mini"],
  ["openai/gpt-4o-mni", "openai/gpt-4o-mini"],
  ["gtp-4o-mini", "openai/gpt-4o-mini"],
  ["anthropic/claude-haiku-4.5", "anthropic/claude-haiku-4-5"],
  ["claude-haiku-4-5-20251001", "anthropic/claude-haiku-4-5"],
  ["openrouter/anthropic/claude-opus-5.5", "anthropic/claude-opus-5-5"],
  ["gemini/gemini-2.5-flash", "google/gemini-2.5-flash"],
  ["openai/gpt-5-4-mini ", "openai/gpt-5.4-mini"],
])("%s is close to %s", (id, near) => {
  expect(nearModelId(id, IDS)).toBe(near);
});

// A different number, or half of a name, is a different model at a different price.
test.each([
  "",
  "/",
  "openai/",
  "openai/gpt-4o",
  "openai/gpt-5.5-mini",
  "anthropic/claude-haiku-3-5",
  "nobody/nothing",
  "__proto__",
  "x".repeat(256),
])("%j is close to no id", (id) => {
  expect(nearModelId(id, IDS)).toBeUndefined();
});

test("the suggested id is spelled as in the catalog", () => {
  expect(didYouMean("gpt-4o-mini", IDS)).toBe(" Did you mean `openai/gpt-4o-mini`?");
  expect(didYouMean("nothing", IDS)).toBe("");
});
