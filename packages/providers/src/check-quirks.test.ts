import { checkQuirks } from "./check-quirks";

test("quirks are checked by the family of their kind", () => {
  expect(checkQuirks("fal", { duration_spelling: "roman" })).toEqual([
    expect.stringMatching(/^duration_spelling: must be one of/),
  ]);
  expect(checkQuirks("openai-compatible", { max_tokens_field: "max_tokens" })).toEqual([]);
});

test("a kind without a family has none", () => {
  expect(checkQuirks("ai-sdk", { any: true })).toEqual([]);
});
