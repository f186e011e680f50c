import { formatDecimal } from "@cenote/core";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { catalogOfText, loadCatalog } from "./load-catalog";
import { READ_AT_START } from "./read-at-start";
import { catalogSchema, schemaFileText } from "./schema";
import { modelOf } from "./testing/catalog-text";

const root = join(__dirname, "../../..");
const shippedText = readFileSync(join(__dirname, "../default.yaml"), "utf8");
const shipped = loadCatalog({ path: join(root, "no-such-file.yaml"), env: {} });
const priceOf = (id: string, unit: string) => {
  const price = shipped.models.get(id)?.prices.find((one) => one.unit === unit);
  return price === undefined ? undefined : formatDecimal(price.usdEach);
};

test("without a file the shipped catalog applies: nineteen providers, none usable without its key", () => {
  expect([...shipped.providers.keys()]).toEqual([
    "openai",
    "openai-responses",
    "anthropic",
    "google",
    "mistral",
    "deepseek",
    "xai",
    "groq",
    "openrouter",
    "moonshot",
    "zai",
    "alibaba",
    "meta",
    "cerebras",
    "together",
    "fireworks",
    "cohere",
    "fal",
    "azure",
  ]);
  expect([...shipped.providers.values()].filter(({ usable }) => usable)).toEqual([]);
});

test("the shipped catalog has the prices of the contract and the operator's guide", () => {
  expect(priceOf("openai/gpt-4o-mini", "input_token")).toBe("0.00000015");
  expect(priceOf("openai/gpt-4o-mini", "cached_input_token")).toBe("0.000000075");
  expect(priceOf("openai/gpt-4o-mini", "output_token")).toBe("0.0000006");
  expect(shipped.models.get("openai/gpt-4o-mini")).toMatchObject({ contextTokens: 128_000, maxOutputTokens: 16_384 });
  expect(priceOf("openai/text-embedding-3-small", "input_token")).toBe("0.00000002");
  expect(priceOf("openai/text-embedding-3-large", "input_token")).toBe("0.00000013");
  expect(modelOf(shipped, "embedding", "openai/text-embedding-3-small")?.dimensions).toBe(1_536);
  expect(modelOf(shipped, "embedding", "openai/text-embedding-3-large")?.dimensions).toBe(3_072);
});

const chatModels = [...shipped.models.values()].filter((model) => model.type === "chat");

test("there are at least 28 chat models of at least seven families, all with context length, output limit and price", () => {
  expect(chatModels.length).toBeGreaterThanOrEqual(28);
  expect(chatModels.map(({ id }) => id.split("/")[0])).toEqual(
    expect.arrayContaining(["openai", "anthropic", "google", "mistral", "deepseek", "xai", "groq"]),
  );
  for (const { prices } of shipped.models.values())
    expect(prices.every(({ usdEach }) => usdEach.units > 0n)).toBe(true);
  for (const model of chatModels)
    expect(model).toMatchObject({ contextTokens: expect.any(Number), maxOutputTokens: expect.any(Number) });
});

test.each(["openai/gpt-5.4-mini", "openai/gpt-5.4-nano", "openai/gpt-5.2"])(
  "a prompt of %s may be 272,000 tokens long: its provider keeps the rest for the answer",
  (id) => {
    expect(shipped.models.get(id)).toMatchObject({ contextTokens: 272_000, maxOutputTokens: 128_000 });
  },
);

test("the token cost of an image is known for all vision models, except those whose provider publishes no rule", () => {
  const seeing = chatModels.filter(({ capabilities }) => capabilities.has("vision"));
  expect(seeing.filter(({ imageTokens }) => imageTokens === undefined).map(({ id }) => id)).toEqual([
    "deepseek/deepseek-flash",
    "groq/qwen3.8-27b",
    "cerebras/qwen3.8-27b",
    "moonshotai/kimi-k3.1-pro",
    "moonshotai/kimi-k3",
    "z-ai/glm-5.3-flash",
    "qwen/qwen3.8-max",
    "meta/muse-spark-1.3",
    "minimax/minimax-m3.1-flash",
    "meta-llama/llama-4-scout",
  ]);
  expect(modelOf(shipped, "chat", "openai/gpt-4o-mini")?.imageTokens).toEqual({ low: 2_833, high: 48_169 });
  expect(
    chatModels.filter(({ capabilities, imageTokens }) => imageTokens !== undefined && !capabilities.has("vision")),
  ).toEqual([]);
});

