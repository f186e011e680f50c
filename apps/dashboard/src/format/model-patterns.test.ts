import { allowsModel } from "./model-patterns";

describe("allowsModel", () => {
  it.each([
    ["without a list, every model", [], true],
    ["the model", ["xai/grok", "openai/gpt"], true],
    ["all of its provider's", ["openai/*"], true],
    ["a longer name", ["openai/gpt-mini"], false],
    ["another provider's", ["openai-eu/*"], false],
  ])("%s", (_, models, allowed) => {
    expect(allowsModel(models, "openai/gpt")).toBe(allowed);
  });
});
