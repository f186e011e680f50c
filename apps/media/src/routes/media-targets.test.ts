import type { CatalogSource, ProviderCommon } from "@cenote/catalog";
import { createTestCatalog } from "../testing/catalog";
import { createFakeProvider } from "../testing/fake-provider";
import { keyDigest } from "./key-digest";
import { createMediaTargets } from "./media-targets";

const { client } = createFakeProvider({ nowMs: () => 0 });

/** The test catalog with changes to the provider `pair`. */
const targetsWith = (pair: Partial<ProviderCommon> & { readonly kind?: "anthropic" }) => {
  const base = createTestCatalog().current();
  const providers = new Map(base.providers);
  const row = providers.get("pair");
  if (row !== undefined) providers.set("pair", { ...row, kind: "fal", sdk: undefined, ...pair });
  const catalog: CatalogSource = { current: () => ({ ...base, providers }), onChange: () => () => {}, close: () => {} };
  return createMediaTargets({ catalog, clients: new Map([["fal", client]]) });
};

const taken = (key?: string) => ({
  provider: "pair",
  model: "video",
  ...(key === undefined ? {} : { key: keyDigest(key) }),
});

test.each<[string, readonly string[], string | undefined, string]>([
  ["the key a job was taken with is found", ["key a", "key b"], "key b", "key b"],
  ["wherever it stands now", ["key b", "key a"], "key b", "key b"],
  ["a key that took the place of another", ["key c"], "key b", "key c"],
  ["the first, for a job that knows none", ["key a", "key b"], undefined, "key a"],
])("%s", (_what, apiKeys, key, found) => {
  expect(targetsWith({ apiKeys }).find(taken(key))?.target.apiKey).toBe(found);
});

test("a job finds its provider without its route, but not one that is gone or unusable", () => {
  expect(targetsWith({}).find({ provider: "pair", model: "gone" })?.target).toMatchObject({
    provider: "pair",
    model: "gone",
    baseUrl: "https://pair.test/v1",
  });
  expect(targetsWith({ usable: false }).find(taken("key a"))).toBeUndefined();
  expect(targetsWith({ kind: "anthropic" }).find(taken("key a"))).toBeUndefined();
  expect(targetsWith({}).find({ provider: "nobody", model: "video" })).toBeUndefined();
});

test("files may come from the provider's own origin and the ones it lists", () => {
  expect(targetsWith({ downloadOrigins: ["http://10.0.0.7:9000"] }).find(taken())?.fileOrigins).toEqual([
    "https://pair.test",
    "http://10.0.0.7:9000",
  ]);
});