test("a model has prompt caching where its cached input costs less", () => {
  const usd = (prices: readonly { unit: string; usdEach: Parameters<typeof formatDecimal>[0] }[], unit: string) =>
    Number(formatDecimal(prices.find((price) => price.unit === unit)?.usdEach ?? { units: 0n, scale: 0 }));
  const named = (caching: boolean) =>
    chatModels.filter(({ capabilities }) => capabilities.has("prompt_caching") === caching).map(({ id }) => id);
  const cheaper = chatModels.filter(({ prices }) => usd(prices, "cached_input_token") < usd(prices, "input_token"));
  expect(named(true)).toEqual(cheaper.map(({ id }) => id));
});

test.each(["6.2-astra", "6.2-sol", "6-luna", "5.6-terra"])(
  "GPT-%s takes a prompt of 922,000 tokens: the rest of its window is kept for the answer",
  (name) => {
    expect(shipped.models.get(`openai/gpt-${name}`)).toMatchObject({
      contextTokens: 250_000,
      windowTokens: 922_000,
      maxOutputTokens: 128_000,
    });
  },
);

test("cached input never costs more than new input, and cache writes never less", () => {
  for (const { id, prices } of chatModels) {
    const usd = (unit: string) =>
      Number(formatDecimal(prices.find((price) => price.unit === unit)?.usdEach ?? { units: 0n, scale: 0 }));
    expect({ id, cheaper: usd("cached_input_token") <= usd("input_token") }).toEqual({ id, cheaper: true });
    const written = usd("cache_write_token");
    expect({ id, dearer: written === 0 || written >= usd("input_token") }).toEqual({ id, dearer: true });
  }
});

test("models of several families have a second route: with OpenRouter's key alone they are usable too", () => {
  const { models, providers } = loadCatalog({
    path: join(root, "no-such-file.yaml"),
    env: { OPENROUTER_API_KEY: "k" },
  });
  const reached = [...models.values()].filter(({ routes }) =>
    routes.some(({ provider }) => providers.get(provider)?.usable === true),
  );
  expect(new Set(reached.map(({ id }) => id.split("/")[0]))).toEqual(
    new Set("openai anthropic google mistral xai moonshotai z-ai qwen meta minimax meta-llama".split(" ")),
  );
  for (const { id, routes } of reached)
    expect([id, routes.map(({ provider }) => provider).at(-1)]).toEqual([id, "openrouter"]);
});

test("an introductory price ends by itself, and for no less than before", () => {
  const at = (day: string) => loadCatalog({ path: join(root, "no-such-file.yaml"), env: {}, nowMs: Date.parse(day) });
  const [before, after] = [at("2026-11-23"), at("2027-01-01")];
  const usd = (catalog: typeof before, id: string) =>
    catalog.models.get(id)?.prices.map(({ usdEach }) => formatDecimal(usdEach));
  const changed = [...after.models.keys()].filter((id) => String(usd(before, id)) !== String(usd(after, id)));
  expect(changed).toEqual([
    "google/gemini-4-carbon",
    "google/gemini-4-argon",
    "google/gemini-3.8-flash",
    "google/gemini-3.6-flash",
  ]);
  for (const id of changed)
    usd(before, id)?.forEach((price, index) => {
      expect(Number(usd(after, id)?.[index])).toBeCloseTo(2 * Number(price), 12);
    });
});

test("the rows have the days that their providers have announced, and DALL-E 3, which the contract needs, has none", () => {
  const ends = [...shipped.models.values()].flatMap(({ id, routes, endedRoutes = [] }) =>
    [...new Set([...routes, ...endedRoutes].map(({ until }) => until))].map((until) => ({ id, until })),
  );
  expect(ends.filter(({ until }) => until !== undefined)).toEqual([
    { id: "openai/gpt-5.4-nano", until: "2027-04-01" },
    { id: "openai/gpt-4.1", until: "2027-01-14" },
    { id: "openai/gpt-4.1-mini", until: "2027-01-14" },
    { id: "openai/gpt-4o", until: "2027-01-14" },
    { id: "openai/gpt-4o-mini", until: "2027-01-14" },
  ]);
  expect(modelOf(shipped, "image", "azure/dall-e-3")?.sizes).toEqual(["1024x1024", "1792x1024", "1024x1792"]);
});

test("no document calls a model whose provider has announced the day of its end", () => {
  const ending = [...shipped.models.values()].filter(({ routes, endedRoutes = [] }) =>
    [...routes, ...endedRoutes].some(({ until }) => until !== undefined),
  );
  const documents = ["README.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)].filter((path) =>
    path.endsWith(".md"),
  );
  const calls = documents.flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    // A row may set another provider.
    return ending.filter(({ id }) => new RegExp(`(?<!id: )${id}(?![\\w.-])`).test(text)).map(({ id }) => [path, id]);
  });
  expect(calls).toEqual([]);
});

test("embeddings of four families", () => {
  const embeddings = [...shipped.models.values()].filter(({ type }) => type === "embedding");
  expect(new Set(embeddings.map(({ id }) => id.split("/")[0]))).toEqual(
    new Set(["openai", "google", "mistral", "cohere"]),
  );
});

