import { formatDecimal, formatMxn } from "@cenote/core";
import { CHAT, load, mistakesOf, priceOf, told, withModel } from "./testing/catalog-text";

describe("defaults", () => {
  test("are those of the operator's guide", () => {
    const catalog = load("extends: default");
    expect(catalog).toMatchObject({
      keyPrefix: "cen",
      publicUrl: "http://127.0.0.1:8080",
      storage: { kind: "files" },
      overspend: "finish",
      graphql: { introspection: true, landingPage: false },
      corsOrigins: [],
      trustedProxies: [],
      limits: { requestsPerMinute: 600, tokensPerMinute: 1_000_000, concurrentRequests: 64, bodyMib: 20 },
      timeouts: { connectMs: 5_000, firstContentMs: 60_000, idleMs: 30_000, totalMs: 600_000 },
    });
    expect(formatDecimal(catalog.markup)).toBe("1.05");
    expect(formatMxn(catalog.freeCredit)).toBe("50");
    expect(catalog.lowBalance).toBeUndefined();
    expect(catalog.budgetUtcOffsetMs).toBe(0);
    expect(catalog.fx).toEqual({ kind: "fixed", mxnPerUsd: { units: 20n, scale: 0 } });
    expect([formatMxn(catalog.topUps.min), formatMxn(catalog.topUps.max)]).toEqual(["50", "10000"]);
    expect(catalog.topUps.methods).toEqual(["card", "oxxo"]);
  });

  test.each([
    ["-06:00", -21_600_000],
    ['"-06:00"', -21_600_000],
    ["+05:45", 20_700_000],
    ["+14:00", 50_400_000],
    ["-12:00", -43_200_000],
    ["-00:00", 0],
  ])("the clock of budgets may be %s of UTC", (offset, ms) => {
    expect(load(`budget_utc_offset: ${offset}`).budgetUtcOffsetMs).toBe(ms);
  });

  test.each(["-6", "6", "America/Mexico_City", "+14:01", "-12:30", "+15:00", "-06:60", "Z"])(
    "the clock of budgets is no %s",
    (offset) => {
      expect(told(`budget_utc_offset: ${offset}`)).toEqual([
        '1: budget_utc_offset must be an offset from UTC from "-12:00" to "+14:00", such as "-06:00"',
      ]);
    },
  );

  test("apply only to settings that are absent", () => {
    const catalog = load(`
extends: default
key_prefix: acme
markup: "1.20"
free_credit_mxn: 12.5
low_balance_mxn: "7.5"
top_ups: { min_mxn: "20.50", methods: [card, spei] }
public_url: https://ai.acme.mx/
overspend: stop
limits: { requests_per_minute: 5 }
timeouts: { idle_ms: 1000 }
graphql: { introspection: false }
cors: { origins: ["https://app.acme.mx", "http://localhost:5173"] }
trusted_proxies: [10.0.0.0/8, "2001:db8::1"]
fx: { source: fixed, mxn_per_usd: 17.4321 }
storage: { kind: s3, bucket: b, region: mx-central-1, endpoint: http://minio:9000/ }
`);
    expect(catalog).toMatchObject({
      keyPrefix: "acme",
      publicUrl: "https://ai.acme.mx",
      overspend: "stop",
      limits: { requestsPerMinute: 5, bodyMib: 20 },
      timeouts: { idleMs: 1_000, connectMs: 5_000 },
      graphql: { introspection: false, landingPage: false },
      corsOrigins: ["https://app.acme.mx", "http://localhost:5173"],
      trustedProxies: ["10.0.0.0/8", "2001:db8::1"],
      storage: { kind: "s3", bucket: "b", region: "mx-central-1", endpoint: "http://minio:9000", publicUrl: undefined },
    });
    expect(
      [catalog.markup, catalog.fx.kind === "fixed" && catalog.fx.mxnPerUsd].map(
        (value) => value && formatDecimal(value),
      ),
    ).toEqual(["1.2", "17.4321"]);
    expect(formatMxn(catalog.freeCredit)).toBe("12.5");
    expect(formatMxn(catalog.lowBalance ?? 0n)).toBe("7.5");
    expect([formatMxn(catalog.topUps.min), formatMxn(catalog.topUps.max)]).toEqual(["20.5", "10000"]);
    expect(catalog.topUps.methods).toEqual(["card", "spei"]);
  });

  test("no amount of pesos is above what one credit may be", () => {
    const mistake = "must be at most 1000000000";
    expect(told('free_credit_mxn: "1000000000.000000001"\nlow_balance_mxn: 10000000000')).toEqual([
      `1: free_credit_mxn ${mistake}`,
      `2: low_balance_mxn ${mistake}`,
    ]);
    expect(formatMxn(load('free_credit_mxn: "1000000000"').freeCredit)).toBe("1000000000");
  });

  test("a least top-up above the greatest is a mistake", () => {
    expect(told("extends: default\ntop_ups: { min_mxn: 100, max_mxn: 50 }")).toEqual([
      "2: top_ups min_mxn must not be above max_mxn",
    ]);
  });

  test("top-ups are within what Stripe takes", () => {
    const mistake = "must be from 10 to 999999.99, which is what Stripe takes";
    expect(told("extends: default\ntop_ups: { min_mxn: 9.99, max_mxn: 1000000 }")).toEqual([
      `2: top_ups.min_mxn ${mistake}`,
      `2: top_ups.max_mxn ${mistake}`,
    ]);
    expect(told('extends: default\ntop_ups: { min_mxn: 10, max_mxn: "999999.99" }')).toEqual([]);
  });

  test("`fx: banxico` alone takes its token from the environment", () => {
    const environment = { BANXICO_TOKEN: "t" };
    expect(load("fx: banxico", environment).fx).toEqual(load("fx: { source: banxico }", environment).fx);
    expect(load("fx: banxico", environment).fx).toMatchObject({ kind: "banxico", token: "t", refreshMs: 3_600_000 });
    expect(load("fx: banxico").fx).toMatchObject({ kind: "banxico", token: undefined });
    expect(load("fx: banxico", { BANXICO_TOKEN: "" }).fx).toMatchObject({ kind: "banxico", token: undefined });
    expect(load("fx: banxico", { BANXICO_TOKEN: " \n" }).fx).toMatchObject({ kind: "banxico", token: undefined });
    expect(load("fx: banxico", { BANXICO_TOKEN: "t\n" }).fx).toMatchObject({ kind: "banxico", token: "t" });
    expect(told("fx: banxic")).toEqual(["1: fx must be banxico or a mapping"]);
    expect(told("fx: { source: banxic }")).toEqual([
      "1: fx.source must be one of fixed, banxico, url; did you mean banxico?",
    ]);
  });

  test("a fixed exchange rate is within billing's bounds", () => {
    const fixed = (rate: string) => told(`fx: { source: fixed, mxn_per_usd: ${rate} }`);
    for (const rate of ["20.4498977505112", "0.999", "10000.1", "0", '"2000000"'])
      expect(fixed(rate)).toEqual([
        "1: fx.mxn_per_usd must be between 1 and 10000 with at most 12 digits after the point",
      ]);
    expect(fixed("a lot")).toEqual(['1: fx.mxn_per_usd must be a decimal number, such as "0.15"']);
    for (const rate of ["1", "10000", '"20.449897750511000"']) expect(fixed(rate)).toEqual([]);
  });

  test("exchange rates can come from Banxico or from a URL", () => {
    expect(load("fx: { source: banxico, token: ${BANXICO_TOKEN} }", { BANXICO_TOKEN: "t" }).fx).toEqual({
      kind: "banxico",
      token: "t",
      refreshMs: 3_600_000,
      maxAgeMs: 144 * 3_600_000,
      whenStale: "warn",
    });
    expect(load("fx: { source: banxico, token: ${BANXICO_TOKEN} }", {}).fx).toMatchObject({
      kind: "banxico",
      token: undefined,
    });
    expect(
      load(
        "fx: { source: url, url: https://fx.test/usd, path: rates.MXN, refresh_minutes: 5, max_age_hours: 1, when_stale: refuse }",
      ).fx,
    ).toEqual({
      kind: "url",
      url: "https://fx.test/usd",
      path: ["rates", "MXN"],
      refreshMs: 300_000,
      maxAgeMs: 3_600_000,
      whenStale: "refuse",
    });
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
    expect(catalog.models.get("openai/gpt-4o-mini")).toMatchObject({
      maxOutputTokens: undefined,
      routes: [{ model: "dated" }],
    });
    expect(priceOf(catalog, "input_token", "openai/gpt-4o-mini")).toBe("0.000009");
  });

  test("merges a provider of the same name into the shipped one, key by key", () => {
    const catalog = load("extends: default\nproviders: { openai: { base_url: https://eu.test/v1 } }");
    expect(catalog.providers.get("openai")).toMatchObject({
      kind: "openai-compatible",
      baseUrl: "https://eu.test/v1",
      apiKeys: ["sk-1"],
      quirks: { max_completion_tokens: true },
    });
  });

  test("does not fall back to the shipped variable if the user names one that is not set", () => {
    const catalog = load("extends: default\nproviders: { openai: { api_key: ${OTHER_KEY} } }");
    expect(catalog.providers.get("openai")).toMatchObject({ apiKeys: [], usable: false });
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
      "16: models[1].capabilities[0] must be one of tools, vision, pdf, json_object, json_schema, json_schema_instructed, reasoning, prompt_caching, assistant_prefix, logprobs; did you mean tools?",
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
    expect(told("models: p/m")).toEqual(["1: models must be a list of models"]);
  });

  test("in a provider are reported once, not again for each route to it", () => {
    expect(told(withModel(CHAT).replace("kind: openai-compatible", "kind: openai-compatibel"))).toEqual([
      "3: providers.p.kind must be one of openai-compatible, openai-responses, anthropic, google, fal, replicate, luma, runway, minimax, kling, ai-sdk; did you mean openai-compatible?",
    ]);
  });

  test("include a missing package, and package or options with another kind", () => {
    expect(
      told(`providers:
  a: { kind: ai-sdk }
  b: { kind: anthropic, base_url: http://b.test, package: "@ai-sdk/anthropic", options: { name: b } }
  c: { kind: ai-sdk, package: "../evil" }`),
    ).toEqual([
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

  test("a second document is one, since nothing of it would be read", () => {
    expect(told("---\nextends: default\n--- # ours\nmarkup: one\n")).toEqual([
      "3:  begins a second document: the file must be one, without this line",
    ]);
    expect(told("---\nextends: default\n...\n# the end\n")).toEqual([]);
  });

  test("an empty file is a mistake, not an empty catalog: an editor may be about to write it", () => {
    expect(told("")).toEqual(["1:  is empty"]);
    expect(told("# nothing yet\n")).toEqual(["1:  is empty"]);
    expect(told("[]")).toEqual(["1:  must be a mapping"]);
  });

  test("aliases can't expand a small file into a large one", () => {
    const bomb = [
      "a: &a [x]",
      ...Array.from(
        { length: 20 },
        (_, i) =>
          `${"b".repeat(i + 1)}: &${"b".repeat(i + 1)} [${Array.from({ length: 9 }, () => `*${i === 0 ? "a" : "b".repeat(i)}`).join(", ")}]`,
      ),
    ].join("\n");
    expect(told(bomb).some((line) => line.includes("aliases make it too large"))).toBe(true);
  });

  test("behind an anchor are reported once, however many aliases refer to it", () => {
    const rows = (price: string) =>
      [
        "models:",
        ...["a", "b", "c"].map(
          (id, at) =>
            `  - { id: p/${id}, type: chat, price_usd: ${at === 0 ? `&price ${price}` : "*price"}, routes: [{ provider: p, model: ${id} }] }`,
        ),
        "providers: { p: { kind: openai-compatible, base_url: http://p.test/v1 } }",
      ].join("\n");
    expect(told(rows("{ inputs: 1 }"))).toEqual([
      "2: models[0].price_usd.inputs is not a known key",
      "2: models[0].price_usd.input_per_million_tokens is missing",
      "2: models[0].price_usd.output_per_million_tokens is missing",
    ]);
    expect(told(rows("{ input_per_million_tokens: x, output_per_million_tokens: 1 }"))).toHaveLength(1);
  });

  test("in a key say that the blank after its colon is missing, without the value that is then part of it", () => {
    expect(
      told(
        "providers: { p: { kind: fal, base_url: https://p.test, api_key:sk-1, headers: { x-a:b } } }\nlimits: { a.b: 1 }",
      ),
    ).toEqual([
      "1: providers.p.api_key... needs a blank after its colon",
      "1: providers.p.headers.x-a... needs a blank after its colon",
      "2: limits.a.b is not a known key",
    ]);
  });

  test("never quote a key", () => {
    const key = "sk-live-0123456789";
    const places = [
      "providers: { p: { kind: KEY } }",
      "providers: { p: { api_key: { a: KEY } } }",
      "providers: { p: { base_url: KEY } }",
      "providers: { p: { kind: fal, api_key:KEY } }",
      "providers: { p: { kind: fal, api_key=KEY } }",
      "providers: { p: { headers: { authorization:KEY } } }",
      "providers:\n  p:\n    kind: fal\n    api_key:KEY",
      "providers:\n  p:\n    api_key:KEY\n    kind: fal",
      "providers: { p:KEY: { kind: [fal] } }",
      "providers: { p: { headers: [KEY] } }",
      "providers: KEY",
      "fx: { source: KEY }",
      "fx: { source: banxico, token: [KEY] }",
      "markup: KEY",
      "key_prefix: KEY",
      "models: [KEY]",
      "models: [{ id: KEY }]",
      "models: [{ type: KEY }]",
      "providers: [KEY",
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

test("trusted proxies are addresses and ranges; each mistake is reported at its place", () => {
  expect(mistakesOf("trusted_proxies: [10.0.0.0/8, proxy.internal, 10.0.0.0/40]")).toEqual([
    expect.objectContaining({ path: "trusted_proxies[1]" }),
    expect.objectContaining({ path: "trusted_proxies[2]" }),
  ]);
});
