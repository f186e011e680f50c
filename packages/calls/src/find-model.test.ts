import type { Catalog, CatalogSource } from "@cenote/catalog";
import { findCatalogModel, findModel, unservedError } from "./find-model";

const model = (id: string, provider: string, type = "chat") => [id, { id, type, routes: [{ provider }] }] as const;
const current = {
  providers: new Map([
    ["openai", { usable: true }],
    ["anthropic", { usable: false }],
  ]),
  models: new Map<string, object>([
    model("openai/gpt-4o-mini", "openai"),
    model("openai/text-embedding-3-small", "openai", "embedding"),
    model("anthropic/claude-haiku-4-5", "anthropic"),
    ["openai/gpt-4o", { id: "openai/gpt-4o", type: "chat", routes: [], endedRoutes: [{ until: "2027-01-14" }] }],
  ]),
} as unknown as Catalog;
const catalog: CatalogSource = { current: () => current, onChange: () => () => {}, close: () => {} };

const ANYBODY = {};

const missing = (id: string) =>
  `The model "${id}" does not exist. Ids have the form <provider>/<model>; GET /v1/models lists them.`;

test("a call that names no model is told so, not that there is no model without a name", () => {
  expect(() => findModel(catalog, "", "chat", ANYBODY)).toThrow(
    expect.objectContaining({ code: "invalid_request_error", param: "model", message: "model: required." }),
  );
});

test("a call of a model that was shut down is refused with the day, but the catalog still has the model", () => {
  expect(() => findModel(catalog, "openai/gpt-4o", "chat", ANYBODY)).toThrow(
    expect.objectContaining({
      code: "model_not_found",
      param: "model",
      message:
        "The model openai/gpt-4o was shut down by its provider on 2027-01-14. GET /v1/models lists those that can be called.",
    }),
  );
  expect(findCatalogModel(catalog, "openai/gpt-4o", "chat", ANYBODY).id).toBe("openai/gpt-4o");
});

test("a call of a model without a usable provider is refused as it is not listed, but the catalog still has the model", () => {
  expect(() => findModel(catalog, "anthropic/claude-haiku-4-5", "chat", ANYBODY)).toThrow(
    expect.objectContaining({
      code: "model_not_found",
      param: "model",
      message:
        "No provider of this model is configured. This gateway has no key for anthropic. GET /v1/models lists those that can be called.",
    }),
  );
  expect(findCatalogModel(catalog, "anthropic/claude-haiku-4-5", "chat", ANYBODY).id).toBe(
    "anthropic/claude-haiku-4-5",
  );
});

test("the refusal names the accounts that lack a key, once each", () => {
  const providers = new Map([
    ["openai_responses", { account: "openai" }],
    ["openai", { account: "openai" }],
  ]);
  const routes = ["openai_responses", "openai", "gone"].map((provider) => ({ provider, model: "m" }));
  expect(unservedError({ providers } as never, [{ routes }] as never).message).toMatch(
    /This gateway has no key for openai, gone\./,
  );
});

test.each([
  ["gpt-4o-mini", " Did you mean `openai/gpt-4o-mini`?"],
  // Suggests neither a model of another type nor one without a usable provider.
  ["text-embedding-3-small", ""],
  ["anthropic/claude-haiku-4.5", ""],
])("%s is not found, and a close id is suggested", (id, question) => {
  expect(() => findModel(catalog, id, "chat", ANYBODY)).toThrow(
    expect.objectContaining({ code: "model_not_found", param: "model", message: `${missing(id)}${question}` }),
  );
});

test("no id is suggested to a caller who may not use it", () => {
  const asked = (models: string[]) => () =>
    findModel(catalog, "openai/gpt-4o-mimi", "chat", { allowedModels: { models } });
  const message = missing("openai/gpt-4o-mimi");
  expect(asked(["openai/*"])).toThrow(`${message} Did you mean \`openai/gpt-4o-mini\`?`);
  expect(asked(["openai/gpt-4o-mimi"])).toThrow(expect.objectContaining({ message }) as Error);
});
