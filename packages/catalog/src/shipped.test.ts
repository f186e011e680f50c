import { formatDecimal } from "@cenote/core";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { catalogOfText, loadCatalog } from "./load-catalog";
import { schemaFileText } from "./schema";

const root = join(__dirname, "../../..");
const shippedText = readFileSync(join(__dirname, "../default.yaml"), "utf8");
const shipped = loadCatalog({ path: join(root, "no-such-file.yaml"), env: {} });
const priceOf = (id: string, unit: string) => {
  const price = shipped.models.get(id)?.prices.find((one) => one.unit === unit);
  return price === undefined ? undefined : formatDecimal(price.usdEach);
};

test("without a file the shipped catalog holds: nine providers, none usable without its key", () => {
  expect([...shipped.providers.keys()]).toEqual(["openai", "anthropic", "google", "mistral", "deepseek", "xai", "groq", "openrouter", "fal"]);
  expect([...shipped.providers.values()].filter(({ usable }) => usable)).toEqual([]);
});

test("the prices the contract and the operator's guide name", () => {
  expect(priceOf("openai/gpt-4o-mini", "input_token")).toBe("0.00000015");
  expect(priceOf("openai/gpt-4o-mini", "cached_input_token")).toBe("0.000000075");
  expect(priceOf("openai/gpt-4o-mini", "output_token")).toBe("0.0000006");
  expect(shipped.models.get("openai/gpt-4o-mini")).toMatchObject({ contextTokens: 128_000, maxOutputTokens: 16_384 });
  expect(priceOf("openai/text-embedding-3-small", "input_token")).toBe("0.00000002");
  expect(priceOf("openai/text-embedding-3-large", "input_token")).toBe("0.00000013");
  expect(shipped.models.get("openai/text-embedding-3-small")?.dimensions).toBe(1_536);
  expect(shipped.models.get("openai/text-embedding-3-large")?.dimensions).toBe(3_072);
});

test("five chat families, fifteen chat models or more, and no price of zero", () => {
  const chat = [...shipped.models.values()].filter(({ type }) => type === "chat");
  expect(chat.length).toBeGreaterThanOrEqual(15);
  expect(new Set(chat.map(({ id }) => id.split("/")[0]))).toEqual(new Set(["openai", "mistral", "deepseek", "xai", "groq"]));
  for (const { prices } of shipped.models.values()) expect(prices.every(({ usdEach }) => usdEach.units > 0n)).toBe(true);
  for (const model of chat) expect(model).toMatchObject({ contextTokens: expect.any(Number), maxOutputTokens: expect.any(Number) });
});

test("every price has a source and a date", () => {
  const { models } = parse(shippedText) as { models: { id: string; price_usd: { source?: string; date?: string } }[] };
  expect(models.filter(({ price_usd: { source, date } }) => source?.startsWith("https://") !== true || date === undefined).map(({ id }) => id)).toEqual([]);
});

test("every variable the shipped catalog names stands in .env.example", () => {
  const example = new Set([...readFileSync(join(root, ".env.example"), "utf8").matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name));
  const named = [...shippedText.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !example.has(name))).toEqual([]);
});

test("the file at the root is the shipped catalog, and its commented rows load when they are uncommented", () => {
  const env = {};
  const text = readFileSync(join(root, "cenote.yaml"), "utf8");
  expect(loadCatalog({ path: join(root, "cenote.yaml"), env })).toEqual(shipped);
  // Comment lines that are YAML: keys, list items, and what is nested in them.
  const uncommented = text.replaceAll(/^# ((?: *- | *)[a-z_]+: .*|(?:providers|models):)$/gm, "$1");

  const catalog = catalogOfText("cenote.yaml", uncommented, env);
  expect(catalog.providers.get("ollama")?.usable).toBe(true);
  expect(catalog.providers.get("vllm")?.usable).toBe(true);
  expect(catalog.models.get("local/llama-3.2")?.routes[0]).toMatchObject({ provider: "ollama" });
});

test("cenote.schema.json is the schema (if not: `pnpm --filter @cenote/catalog run schema` writes it)", () => {
  expect(readFileSync(join(root, "cenote.schema.json"), "utf8")).toBe(schemaFileText());
});