/** Section 2.5.1 of the API contract: price per second, default and maximum duration, audio. */
test.each([
  { row: "V1", id: "google/veo-3.1", usdPerSecond: "0.4", is: { defaultDurationS: 8, maxDurationS: 8, audio: true } },
  { row: "V2", id: "google/veo-3", usdPerSecond: "0.2", is: { defaultDurationS: 8, maxDurationS: 8, audio: false } },
  { row: "V3", id: "fal/veo-3.1", usdPerSecond: "0.4", is: { defaultDurationS: 8, maxDurationS: 8, audio: true } },
  {
    row: "V4",
    id: "runway/gen-4-turbo",
    usdPerSecond: "0.05",
    is: { defaultDurationS: 5, maxDurationS: 10, audio: false },
  },
  { row: "V5", id: "luma/ray-2", usdPerSecond: "0.2", is: { defaultDurationS: 5, maxDurationS: 9, audio: false } },
  {
    row: "V6",
    id: "kling/kling-2.5-turbo",
    usdPerSecond: "0.04",
    is: { defaultDurationS: 5, maxDurationS: 10, audio: false },
  },
  {
    row: "V7",
    id: "minimax/hailuo-02",
    usdPerSecond: "0.04",
    is: { defaultDurationS: 6, maxDurationS: 10, audio: false },
  },
])("row $row of the video catalog is $id", ({ id, usdPerSecond, is }) => {
  expect(shipped.models.get(id)).toMatchObject({ type: "video", ...is });
  expect(priceOf(id, "second")).toBe(usdPerSecond);
  expect(modelOf(shipped, "video", id)?.durationsS).toEqual(
    expect.arrayContaining([is.defaultDurationS, is.maxDurationS]),
  );
});

test("the video models that take an image, whether its shape may be changed, and which endpoint each route has for it", () => {
  const taking = [...shipped.models.values()].filter(
    (model) => model.type === "video" && model.firstFrame !== undefined,
  );
  expect(
    taking.map(({ id, routes }) => [
      id,
      modelOf(shipped, "video", id)?.firstFrame?.aspectRatio,
      routes.map(({ quirks }) => quirks?.["first_frame"]),
    ]),
  ).toEqual([
    ["google/veo-3.1", true, ["fal-ai/veo3.1/image-to-video"]],
    ["google/veo-3", true, ["fal-ai/veo3/image-to-video", "fal-ai/veo3.1/image-to-video"]],
    ["fal/veo-3.1", true, ["fal-ai/veo3.1/image-to-video"]],
    ["luma/ray-2", true, ["fal-ai/luma-dream-machine/ray-2/image-to-video"]],
    ["kling/kling-2.5-turbo", false, ["fal-ai/kling-video/v2.5-turbo/pro/image-to-video"]],
    ["minimax/hailuo-02", false, ["fal-ai/minimax/hailuo-02/standard/image-to-video"]],
  ]);
});

/** From fal's list of endpoints, for the models above. */
test.each([
  { id: "google/veo-3.1", lengths: [4, 6, 8] },
  { id: "google/veo-3", lengths: [4, 6, 8] },
  { id: "fal/veo-3.1", lengths: [4, 6, 8] },
  { id: "luma/ray-2", lengths: [5, 9] },
  { id: "kling/kling-2.5-turbo", lengths: [5, 10] },
  { id: "minimax/hailuo-02", lengths: [6, 10] },
])("$id has the lengths that its endpoint for an image has", ({ id, lengths }) => {
  expect(modelOf(shipped, "video", id)?.durationsS).toEqual(lengths);
});

