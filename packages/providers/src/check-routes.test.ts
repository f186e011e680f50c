import { routeChecks } from "./check-routes";

const { checkQuirks, takesFirstFrame, edits } = routeChecks;

test("quirks are checked by the family of their kind", () => {
  expect(checkQuirks("fal", { duration_spelling: "roman" })).toEqual([
    expect.stringMatching(/^duration_spelling: must be one of/),
  ]);
  expect(checkQuirks("openai-compatible", { max_tokens_field: "max_tokens" })).toEqual([]);
});

test("a kind without a family has none", () => {
  expect(checkQuirks("ai-sdk", { any: true })).toEqual([]);
});

test.each<[string, Readonly<Record<string, unknown>>, boolean]>([
  ["fal", { first_frame: "a/image-to-video" }, true],
  ["fal", {}, false],
  ["fal", { first_frame: "no endpoint" }, false],
  ["google", {}, true],
  ["luma", {}, false],
  ["anthropic", {}, false],
  ["ai-sdk", {}, true],
])("the family %s with %j says whether a video may begin with an image: %s", (kind, quirks, takes) => {
  expect(takesFirstFrame(kind, { provider: "p", baseUrl: "https://p.test", model: "m", quirks })).toBe(takes);
});

test.each<[string, string, Readonly<Record<string, unknown>>, { readonly mask: boolean } | undefined]>([
  ["openai-compatible", "gpt-image-2", {}, { mask: true }],
  ["openai-compatible", "gpt-image-2", { image_edits: false }, undefined],
  ["openai-compatible", "grok-imagine-image", {}, { mask: false }],
  ["openai-compatible", "dall-e-3", {}, undefined],
  ["google", "gemini-3-pro-image", {}, { mask: false }],
  ["google", "imagen-4.0-generate-001", {}, undefined],
  ["fal", "fal-ai/flux-pro/v1.1", {}, undefined],
  ["anthropic", "m", {}, undefined],
  ["ai-sdk", "m", {}, { mask: true }],
])("the family %s says what an edit may give to %s with %j: %j", (kind, model, quirks, expected) => {
  const told = edits(kind, { provider: "p", baseUrl: "https://p.test", model, quirks });
  expect(told && { mask: told.mask }).toEqual(expected);
});
