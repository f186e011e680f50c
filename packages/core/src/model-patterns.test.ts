import { commonPatterns, matchesModel } from "./model-patterns";

test.each([
  ["openai/gpt-4o", "openai/gpt-4o", true],
  ["openai/gpt-4o", "openai/gpt-4o-mini", false],
  ["openai/*", "openai/gpt-4o", true],
  ["openai/*", "openai-like/gpt-4o", false],
  ["fal/veo/*", "fal/veo/fast", true],
])("the pattern %s matches the model %s: %s", (pattern, model, matches) => {
  expect(matchesModel(pattern, model)).toBe(matches);
});

test.each([
  [["openai/*"], ["openai/gpt-4o", "google/veo"], ["openai/gpt-4o"]],
  [["openai/gpt-4o"], ["openai/*"], ["openai/gpt-4o"]],
  [
    ["openai/*", "google/veo"],
    ["google/*", "openai/*"],
    ["openai/*", "google/veo"],
  ],
  [["openai/*"], ["google/*"], []],
])("what %j and %j have in common is %j", (one, other, common) => {
  expect(commonPatterns(one, other)).toEqual(common);
});
