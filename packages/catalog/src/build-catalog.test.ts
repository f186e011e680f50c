import { formatDecimal, formatMxn } from "@cenote/core";
import fc from "fast-check";
import { buildCatalog } from "./build-catalog";
import { CatalogError, type CatalogMistake } from "./catalog-error";
import type { Catalog } from "./types";
import type { Environment } from "./variables";

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

const load = (text: string, env: Environment = { OPENAI_API_KEY: "sk-1" }): Catalog =>
  buildCatalog({ name: "cenote.yaml", text }, { name: "default.yaml", text: SHIPPED }, env);

const mistakesOf = (text: string, env?: Environment): readonly CatalogMistake[] => {
  try {
    load(text, env);
  } catch (error) {
    if (error instanceof CatalogError) return error.mistakes;
    throw error;
  }
  return [];
};

const told = (text: string, env?: Environment): string[] => mistakesOf(text, env).map(({ line, path, message }) => `${line}: ${path} ${message}`);

const withModel = (row: string) => `
providers:
  p: { kind: openai-compatible, base_url: http://p.test/v1 }
models:
  - ${row.trim().replaceAll("\n", "\n    ")}
`;

const CHAT = `id: p/m
type: chat
price_usd: { input_per_million_tokens: "1", output_per_million_tokens: "2" }
routes: [{ provider: p, model: m }]`;

const priceOf = (catalog: Catalog, unit: string, id = "p/m", variant = ""): string | undefined => {
  const price = catalog.models.get(id)?.prices.find((one) => one.unit === unit && one.variant === variant);
  return price === undefined ? undefined : formatDecimal(price.usdEach);
};

describe("defaults", () => {
  test("are those of the operator's guide", () => {
    const catalog = load("extends: default");
    expect(catalog).toMatchObject({
      keyPrefix: "cen", publicUrl: "http://127.0.0.1:8080", storage: { kind: "files" }, overspend: "finish",
      graphql: { introspection: true, landingPage: false }, corsOrigins: [],
      limits: { requestsPerMinute: 600, tokensPerMinute: 1_000_000, concurrentRequests: 64, bodyMib: 20 },
      timeouts: { connectMs: 5_000, firstContentMs: 60_000, idleMs: 30_000, totalMs: 600_000 },
    });
    expect(formatDecimal(catalog.markup)).toBe("1.05");
    expect(formatMxn(catalog.freeCredit)).toBe("50");
    expect(catalog.fx).toEqual({ kind: "fixed", mxnPerUsd: { units: 20n, scale: 0 } });
  });

  test("apply only to settings that are absent", () => {
    const catalog = load(`
extends: default
key_prefix: acme
markup: "1.20"
free_credit_mxn: 12.5
public_url: https://ai.acme.mx/
overspend: stop
limits: { requests_per_minute: 5 }
timeouts: { idle_ms: 1000 }
graphql: { introspection: false }
cors: { origins: ["https://app.acme.mx", "http://localhost:5173"] }
fx: { source: fixed, mxn_per_usd: 17.4321 }
storage: { kind: s3, bucket: b, region: mx-central-1, endpoint: http://minio:9000/ }
`);
    expect(catalog).toMatchObject({
      keyPrefix: "acme", publicUrl: "https://ai.acme.mx", overspend: "stop",
      limits: { requestsPerMinute: 5, bodyMib: 20 }, timeouts: { idleMs: 1_000, connectMs: 5_000 },
      graphql: { introspection: false, landingPage: false }, corsOrigins: ["https://app.acme.mx", "http://localhost:5173"],
      storage: { kind: "s3", bucket: "b", region: "mx-central-1", endpoint: "http://minio:9000", publicUrl: undefined },
    });
    expect([catalog.markup, catalog.fx.kind === "fixed" && catalog.fx.mxnPerUsd].map((value) => value && formatDecimal(value))).toEqual(["1.2", "17.4321"]);
    expect(formatMxn(catalog.freeCredit)).toBe("12.5");
  });

  test("exchange rates can come from Banxico or from a URL", () => {
    expect(load("fx: { source: banxico, token: ${BANXICO_TOKEN} }", { BANXICO_TOKEN: "t" }).fx)
      .toEqual({ kind: "banxico", token: "t", refreshMs: 3_600_000, maxAgeMs: 432_000_000, whenStale: "warn" });
    expect(load("fx: { source: banxico, token: ${BANXICO_TOKEN} }", {}).fx).toMatchObject({ kind: "banxico", token: undefined });
    expect(load("fx: { source: url, url: https://fx.test/usd, path: rates.MXN, refresh_minutes: 5, max_age_hours: 1, when_stale: refuse }").fx)
      .toEqual({ kind: "url", url: "https://fx.test/usd", path: ["rates", "MXN"], refreshMs: 300_000, maxAgeMs: 3_600_000, whenStale: "refuse" });
  });
});

