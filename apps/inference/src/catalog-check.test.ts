import { type Catalog, type Model, PROVIDER_KINDS, type Provider } from "@cenote/catalog";
import { FAMILIES, type SdkTarget } from "@cenote/providers";
import { checkCatalog } from "./catalog-check";

const timeouts = { connectMs: 1, firstContentMs: 1, idleMs: 1, totalMs: 1 };

const catalogOf = (providers: Partial<Provider>[], models: Partial<Model>[]): Catalog =>
  ({
    providers: new Map(
      providers.map((row) => [
        row.name,
        {
          kind: "ai-sdk",
          baseUrl: "",
          apiKeys: ["k1", "k2"],
          usable: true,
          headers: {},
          quirks: {},
          zdr: false,
          ...row,
        },
      ]),
    ),
    models: new Map(models.map((row) => [row.id, { capabilities: new Set(), prices: [], ...row }])),
  }) as unknown as Catalog;

const route = (provider: string, model: string) => ({ provider, model, weight: 1, timeouts, zdr: false });
const bedrock = {
  name: "bedrock",
  sdk: { package: "@ai-sdk/amazon-bedrock", create: undefined, options: { region: "us-east-1" } },
};

const createSdk = (missing: string[] = []) => {
  const asked: SdkTarget[] = [];
  return {
    asked,
    async prepare(targets: readonly SdkTarget[]) {
      asked.push(...targets);
      return Promise.resolve(
        missing.map((provider) => ({ provider, message: "@ai-sdk/amazon-bedrock is not installed." })),
      );
    },
  };
};

test("a missing package is an error of its provider", async () => {
  const catalog = catalogOf(
    [bedrock],
    [{ id: "bedrock/nova", type: "chat", routes: [route("bedrock", "amazon.nova-pro-v1:0")] }],
  );
  expect(await checkCatalog(catalog, createSdk(["bedrock"]))).toEqual([
    "providers.bedrock.package: @ai-sdk/amazon-bedrock is not installed.",
  ]);
});

test("packages are checked for the models routed to them, once each, except for providers without a key", async () => {
  const sdk = createSdk();
  const catalog = catalogOf(
    [bedrock, { ...bedrock, name: "unset", usable: false }, { name: "openai", kind: "openai-compatible" }],
    [
      {
        id: "bedrock/nova",
        type: "chat",
        routes: [route("unset", "nova"), route("bedrock", "nova"), route("openai", "nova")],
      },
      { id: "bedrock/titan", type: "embedding", routes: [route("bedrock", "titan")] },
      { id: "bedrock/canvas", type: "image", routes: [route("bedrock", "canvas")] },
    ],
  );
  expect(await checkCatalog(catalog, sdk)).toEqual([]);
  expect(sdk.asked.map(({ type, target }) => [type, target.model, target.sdk?.options])).toEqual([
    ["chat", "nova", { region: "us-east-1" }],
    ["embedding", "titan", { region: "us-east-1" }],
  ]);
});

test("every provider kind in the catalog has a client: a family or the AI SDK one", () => {
  expect([...FAMILIES.keys(), "ai-sdk"].sort()).toEqual([...PROVIDER_KINDS].sort());
});
