import { allCapabilities, type DirectoryModel, findModels, NO_FILTER } from "./find-models";
import { formatSize, formatUnit } from "./format-model";

const model = (id: string, more: Partial<DirectoryModel> = {}): DirectoryModel => ({
  id,
  type: "CHAT",
  capabilities: [],
  contextLength: null,
  maxOutputTokens: null,
  dimensions: null,
  sizes: [],
  maxDuration: null,
  audio: null,
  zdr: false,
  prices: [],
  ...more,
});
const MODELS = [
  model("openai/gpt", { capabilities: ["TOOLS", "VISION"] }),
  model("anthropic/claude", { capabilities: ["TOOLS"], zdr: true }),
  model("google/veo", { type: "VIDEO", audio: true }),
];
const found = (filter: Partial<typeof NO_FILTER>): readonly string[] =>
  findModels(MODELS, { ...NO_FILTER, ...filter }).map(({ id }) => id);

describe("findModels", () => {
  it("finds models whose id or capabilities contain every word", () => {
    expect(found({ text: " TOOLS  gpt " })).toEqual(["openai/gpt"]);
    expect(found({ text: "tools" })).toEqual(["openai/gpt", "anthropic/claude"]);
    expect(found({ text: "nothing" })).toEqual([]);
  });

  it("filters by type and by capability; zero data retention and sound are capabilities too", () => {
    expect(found({ type: "VIDEO" })).toEqual(["google/veo"]);
    expect(found({ capability: "zdr" })).toEqual(["anthropic/claude"]);
    expect(found({ type: "CHAT", capability: "audio" })).toEqual([]);
    expect(allCapabilities(MODELS)).toEqual(["audio", "tools", "vision", "zdr"]);
  });

  it("is shown with sizes and units in words", () => {
    expect(formatSize(model("a/b", { contextLength: 128_000, maxOutputTokens: 4096 }), "en-US")).toBe(
      "128,000 tokens; answers to 4,096",
    );
    expect(formatUnit({ unit: "INPUT_TOKEN", per: 1_000_000, variant: null, usd: "1", mxn: "20" })).toBe(
      "1 million input tokens",
    );
    expect(formatUnit({ unit: "IMAGE", per: 1, variant: "1024x1024 hd", usd: "1", mxn: "20" })).toBe(
      "image, 1024x1024 hd",
    );
    expect(formatUnit({ unit: "INPUT_IMAGE", per: 1, variant: null, usd: "1", mxn: "20" })).toBe("input image");
  });
});
