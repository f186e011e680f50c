import { formatDecimal } from "@cenote/core";
import { type BuildOptions, buildCatalog } from "../build-catalog";
import { CatalogError, type CatalogMistake } from "../catalog-error";
import type { Catalog, ModelOf, ModelType } from "../types";
import type { Environment } from "../variables";

const SHIPPED = `
providers:
  openai: { kind: openai-compatible, base_url: https://api.openai.com/v1/, api_key: \${OPENAI_API_KEY}, quirks: { max_completion_tokens: true } }
models:
  - id: openai/gpt-4o-mini
    type: chat
    max_output_tokens: 16384
    price_usd: { input_per_million_tokens: "0.15", output_per_million_tokens: "0.60" }
    routes: [{ provider: openai, model: gpt-4o-mini }]
  - id: openai/old
    type: chat
    price_usd: { input_per_million_tokens: "1", output_per_million_tokens: "1" }
    routes: [{ provider: openai, model: old }]
`;

export const load = (
  text: string,
  env: Environment = { OPENAI_API_KEY: "sk-1" },
  options: BuildOptions = {},
): Catalog => buildCatalog({ name: "cenote.yaml", text }, { name: "default.yaml", text: SHIPPED }, env, options);

export const mistakesOf = (text: string, env?: Environment, options?: BuildOptions): readonly CatalogMistake[] => {
  try {
    load(text, env, options);
  } catch (error) {
    if (error instanceof CatalogError) return error.mistakes;
    throw error;
  }
  return [];
};

export const told = (text: string, env?: Environment, options?: BuildOptions): string[] =>
  mistakesOf(text, env, options).map(({ line, path, message }) => `${line}: ${path} ${message}`);

export const withModel = (row: string) => `
providers:
  p: { kind: openai-compatible, base_url: http://p.test/v1 }
models:
  - ${row.trim().replaceAll("\n", "\n    ")}
`;

export const CHAT = `id: p/m
type: chat
price_usd: { input_per_million_tokens: "1", output_per_million_tokens: "2" }
routes: [{ provider: p, model: m }]`;

/** The model, if it is of this type. */
export const modelOf = <T extends ModelType>(
  { models }: Pick<Catalog, "models">,
  type: T,
  id = "p/m",
): ModelOf<T> | undefined => {
  const model = models.get(id);
  return model?.type === type ? (model as ModelOf<T>) : undefined;
};

export const priceOf = (catalog: Catalog, unit: string, id = "p/m", variant = ""): string | undefined => {
  const price = catalog.models.get(id)?.prices.find((one) => one.unit === unit && one.variant === variant);
  return price === undefined ? undefined : formatDecimal(price.usdEach);
};