describe("extends", () => {
  test("is optional: without it there is only the file itself", () => {
    const catalog = load(withModel(CHAT));
    expect([...catalog.providers.keys()]).toEqual(["p"]);
    expect([...catalog.models.keys()]).toEqual(["p/m"]);
  });

  test("replaces a shipped row of the same id completely, in its place", () => {
    const catalog = load(`
extends: default
models:
  - id: openai/gpt-4o-mini
    type: chat
    price_usd: { input_per_million_tokens: "9", output_per_million_tokens: "9" }
    routes: [{ provider: openai, model: dated }]
`);
    expect([...catalog.models.keys()]).toEqual(["openai/gpt-4o-mini", "openai/old"]);
    expect(catalog.models.get("openai/gpt-4o-mini")).toMatchObject({ maxOutputTokens: undefined, routes: [{ model: "dated" }] });
    expect(priceOf(catalog, "input_token", "openai/gpt-4o-mini")).toBe("0.000009");
  });

  test("merges a provider of the same name into the shipped one, key by key", () => {
    const catalog = load("extends: default\nproviders: { openai: { base_url: https://eu.test/v1 } }");
    expect(catalog.providers.get("openai")).toMatchObject({
      kind: "openai-compatible", baseUrl: "https://eu.test/v1", apiKeys: ["sk-1"], quirks: { max_completion_tokens: true },
    });
  });

  test("does not fall back to the shipped variable if the user names one that is not set", () => {
    const catalog = load("extends: default\nproviders: { openai: { api_key: ${OTHER_KEY} } }");
    expect(catalog.providers.get("openai")).toMatchObject({ apiKeys: [], usable: false });
  });
});

describe("environment variables", () => {
  const provider = (line: string, env: Environment) => load(`providers:\n  p: { kind: openai-compatible, base_url: http://p.test, ${line} }`, env).providers.get("p");

  test("a provider whose key is not set is listed but not usable", () => {
    expect(provider("api_key: ${KEY}", {})).toMatchObject({ apiKeys: [], usable: false });
    expect(provider("api_key: ${KEY}", { KEY: "" })).toMatchObject({ apiKeys: [], usable: false });
    expect(provider("api_key: ${KEY}", { KEY: "k" })).toMatchObject({ apiKeys: ["k"], usable: true });
  });

  test("of a list of keys only those that are set count", () => {
    expect(provider("api_key: [${A}, ${B}, ${C}]", { A: "a", C: "c" })).toMatchObject({ apiKeys: ["a", "c"], usable: true });
    expect(provider("api_key: [${A}]", {})).toMatchObject({ apiKeys: [], usable: false });
    expect(provider('api_key: ["${A}:${B}", "${C}:${D}"]', { A: "a", B: "b", C: "c" })).toMatchObject({ apiKeys: ["a:b"], usable: true });
    expect(provider('api_key: "${A}:${B}"', { A: "a" })).toMatchObject({ apiKeys: [], usable: false });
  });

  test("a provider without `api_key` needs none, and an empty default makes a key optional", () => {
    expect(provider("zdr: true", {})).toMatchObject({ apiKeys: [], usable: true, zdr: true });
    expect(provider("api_key: ${KEY:-}", {})).toMatchObject({ apiKeys: [], usable: true });
    expect(provider("api_key: ${KEY:-}", { KEY: "k" })).toMatchObject({ apiKeys: ["k"], usable: true });
    expect(provider("api_key: ${KEY:-spare}", {})).toMatchObject({ apiKeys: ["spare"], usable: true });
  });

  test("an unset variable in an address or header makes the provider unusable", () => {
    const azure = "providers: { az: { kind: openai-compatible, base_url: https://${RESOURCE}.test/v1 } }";
    expect(load(azure, {}).providers.get("az")?.usable).toBe(false);
    expect(load(azure, { RESOURCE: "mx" }).providers.get("az")).toMatchObject({ usable: true, baseUrl: "https://mx.test/v1" });
    expect(provider("headers: { x-team: ${TEAM} }", {})?.usable).toBe(false);
  });

  test("so does one in an option of its package", () => {
    const far = 'providers: { far: { kind: ai-sdk, package: "@ai-sdk/far", options: { region: eu, secretAccessKey: "${SECRET}" } } }';
    expect(load(far, {}).providers.get("far")?.usable).toBe(false);
    expect(load(far, { SECRET: "s" }).providers.get("far")).toMatchObject({ usable: true, sdk: { package: "@ai-sdk/far", create: undefined, options: { region: "eu", secretAccessKey: "s" } } });
  });

  test("the value of a variable never changes the YAML around it", () => {
    const env = { KEY: 'x", usable: true }\nmodels: []\n# ' };
    expect(provider("api_key: ${KEY}", env)?.apiKeys).toEqual([env.KEY]);
    expect(load('providers:\n  p:\n    kind: openai-compatible\n    base_url: http://p.test\n    api_key: "a-${KEY}"', { KEY: "1" }).providers.get("p")?.apiKeys).toEqual(["a-1"]);
  });

  test("anywhere else a variable must be set", () => {
    expect(told("extends: default\npublic_url: ${PUBLIC_URL}")).toEqual(["2: public_url needs the environment variable PUBLIC_URL, which is not set"]);
    expect(told("extends: default\nstorage: { kind: s3, bucket: ${BUCKET}, region: r }")).toEqual(["2: storage.bucket needs the environment variable BUCKET, which is not set"]);
  });
});

