import { liveProviders, withSimulator } from "./simulate";
import { load } from "./testing/catalog-text";

const catalog = load(
  `
providers:
  keyed: { kind: openai-compatible, base_url: https://keyed.test, api_key: \${KEY} }
  unkeyed: { kind: anthropic, base_url: https://unkeyed.test, api_key: \${OTHER}, headers: { x-secret: s }, quirks: { a: 1 } }
  local: { kind: openai-compatible, base_url: http://127.0.0.1:11434/v1 }
  idle: { kind: openai-compatible, base_url: http://127.0.0.1:8000/v1 }
  twin: { extends: keyed, kind: openai-responses }
models:
  - id: keyed/m
    type: chat
    price_usd: { input_per_million_tokens: "1", output_per_million_tokens: "1" }
    routes: [{ provider: unkeyed, model: m }]
  - id: local/m
    type: chat
    price_usd: { input_per_million_tokens: "0", output_per_million_tokens: "0" }
    routes: [{ provider: local, model: m }]
`,
  { KEY: "sk-real" },
);

test("live providers are those with a key, and a local one that needs none but has a model; two protocols of one account count once", () => {
  expect(liveProviders(catalog)).toEqual(["keyed", "local"]);
});

test("with the simulator every provider is usable, and no real key or header is sent to it", () => {
  const simulated = withSimulator(catalog, "http://sim.test");
  expect(liveProviders(simulated)).toEqual(["keyed", "unkeyed", "local", "idle"]);
  expect(simulated.providers.get("keyed")).toMatchObject({
    baseUrl: "http://sim.test/keyed/v1",
    apiKeys: ["simulated"],
    usable: true,
  });
  expect(simulated.providers.get("unkeyed")).toMatchObject({ kind: "anthropic", headers: {}, quirks: { a: 1 } });
  expect(JSON.stringify([...simulated.providers.values()])).not.toContain("sk-real");
});

test("a provider behind a package is simulated without it", () => {
  const packaged = load(
    `providers: { far: { kind: ai-sdk, package: "@ai-sdk/far", options: { secretKey: "\${SECRET}" } } }`,
    { SECRET: "s3cret" },
  );
  expect(withSimulator(packaged, "http://sim.test").providers.get("far")).toMatchObject({
    kind: "openai-compatible",
    baseUrl: "http://sim.test/far/v1",
    sdk: undefined,
    usable: true,
  });
});

test("prices and models are the catalog's: a simulated call is billed like a real one", () => {
  const simulated = withSimulator(catalog, "http://sim.test");
  expect(simulated.models).toEqual(catalog.models);
  expect(simulated.priceVersion).toBe(catalog.priceVersion);
  expect(liveProviders(catalog)).toEqual(["keyed", "local"]);
});
