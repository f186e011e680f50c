import { buildCatalog } from "./build-catalog";
import { CatalogError } from "./catalog-error";
import { UNCHECKED } from "./route-checks";

const SHIPPED = `
providers:
  openai: { kind: openai-compatible, base_url: https://api.openai.com/v1, api_key: \${OPENAI_API_KEY}, quirks: { obfuscation_off: true } }
  openai-responses: { extends: openai, kind: openai-responses, quirks: { reasoning_summary: false } }
`;

const load = (
  text: string,
  environment: Readonly<Record<string, string>> = { OPENAI_API_KEY: "sk-1", OTHER: "sk-2" },
) =>
  buildCatalog(
    { name: "cenote.yaml", text: `extends: default\n${text}` },
    { name: "default.yaml", text: SHIPPED },
    environment,
  ).providers;

const mistakes = (text: string): string[] => {
  try {
    load(text);
  } catch (error) {
    if (error instanceof CatalogError) return error.mistakes.map(({ path, message }) => `${path} ${message}`);
    throw error;
  }
  return [];
};

test("what its family says of the quirks of a provider or a route is a mistake at their place", () => {
  const checkQuirks = (kind: string, quirks: object) =>
    Object.keys(quirks)
      .filter((name) => name !== "known")
      .map((name) => `${name}: not of ${kind}`);
  const build = () =>
    buildCatalog(
      {
        name: "cenote.yaml",
        text: `providers:
  far: { kind: fal, base_url: https://far.test, quirks: { known: 1, nwon: 2 } }
  mute: { base_url: https://mute.test, quirks: { nwon: 2 } }
models:
  - id: far/m
    type: video
    default_duration_s: 5
    max_duration_s: 5
    price_usd: { per_second: "1" }
    routes:
      - { provider: far, model: a }
      - { provider: far, model: b, quirks: { known: 1, other: 2 } }
      - { provider: none, model: c, quirks: { other: 2 } }
`,
      },
      { name: "default.yaml", text: SHIPPED },
      {},
      { routeChecks: { ...UNCHECKED, checkQuirks } },
    );
  expect(build).toThrow(
    [
      "cenote.yaml has 4 mistakes:",
      "  line 2: providers.far.quirks nwon: not of fal",
      "  line 3: providers.mute.kind is missing",
      "  line 12: models[0].routes[1].quirks other: not of fal",
      "  line 13: models[0].routes[2].provider is not a provider in this file or in what it extends",
    ].join("\n"),
  );
});

describe("a provider that extends another", () => {
  test("has its address and keys, with its own kind and quirks", () => {
    expect(load("").get("openai-responses")).toMatchObject({
      kind: "openai-responses",
      account: "openai",
      baseUrl: "https://api.openai.com/v1",
      apiKeys: ["sk-1"],
      quirks: { reasoning_summary: false },
      usable: true,
    });
    expect(load("").get("openai-responses")?.quirks).not.toHaveProperty("obfuscation_off");
  });

  test("follows what the operator's file changes of the other", () => {
    const changed = load(
      'providers: { openai: { base_url: https://eu.test/v1, api_key: ["${OTHER}", c], headers: { x-org: o }, download_origins: ["http://files.test"], zdr: true } }',
    );
    expect(changed.get("openai-responses")).toMatchObject({
      baseUrl: "https://eu.test/v1",
      apiKeys: ["sk-2", "c"],
      headers: { "x-org": "o" },
      downloadOrigins: ["http://files.test"],
      zdr: true,
      account: "openai",
    });
  });

  test("keeps what it states itself, and with keys of its own is an account of its own", () => {
    const own = load('providers: { openai-responses: { base_url: https://proxy.test/v1, api_key: "${OTHER}" } }').get(
      "openai-responses",
    );
    expect(own).toMatchObject({
      kind: "openai-responses",
      baseUrl: "https://proxy.test/v1",
      apiKeys: ["sk-2"],
      account: "openai-responses",
    });
    expect(load('providers: { openai-responses: { api_key: "${UNSET}" } }').get("openai-responses")).toMatchObject({
      usable: false,
      apiKeys: [],
      account: "openai-responses",
    });
  });

  test("is not usable while the other lacks its key", () => {
    expect(load("", {}).get("openai-responses")).toMatchObject({ usable: false, apiKeys: [] });
    expect(load("", {}).get("openai-responses")?.unsetVariables).toBeUndefined();
  });

  test("takes nothing of a package's settings", () => {
    const far =
      'far: { kind: ai-sdk, package: "@ai-sdk/far", options: { region: "${UNSET}" }, base_url: http://far.test }';
    expect(load(`providers: { ${far}, near: { extends: far, kind: openai-compatible } }`).get("near")).toMatchObject({
      baseUrl: "http://far.test",
      usable: true,
      account: "far",
    });
  });

  test.each([
    [
      "p: { extends: opennai, kind: google, base_url: http://p.test }",
      ["providers.p.extends is not a provider in this file or in what it extends; did you mean openai?"],
    ],
    [
      "p: { extends: openai-responses, kind: google, base_url: http://p.test }",
      ["providers.p.extends is a provider that itself extends another one"],
    ],
    [
      "p: { extends: p, kind: google, base_url: http://p.test }",
      ["providers.p.extends is a provider that itself extends another one"],
    ],
    ["p: { extends: openai }", ["providers.p.kind is missing"]],
  ])("%s: %j", (line, expected) => {
    expect(mistakes(`providers: { ${line} }`)).toEqual(expected);
  });
});