describe("prices", () => {
  test("per million tokens are converted to per token exactly, and cached tokens default to the input price", () => {
    const catalog = load(withModel(CHAT.replace('"1", output', '"0.15", cached_input_per_million_tokens: "0.075", output')));
    expect(priceOf(catalog, "input_token")).toBe("0.00000015");
    expect(priceOf(catalog, "cached_input_token")).toBe("0.000000075");
    expect(priceOf(catalog, "cache_write_token")).toBe("0.00000015");
    expect(priceOf(catalog, "output_token")).toBe("0.000002");
  });

  test("are parsed digit by digit, quoted or not", () => {
    const digits = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.nat({ max: 15 }), fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }))
      .map(([whole, scale, fraction]) => (scale === 0 ? `${whole}` : `${whole}.${fraction.toString().padStart(15, "0").slice(0, scale)}`));
    fc.assert(fc.property(digits, fc.boolean(), (written, quoted) => {
      const text = quoted ? `"${written}"` : written;
      const catalog = load(withModel(CHAT.replace('"1"', text)));
      const price = catalog.models.get("p/m")?.prices[0]?.usdEach;
      const [whole = "", fraction = ""] = written.split(".");
      // units / 10^scale must equal the written number divided by a million, checked without rounding.
      expect(price!.units * 10n ** BigInt(fraction.length + 6)).toBe(BigInt(whole + fraction) * 10n ** BigInt(price!.scale));
    }));
  });

  test.each(["1e-7", "0x10", ".5", "1_000", "-1", ".inf", ".nan", '"0,15"', '"free"', "true", "[]", '""'])("%s is not a price", (written) => {
    expect(told(withModel(CHAT.replace('"1"', written)))).toEqual([expect.stringMatching(/^7: models\[0\]\.price_usd\.input_per_million_tokens must be /)]);
  });

  test.each([
    ["chat", "output_per_million_tokens", withModel(`id: p/m\ntype: chat\nprice_usd: { input_per_million_tokens: "1" }\nroutes: [{ provider: p, model: m }]`)],
    ["embedding", "input_per_million_tokens", withModel(`id: p/m\ntype: embedding\ndimensions: 8\nprice_usd: {}\nroutes: [{ provider: p, model: m }]`)],
    ["image", "per_image", withModel(`id: p/m\ntype: image\nprice_usd: { source: s }\nroutes: [{ provider: p, model: m }]`)],
    ["video", "per_second", withModel(`id: p/m\ntype: video\ndefault_duration_s: 5\nmax_duration_s: 5\nprice_usd: {}\nroutes: [{ provider: p, model: m }]`)],
  ])("a %s model without %s is rejected, not free", (_type, key, text) => {
    expect(told(text)).toEqual([`7: models[0].price_usd.${key} is missing`.replace("7", text.includes("dimensions") ? "8" : text.includes("max_duration") ? "9" : "7")]);
  });

  test("a model without price_usd is rejected", () => {
    expect(told(withModel("id: p/m\ntype: chat\nroutes: [{ provider: p, model: m }]"))).toEqual(["5: models[0].price_usd is missing"]);
  });

  const image = (price: string, more = "") => withModel(`id: p/m\ntype: image\n${more}price_usd: { per_image: ${price} }\nroutes: [{ provider: p, model: m }]`);

  test("of images are one number, or one per size, or one per size and quality", () => {
    expect(priceOf(load(image('"0.04"')), "image")).toBe("0.04");
    const table = load(image('{ 1024x1024: { standard: "0.04", hd: 0.08 }, 1792x1024: "0.12" }'));
    expect(priceOf(table, "image", "p/m", "1024x1024/standard")).toBe("0.04");
    expect(priceOf(table, "image", "p/m", "1024x1024/hd")).toBe("0.08");
    expect(priceOf(table, "image", "p/m", "1792x1024")).toBe("0.12");
    expect(table.models.get("p/m")?.sizes).toEqual(["1024x1024", "1792x1024"]);
  });

  test("a supported size without a price is reported when loading", () => {
    expect(told(image('{ 1024x1024: "0.04" }', "sizes: [1024x1024, 512x512]\n"))).toEqual(["7: models[0].sizes[1] has no price in price_usd.per_image"]);
    expect(told(image("{}"))).toEqual(["7: models[0].price_usd.per_image has no price"]);
    expect(told(image('{ large: "0.04" }'))).toEqual([expect.stringContaining("models[0].price_usd.per_image.large is not a valid name")]);
  });
});