test("the image families of the contract, with their sizes", () => {
  const images = [...shipped.models.values()].filter((model) => model.type === "image");
  const sizesOf = (provider: string) =>
    images.filter(({ id }) => id.startsWith(`${provider}/`)).map(({ sizes }) => sizes);
  expect(new Set(sizesOf("openai").map(String))).toEqual(new Set(["1024x1024,1536x1024,1024x1536"]));
  expect(sizesOf("azure")).toEqual([["1024x1024", "1792x1024", "1024x1792"]]);
  for (const { id, sizes } of images.filter((model) => !/^(openai|azure)\//.test(model.id))) {
    expect([id, sizes]).toEqual([id, expect.arrayContaining(["1024x1024", "1024x768", "768x1024"])]);
  }
});

test("the models that edit images, how many one call may give, and what each of them costs", () => {
  const editing = [...shipped.models.values()].filter((model) => model.type === "image" && model.edits !== undefined);
  expect(editing.map(({ id }) => [id, modelOf(shipped, "image", id)?.edits, priceOf(id, "input_image")])).toEqual([
    ["openai/gpt-image-2.5-flare", { maxInputs: 16, mask: true }, "0.012288"],
    ["openai/gpt-image-2.5-sunburst", { maxInputs: 16, mask: true }, "0.012288"],
    ["openai/gpt-image-2", { maxInputs: 16, mask: true }, "0.012288"],
    ["google/gemini-3.1-flash-image", { maxInputs: 14, mask: false }, "0.00056"],
    ["google/gemini-3-pro-image", { maxInputs: 14, mask: false }, "0.00112"],
    ["xai/grok-imagine-image", { maxInputs: 3, mask: false }, "0.002"],
  ]);
});

test("two routes to the same model differ in their upstream name, and a route's settings are merged over its provider's", () => {
  const quirksOf = (id: string) => shipped.models.get(id)?.routes[0]?.quirks;
  expect(quirksOf("google/veo-3")).toEqual({
    first_frame: "fal-ai/veo3/image-to-video",
    input: { generate_audio: false },
  });
  expect(quirksOf("black-forest-labs/flux-dev")).toBeUndefined();
});

test("no route goes to a Veo model at Google, which has shut them down", () => {
  const served = [...shipped.models.values()].flatMap(({ routes }) =>
    routes.map(({ provider, model }) => `${provider} ${model}`),
  );
  expect(served.filter((route) => route.startsWith("google veo-"))).toEqual([]);
  expect(shipped.models.get("google/veo-3.1")?.routes).toMatchObject([
    { provider: "fal", model: "fal-ai/veo3.1", quirks: { input: { generate_audio: true } } },
  ]);
});

test("a video is made at the resolution of its price, where the provider's default is another", () => {
  const inputOf = (id: string) => shipped.models.get(id)?.routes[0]?.quirks?.["input"];
  expect(inputOf("luma/ray-2")).toEqual({ resolution: "720p" });
});

test("every price has a source and a date", () => {
  const { models } = parse(shippedText) as { models: { id: string; price_usd: { source?: string; date?: string } }[] };
  expect(
    models
      .filter(({ price_usd: { source, date } }) => source?.startsWith("https://") !== true || date === undefined)
      .map(({ id }) => id),
  ).toEqual([]);
});

test("every variable the shipped catalog uses is in .env.example", () => {
  const example = new Set(
    [...readFileSync(join(root, ".env.example"), "utf8").matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name),
  );
  const named = [...shippedText.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !example.has(name))).toEqual([]);
});

test("the root cenote.yaml is the shipped catalog, and its commented rows are valid when uncommented", () => {
  const env = {};
  const text = readFileSync(join(root, "cenote.yaml"), "utf8");
  expect(loadCatalog({ path: join(root, "cenote.yaml"), env })).toEqual(shipped);
  // Comment lines that are YAML: keys, list items, and lines nested in them.
  const uncommented = text.replaceAll(/^# ((?: *- | *)[a-z_]+: .*|(?:providers|models):)$/gm, "$1");

  const catalog = catalogOfText({ path: "cenote.yaml", text: uncommented }, env);
  expect(catalog.providers.get("ollama")?.usable).toBe(true);
  expect(catalog.providers.get("vllm")?.usable).toBe(true);
  expect(catalog.models.get("local/llama-3.2")?.routes[0]).toMatchObject({ provider: "ollama" });
});

test("cenote.schema.json is up to date (if not: `pnpm --filter @cenote/catalog run schema` writes it)", () => {
  expect(readFileSync(join(root, "cenote.schema.json"), "utf8")).toBe(schemaFileText());
});

test("the schema marks what is read only at start-up, and nothing else", () => {
  const marked = Object.entries(catalogSchema.properties).flatMap(([key, property]) =>
    "x-read" in property ? [[key, property["x-read"]]] : [],
  );
  expect(marked).toEqual(Object.keys(READ_AT_START).map((key) => [key, "at-start"]));
});

test("the rows in docs/routing.md are valid", () => {
  const [, rows = ""] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(join(root, "docs/routing.md"), "utf8")) ?? [];
  const providers = ["first", "second", "last", "long"].map(
    (name) => `  ${name}: { kind: openai-compatible, base_url: http://${name}.test/v1 }\n`,
  );
  const catalog = catalogOfText({ path: "cenote.yaml", text: `providers:\n${providers.join("")}${rows}` }, {});
  expect(catalog.models.get("acme/chat")).toMatchObject({
    unsupported: "drop",
    continueOnCut: true,
    slowStart: { characters: 40, withinMs: 3_000 },
  });
  expect(catalog.models.get("acme/chat")?.routes.map(({ weight, contextTokens }) => [weight, contextTokens])).toEqual([
    [3, undefined],
    [1, undefined],
    [undefined, undefined],
    [undefined, 1_000_000],
  ]);
});
