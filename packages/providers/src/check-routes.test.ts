import { routeChecks } from "./check-routes";

const { checkQuirks, takesFirstFrame } = routeChecks;

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
