import type { Catalog, ChatModel, Provider, ProviderCommon, ProviderProtocol, Route } from "@cenote/catalog";
import { createCandidateFinder, tryName } from "./candidates";
import { LIMITS, testModel } from "./testing/candidate";

const OWN: ProviderProtocol = { kind: "openai-compatible" };
const provider = (name: string, more: Partial<ProviderCommon> = {}, protocol: ProviderProtocol = OWN): Provider => ({
  name,
  account: name,
  baseUrl: `https://${name}.test/v1`,
  apiKeys: ["secret"],
  usable: true,
  headers: { "x-app": "c" },
  quirks: { own: "provider" },
  zdr: false,
  ...more,
  ...protocol,
});
const route = (of: string, more: Partial<Route> = {}): Route => ({
  provider: of,
  model: "up/m",
  timeouts: LIMITS,
  zdr: false,
  ...more,
});
const model = (routes: readonly Route[], more: Partial<ChatModel> = {}): ChatModel => ({
  ...testModel(),
  routes,
  ...more,
});
const catalogOf = (...providers: readonly Provider[]) =>
  ({ providers: new Map(providers.map((row) => [row.name, row])) }) as unknown as Catalog;
const find = (asked: ChatModel, providers: readonly Provider[], zdr = false) =>
  createCandidateFinder()(catalogOf(...providers), asked, zdr);

describe("the routes of a model", () => {
  test("have everything the catalog says about them, in its order", () => {
    const sdk = { package: "@ai-sdk/x", create: undefined, options: {} };
    const asked = model([route("b", { weight: 3, contextTokens: 9, quirks: { own: "route" } }), route("a")], {
      contextTokens: 7,
      maxOutputTokens: 5,
    });
    expect(find(asked, [provider("a"), provider("b", { apiKeys: [] }, { kind: "ai-sdk", sdk })])).toEqual([
      {
        model: asked,
        route: "b/up/m",
        provider: "b",
        kind: "ai-sdk",
        limits: LIMITS,
        weight: 3,
        contextTokens: 9,
        targets: [
          {
            key: { name: "b" },
            target: {
              provider: "b",
              baseUrl: "https://b.test/v1",
              model: "up/m",
              headers: { "x-app": "c" },
              quirks: { own: "route" },
              sdk,
              maxOutputTokens: 5,
            },
          },
        ],
      },
      {
        model: asked,
        route: "a/up/m",
        provider: "a",
        kind: "openai-compatible",
        limits: LIMITS,
        contextTokens: 7,
        targets: [
          {
            key: { name: "a" },
            target: {
              provider: "a",
              baseUrl: "https://a.test/v1",
              model: "up/m",
              headers: { "x-app": "c" },
              quirks: { own: "provider" },
              apiKey: "secret",
              maxOutputTokens: 5,
            },
          },
        ],
      },
    ]);
  });

  test("omit what the catalog omits", () => {
    const [candidate] = find(model([route("a")]), [provider("a")]);
    expect([candidate?.weight, candidate?.contextTokens]).toEqual([undefined, undefined]);
    expect(candidate?.targets[0].target.maxOutputTokens).toBeUndefined();
  });

  test("have each of a provider's keys under its own name, which appears in records only if there are several", () => {
    const [keyed, single] = find(model([route("a"), route("b")]), [
      provider("a", { apiKeys: ["x", "y"] }),
      provider("b"),
    ]);
    expect(keyed?.targets.map(({ key, target }) => [key.name, target.apiKey])).toEqual([
      ["a#1", "x"],
      ["a#2", "y"],
    ]);
    expect(keyed?.targets.map(({ key }) => tryName(keyed, key))).toEqual(["a#1/up/m", "a#2/up/m"]);
    expect(single?.targets.map(({ key }) => tryName(single, key))).toEqual(["b/up/m"]);
  });

  test("exclude those of an unknown provider, or one that lacks its key", () => {
    expect(
      find(model([route("gone"), route("a"), route("b")]), [provider("a", { usable: false }), provider("b")]).map(
        ({ provider: name }) => name,
      ),
    ).toEqual(["b"]);
  });

  test("are only those marked zdr if nothing may be stored", () => {
    const asked = model([route("a"), route("b", { zdr: true })]);
    const finder = createCandidateFinder();
    const catalog = catalogOf(provider("a"), provider("b"));
    expect(finder(catalog, asked, true).map(({ provider: name }) => name)).toEqual(["b"]);
    expect(finder(catalog, asked, false).map(({ provider: name }) => name)).toEqual(["a", "b"]);
    expect(finder(catalog, asked, true)[0]).toBe(finder(catalog, asked, false)[1]);
  });

  test("share their provider's keys with other models, so that a rejected key is rejected for all", () => {
    const finder = createCandidateFinder();
    const catalog = catalogOf(provider("a"));
    const [one] = finder(catalog, model([route("a")]), false);
    const [other] = finder(catalog, model([route("a", { model: "other" })]), false);
    expect(other?.targets[0].key).toBe(one?.targets[0].key);
  });

  test("share the keys of one account over several protocols, each named after its provider in records", () => {
    const keys = ["x", "y"];
    const [chat, responses] = find(model([route("a"), route("b")]), [
      provider("a", { apiKeys: keys }),
      provider("b", { account: "a", apiKeys: keys }),
    ]);
    expect(responses?.targets.map(({ key }) => key)).toEqual(chat?.targets.map(({ key }) => key));
    expect(responses?.targets[1]?.key).toBe(chat?.targets[1]?.key);
    expect(responses?.targets.map(({ key }) => tryName(responses, key))).toEqual(["b#1/up/m", "b#2/up/m"]);
  });

  test("are rebuilt, with fresh keys, if the catalog changed but the model did not", () => {
    const finder = createCandidateFinder();
    const asked = model([route("a")]);
    const [before] = finder(catalogOf(provider("a")), asked, false);
    const changed = catalogOf(provider("a", { apiKeys: ["renewed"] }));
    const [after] = finder(changed, asked, false);
    expect(after?.targets[0].target.apiKey).toBe("renewed");
    expect(after?.targets[0].key).not.toBe(before?.targets[0].key);
    expect(finder(changed, asked, false)[0]).toBe(after);
  });
});