describe("the price version", () => {
  const version = (text: string) => load(text).priceVersion;

  test("is the same however prices are written, and changes with any price or the markup", () => {
    const base = version(withModel(CHAT));
    expect(version(withModel(CHAT.replace('"1"', "1.00")))).toBe(base);
    expect(version(`limits: { body_mib: 1 }${withModel(CHAT)}`)).toBe(base);
    expect(version(withModel(CHAT.replace('"1"', '"1.01"')))).not.toBe(base);
    expect(version(`markup: "1.06"${withModel(CHAT)}`)).not.toBe(base);
  });
});

describe("model rows", () => {
  test("routes: a weight only if one is given, and a context length of their own", () => {
    const catalog = load(withModel(CHAT.replace("routes: [{ provider: p, model: m }]",
      "routes: [{ provider: p, model: m }, { provider: p, model: long, weight: 2.5, context_tokens: 1000000 }]")));
    const [first, second] = catalog.models.get("p/m")?.routes ?? [];
    expect(first).not.toHaveProperty("weight");
    expect(first).not.toHaveProperty("contextTokens");
    expect(second).toMatchObject({ weight: 2.5, contextTokens: 1_000_000 });
  });

  test("slow starts and continuations are off by default", () => {
    expect(load(withModel(CHAT)).models.get("p/m")).not.toHaveProperty("slowStart");
    const asked = `${CHAT}\ncapabilities: [assistant_prefix]\ncontinue_on_cut: true\nslow_start: { characters: 40, within_ms: 3000 }`;
    expect(load(withModel(asked)).models.get("p/m")).toMatchObject({ continueOnCut: true, slowStart: { characters: 40, withinMs: 3_000 } });
    expect(told(withModel(`${CHAT}\ncontinue_on_cut: true`)).join()).toContain("continue_on_cut needs assistant_prefix");
  });

  test("image tokens are unknown by default", () => {
    expect([CHAT, `${CHAT}\nimage_tokens: { low: 2833, high: 48169 }`].map((text) => load(withModel(text)).models.get("p/m")?.imageTokens)).toEqual([undefined, { low: 2_833, high: 48_169 }]);
    expect(told(withModel(`${CHAT}\nimage_tokens: { low: 2, high: 1 }`)).join()).toContain("image_tokens.low must not be above image_tokens.high");
  });
  test("all rows of the operator's guide are valid", () => {
    const catalog = load(`
providers:
  openai: { kind: openai-compatible, base_url: https://api.openai.com/v1, api_key: \${OPENAI_API_KEY} }
  google: { kind: google, base_url: https://g.test }
models:
  - id: openai/gpt-4o-mini
    type: chat
    context_tokens: 128000
    max_output_tokens: 16384
    capabilities: [tools, vision, json_schema]
    price_usd: { input_per_million_tokens: "0.15", cached_input_per_million_tokens: "0.075", output_per_million_tokens: "0.60" }
    routes: [{ provider: openai, model: gpt-4o-mini, weight: 1 }]
  - id: openai/text-embedding-3-small
    type: embedding
    dimensions: 1536
    price_usd: { input_per_million_tokens: "0.02" }
    routes: [{ provider: openai, model: text-embedding-3-small }]
  - id: google/veo
    type: video
    default_duration_s: 8
    max_duration_s: 8
    durations_s: [4, 6, 8]
    audio: true
    price_usd: { per_second: "0.40" }
    routes: [{ provider: google, model: veo-3.1-generate-preview }]
`);
    expect(catalog.models.get("openai/gpt-4o-mini")).toMatchObject({ contextTokens: 128_000, maxOutputTokens: 16_384, typicalOutputTokens: 1_024, capabilities: new Set(["tools", "vision", "json_schema"]) });
    expect(catalog.models.get("openai/text-embedding-3-small")).toMatchObject({ type: "embedding", dimensions: 1_536 });
    expect(catalog.models.get("google/veo")).toMatchObject({ defaultDurationS: 8, maxDurationS: 8, durationsS: [4, 6, 8], audio: true });
    expect(priceOf(catalog, "second", "google/veo")).toBe("0.4");
  });

  test("a route's own timeouts take precedence over the model's, and those over the file's", () => {
    const catalog = load(`timeouts: { connect_ms: 1, idle_ms: 1, total_ms: 1 }${withModel(`
${CHAT.replace("model: m }", "model: m, timeouts: { idle_ms: 3 }, weight: 0.5, zdr: true }")}
timeouts: { connect_ms: 2, idle_ms: 2 }`)}`);
    expect(catalog.models.get("p/m")?.routes[0]).toMatchObject({ weight: 0.5, zdr: true, timeouts: { connectMs: 2, idleMs: 3, totalMs: 1, firstContentMs: 60_000 } });
  });

  test("a route is zdr if its provider is, unless it says otherwise", () => {
    const text = withModel(CHAT).replace("base_url: http://p.test/v1", "base_url: http://p.test/v1, zdr: true");
    expect(load(text).models.get("p/m")?.routes[0]?.zdr).toBe(true);
    expect(load(text.replace("model: m }", "model: m, zdr: false }")).models.get("p/m")?.routes[0]?.zdr).toBe(false);
  });

  test("the typical output never exceeds the maximum", () => {
    expect(load(withModel(`${CHAT}\nmax_output_tokens: 100`)).models.get("p/m")?.typicalOutputTokens).toBe(100);
    expect(load(withModel(`${CHAT}\ntypical_output_tokens: 7`)).models.get("p/m")?.typicalOutputTokens).toBe(7);
    expect(told(withModel(`${CHAT}\nmax_output_tokens: 6\ntypical_output_tokens: 7`))).toEqual(["10: models[0].typical_output_tokens must not be above max_output_tokens"]);
    expect(told(withModel(`${CHAT}\ncontext_tokens: 5\nmax_output_tokens: 6`))).toEqual(["10: models[0].max_output_tokens must not be above context_tokens"]);
  });

  test("created is the release date in Unix seconds, or else the date of the price", () => {
    expect(load(withModel(`${CHAT}\ncreated: 2024-07-18`)).models.get("p/m")?.created).toBe(Date.UTC(2024, 6, 18) / 1_000);
    expect(load(withModel(CHAT.replace("price_usd: {", "price_usd: { date: 2026-01-02,"))).models.get("p/m")?.created).toBe(Date.UTC(2026, 0, 2) / 1_000);
  });

  test("video lengths must be consistent", () => {
    const video = (lines: string) => told(withModel(`id: p/m\ntype: video\n${lines}\nprice_usd: { per_second: "1" }\nroutes: [{ provider: p, model: m }]`));
    expect(video("default_duration_s: 9\nmax_duration_s: 8")).toEqual(["7: models[0].default_duration_s must not be above max_duration_s"]);
    expect(video("default_duration_s: 5\nmax_duration_s: 8\ndurations_s: [4, 10]")).toEqual([
      "7: models[0].default_duration_s must be one of durations_s", "9: models[0].durations_s[1] must not be above max_duration_s",
    ]);
    expect(video("max_duration_s: 8")).toEqual(["5: models[0].default_duration_s is missing"]);
  });

  test("a field of another model type is not accepted", () => {
    expect(told(withModel(`${CHAT}\ndimensions: 8`))).toEqual(["9: models[0].dimensions is not a known key"]);
  });

  test("a route to an unknown provider is reported, with a suggestion", () => {
    expect(told(`extends: default\n${withModel(CHAT.replace("provider: p", "provider: opena"))}`)).toEqual([
      "9: models[0].routes[0].provider is not a provider in this file or in what it extends; did you mean openai?",
    ]);
  });

  test("a duplicate id is a mistake", () => {
    expect(told(`${withModel(CHAT)}  - ${CHAT.replaceAll("\n", "\n    ")}`)).toEqual(["9: models[1].id is also the id of models[0]"]);
  });

  test("an id without a namespace is a mistake", () => {
    expect(told(withModel(CHAT.replace("p/m", "m")))).toEqual(["5: models[0].id must be <provider>/<model>"]);
  });
});

describe("mistakes", () => {
  const WRONG = `extend: default
markup: one
limits: { requests_per_minut: 5, body_mib: 0 }
overspend: stopp
fx: { source: fixd }
storage: { kind: s3, bucket: b }
providers:
  UPPER: { kind: openai-compatible, base_url: http://x.test }
  a: { kind: openai, base_url: ftp://x }
  b: {}
models:
  - id: a/one
    typ: chat
  - id: a/two
    type: chat
    capabilities: [tool]
    price_usd: { input_per_million_tokens: "1", output_per_million_token: "1" }
    routes: []
  - id: a/three
    type: vidio
`;

  test("are all reported at once, each with its line, in the order of the file", () => {
    expect(told(WRONG)).toEqual([
      "1: extend is not a known key; did you mean extends?",
      '2: markup must be a decimal number, such as "0.15"',
      "3: limits.requests_per_minut is not a known key; did you mean requests_per_minute?",
      "3: limits.body_mib must be a whole number of at least 1",
      "4: overspend must be one of finish, stop; did you mean stop?",
      "5: fx.source must be one of fixed, banxico, url; did you mean fixed?",
      "6: storage.region is missing",
      "8: providers.UPPER is not a valid name (^[a-z0-9][a-z0-9_-]*$)",
      "9: providers.a.kind must be one of openai-compatible, openai-responses, anthropic, google, fal, replicate, luma, runway, minimax, kling, ai-sdk",
      "9: providers.a.base_url must be an http or https address",
      "10: providers.b.kind is missing",
      "10: providers.b.base_url is missing",
      "12: models[0].type is missing: one of chat, embedding, image, video",
      "16: models[1].capabilities[0] must be one of tools, vision, json_object, json_schema, reasoning, prompt_caching, assistant_prefix, logprobs; did you mean tools?",
      "17: models[1].price_usd.output_per_million_token is not a known key; did you mean output_per_million_tokens?",
      "17: models[1].price_usd.output_per_million_tokens is missing",
      "18: models[1].routes must be a list of at least one route",
      "20: models[2].type must be one of chat, embedding, image, video; did you mean video?",
    ]);
  });

  test("are listed in the error's text, with the name of the file", () => {
    expect(() => load("markup: one\nlimits: []")).toThrow(
      'cenote.yaml has 2 mistakes:\n  line 1: markup must be a decimal number, such as "0.15"\n  line 2: limits must be a mapping',
    );
  });

  test("in a provider are reported once, not again for each route to it", () => {
    expect(told(withModel(CHAT).replace("kind: openai-compatible", "kind: openai-compatibel"))).toEqual([
      "3: providers.p.kind must be one of openai-compatible, openai-responses, anthropic, google, fal, replicate, luma, runway, minimax, kling, ai-sdk; did you mean openai-compatible?",
    ]);
  });

  test("include a missing package, and package or options with another kind", () => {
    expect(told(`providers:
  a: { kind: ai-sdk }
  b: { kind: anthropic, base_url: http://b.test, package: "@ai-sdk/anthropic", options: { name: b } }
  c: { kind: ai-sdk, package: "../evil" }`)).toEqual([
      "2: providers.a.package is missing: the AI SDK package for it, such as @ai-sdk/cohere",
      "3: providers.b.package is only for providers of kind ai-sdk",
      "3: providers.b.options is only for providers of kind ai-sdk",
      "4: providers.c.package must be the name of a package",
    ]);
  });

  test("in YAML syntax are reported with their line", () => {
    expect(told("limits: {\n\nmarkup: ]")[0]).toMatch(/^3: {2}can't be read: /);
    expect(told("a: 1\na: 2")).toEqual(["2:  can't be read: Map keys must be unique"]);
  });

  test("an empty file is a mistake, not an empty catalog: an editor may be about to write it", () => {
    expect(told("")).toEqual(["1:  is empty"]);
    expect(told("# nothing yet\n")).toEqual(["1:  is empty"]);
    expect(told("[]")).toEqual(["1:  must be a mapping"]);
  });

  test("aliases can't expand a small file into a large one", () => {
    const bomb = ["a: &a [x]", ...Array.from({ length: 20 }, (_, i) => `${"b".repeat(i + 1)}: &${"b".repeat(i + 1)} [${Array.from({ length: 9 }, () => `*${i === 0 ? "a" : "b".repeat(i)}`).join(", ")}]`)].join("\n");
    expect(told(bomb).some((line) => line.includes("aliases make it too large"))).toBe(true);
  });

  test("never quote a key", () => {
    const key = "sk-live-0123456789";
    const places = [
      "providers: { p: { kind: KEY } }", "providers: { p: { api_key: { a: KEY } } }", "providers: { p: { base_url: KEY } }", "providers: { p: { headers: [KEY] } }",
      "providers: KEY", "fx: { source: KEY }", "fx: { source: banxico, token: [KEY] }", "markup: KEY", "key_prefix: KEY", "models: [KEY]", "models: [{ id: KEY }]", "models: [{ type: KEY }]", "providers: [KEY",
    ];
    for (const place of places) {
      for (const written of [key, "${SECRET}"]) {
        const mistakes = mistakesOf(place.replace("KEY", written), { SECRET: key });
        expect(mistakes).not.toEqual([]);
        expect(JSON.stringify(mistakes)).not.toContain(key);
      }
    }
  });
});

test("a catalog is immutable", () => {
  const catalog = load("extends: default");
  expect(Object.isFrozen(catalog.limits)).toBe(true);
  expect(Object.isFrozen(catalog.models.get("openai/old")?.routes[0]?.timeouts)).toBe(true);
});

test("the same text results in an equal catalog", () => {
  expect(load("extends: default")).toEqual(load("extends: default"));
});

describe("media", () => {
  const file = `
providers:
  p: { kind: fal, base_url: http://10.0.0.1:80/x, download_origins: ["http://files.local:9000", "https://cdn.test"], quirks: { aspect_ratio: true, input: { a: 1 } } }
models:
  - id: p/film
    type: video
    default_duration_s: 5
    max_duration_s: 5
    aspect_ratios: ["16:9", "9:16"]
    price_usd: { per_second: "1" }
    routes: [{ provider: p, model: m, quirks: { input: { b: 2 } } }, { provider: p, model: n }]
`;

  test("a provider's further origins, a model's aspect ratios, and quirks of a route merged over its provider's", () => {
    const catalog = load(file);
    expect(catalog.providers.get("p")?.downloadOrigins).toEqual(["http://files.local:9000", "https://cdn.test"]);
    expect(catalog.models.get("p/film")?.aspectRatios).toEqual(["16:9", "9:16"]);
    expect(catalog.models.get("p/film")?.routes.map(({ quirks }) => quirks)).toEqual([{ aspect_ratio: true, input: { b: 2 } }, undefined]);
  });

  test.each([
    ['"https://cdn.test"', '"https://cdn.test/files"', "download_origins[1] must be an origin"],
    ['"16:9"', '"wide"', "aspect_ratios[0] must be an aspect ratio such as 16:9"],
  ])("%s is valid, %s is not", (good, bad, message) => {
    expect(told(file.replace(good, bad)).join()).toContain(message);
  });
});
