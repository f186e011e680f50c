import { type RouteChecks, UNCHECKED } from "./route-checks";
import { CHAT, load, modelOf, priceOf, told, withModel } from "./testing/catalog-text";

describe("model rows", () => {
  test("routes: a weight only if one is given, and a context length of their own", () => {
    const catalog = load(
      withModel(
        CHAT.replace(
          "routes: [{ provider: p, model: m }]",
          "routes: [{ provider: p, model: m }, { provider: p, model: long, weight: 2.5, context_tokens: 1000000 }]",
        ),
      ),
    );
    const [first, second] = catalog.models.get("p/m")?.routes ?? [];
    expect([first?.weight, first?.contextTokens]).toEqual([undefined, undefined]);
    expect(second).toMatchObject({ weight: 2.5, contextTokens: 1_000_000 });
  });

  test("slow starts and continuations are off by default", () => {
    expect(modelOf(load(withModel(CHAT)), "chat")?.slowStart).toBeUndefined();
    const asked = `${CHAT}\ncapabilities: [assistant_prefix]\ncontinue_on_cut: true\nslow_start: { characters: 40, within_ms: 3000 }`;
    expect(load(withModel(asked)).models.get("p/m")).toMatchObject({
      continueOnCut: true,
      slowStart: { characters: 40, withinMs: 3_000 },
    });
    expect(told(withModel(`${CHAT}\ncontinue_on_cut: true`)).join()).toContain(
      "continue_on_cut needs assistant_prefix",
    );
  });

  test("image tokens are unknown by default", () => {
    expect(
      [CHAT, `${CHAT}\nimage_tokens: { low: 2833, high: 48169 }`].map(
        (text) => modelOf(load(withModel(text)), "chat")?.imageTokens,
      ),
    ).toEqual([undefined, { low: 2_833, high: 48_169 }]);
    expect(told(withModel(`${CHAT}\nimage_tokens: { low: 2, high: 1 }`)).join()).toContain(
      "image_tokens.low must not be above image_tokens.high",
    );
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
    expect(catalog.models.get("openai/gpt-4o-mini")).toMatchObject({
      contextTokens: 128_000,
      maxOutputTokens: 16_384,
      typicalOutputTokens: 1_024,
      capabilities: new Set(["tools", "vision", "json_schema"]),
    });
    expect(catalog.models.get("openai/text-embedding-3-small")).toMatchObject({ type: "embedding", dimensions: 1_536 });
    expect(catalog.models.get("google/veo")).toMatchObject({
      defaultDurationS: 8,
      maxDurationS: 8,
      durationsS: [4, 6, 8],
      audio: true,
    });
    expect(priceOf(catalog, "second", "google/veo")).toBe("0.4");
  });

  test("a route's own timeouts take precedence over the model's, and those over the file's", () => {
    const catalog = load(
      `timeouts: { connect_ms: 1, idle_ms: 1, total_ms: 1 }${withModel(`
${CHAT.replace("model: m }", "model: m, timeouts: { idle_ms: 3 }, weight: 0.5, zdr: true }")}
timeouts: { connect_ms: 2, idle_ms: 2 }`)}`,
    );
    expect(catalog.models.get("p/m")?.routes[0]).toMatchObject({
      weight: 0.5,
      zdr: true,
      timeouts: { connectMs: 2, idleMs: 3, totalMs: 1, firstContentMs: 60_000 },
    });
  });

  test("a route is zdr if its provider is, unless it says otherwise", () => {
    const text = withModel(CHAT).replace("base_url: http://p.test/v1", "base_url: http://p.test/v1, zdr: true");
    expect(load(text).models.get("p/m")?.routes[0]?.zdr).toBe(true);
    expect(load(text.replace("model: m }", "model: m, zdr: false }")).models.get("p/m")?.routes[0]?.zdr).toBe(false);
  });

  test("the typical output never exceeds the maximum", () => {
    expect(modelOf(load(withModel(`${CHAT}\nmax_output_tokens: 100`)), "chat")?.typicalOutputTokens).toBe(100);
    expect(modelOf(load(withModel(`${CHAT}\ntypical_output_tokens: 7`)), "chat")?.typicalOutputTokens).toBe(7);
    expect(told(withModel(`${CHAT}\nmax_output_tokens: 6\ntypical_output_tokens: 7`))).toEqual([
      "10: models[0].typical_output_tokens must not be above max_output_tokens",
    ]);
    expect(told(withModel(`${CHAT}\ncontext_tokens: 5\nmax_output_tokens: 6`))).toEqual([
      "10: models[0].max_output_tokens must not be above context_tokens",
    ]);
    expect(told(withModel(`${CHAT}\ncontext_tokens: 5\nwindow_tokens: 4`))).toEqual([
      "10: models[0].window_tokens must not be below context_tokens",
    ]);
  });

  test("created is the release date in Unix seconds, or else the date of the price", () => {
    expect(load(withModel(`${CHAT}\ncreated: 2024-07-18`)).models.get("p/m")?.created).toBe(
      Date.UTC(2024, 6, 18) / 1_000,
    );
    expect(
      load(withModel(CHAT.replace("price_usd: {", "price_usd: { date: 2026-01-02,"))).models.get("p/m")?.created,
    ).toBe(Date.UTC(2026, 0, 2) / 1_000);
  });

  test("video lengths must be consistent", () => {
    const video = (lines: string) =>
      told(
        withModel(
          `id: p/m\ntype: video\n${lines}\nprice_usd: { per_second: "1" }\nroutes: [{ provider: p, model: m }]`,
        ),
      );
    expect(video("default_duration_s: 9\nmax_duration_s: 8")).toEqual([
      "7: models[0].default_duration_s must not be above max_duration_s",
    ]);
    expect(video("default_duration_s: 5\nmax_duration_s: 8\ndurations_s: [4, 10]")).toEqual([
      "7: models[0].default_duration_s must be one of durations_s",
      "9: models[0].durations_s[1] must not be above max_duration_s",
    ]);
    expect(video("default_duration_s: 5\nmax_duration_s: 8\ndurations_s: [8]")).toEqual([
      "7: models[0].default_duration_s must be one of durations_s",
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
    expect(told(`${withModel(CHAT)}  - ${CHAT.replaceAll("\n", "\n    ")}`)).toEqual([
      "9: models[1].id is also the id of models[0]",
    ]);
  });

  test("an id without a namespace is a mistake", () => {
    expect(told(withModel(CHAT.replace("p/m", "m")))).toEqual(["5: models[0].id must be <provider>/<model>"]);
  });
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
    expect(modelOf(catalog, "video", "p/film")?.aspectRatios).toEqual(["16:9", "9:16"]);
    expect(catalog.models.get("p/film")?.routes.map(({ quirks }) => quirks)).toEqual([
      { aspect_ratio: true, input: { b: 2 } },
      undefined,
    ]);
  });

  test("a model that makes videos from an image says whether their shape may be chosen", () => {
    const firstFrameOf = (row: string) =>
      modelOf(load(file.replace("    aspect_ratios", `${row}    aspect_ratios`)), "video", "p/film")?.firstFrame;
    expect(firstFrameOf("")).toBeUndefined();
    expect(firstFrameOf("    first_frame: {}\n")).toEqual({ aspectRatio: false });
    expect(firstFrameOf("    first_frame: { aspect_ratio: true }\n")).toEqual({ aspectRatio: true });
  });

  describe("a row with edits", () => {
    const row = (edits: string) => `
providers:
  p: { kind: openai-compatible, base_url: "http://p.test/v1" }
models:
  - id: p/image
    type: image
    edits: ${edits}
    price_usd: { per_image: "0.04", per_input_image: "0.01" }
    routes:
      - { provider: p, model: a }
      - { provider: p, model: b, quirks: { own: 1 } }
`;
    const mistakes = (text: string, taking: Readonly<Record<string, { readonly mask: boolean }>>) => {
      const asked: unknown[] = [];
      const routeChecks: RouteChecks = {
        ...UNCHECKED,
        edits(kind, route) {
          asked.push([kind, route]);
          return taking[route.model];
        },
      };
      return { told: told(text, undefined, { routeChecks, nowMs: Date.UTC(2026, 0, 1) }), asked };
    };

    test("needs a route that edits images, as its provider's family says", () => {
      const { told: none, asked } = mistakes(row("{ max_input_images: 2 }"), {});
      expect(none).toEqual(["7: models[0].edits needs a route that edits images"]);
      const route = { provider: "p", baseUrl: "http://p.test/v1" };
      expect(asked).toEqual([
        ["openai-compatible", { ...route, model: "a", quirks: {} }],
        ["openai-compatible", { ...route, model: "b", quirks: { own: 1 } }],
      ]);
      expect(mistakes(row("{ max_input_images: 2 }"), { b: { mask: false } }).told).toEqual([]);
      const ended = row("{ max_input_images: 2 }").replace("model: b", "model: b, until: 2025-01-01");
      expect(mistakes(ended, { b: { mask: false } }).told).toEqual([]);
    });

    test("needs a route that accepts a mask if it promises masks", () => {
      const masked = row("{ max_input_images: 2, mask: true }");
      expect(mistakes(masked, {}).told).toEqual(["7: models[0].edits needs a route that edits images"]);
      expect(mistakes(masked, { b: { mask: false } }).told).toEqual([
        "7: models[0].edits.mask needs a route that takes a mask",
      ]);
      expect(mistakes(masked, { a: { mask: false }, b: { mask: true } }).told).toEqual([]);
    });
  });

  describe("a row with first_frame", () => {
    const asked: unknown[] = [];
    const routeChecks: RouteChecks = {
      ...UNCHECKED,
      takesFirstFrame(kind, route) {
        asked.push({ kind, ...route });
        return "frame" in route.quirks;
      },
    };
    const framed = file.replace("    aspect_ratios", "    first_frame: {}\n    aspect_ratios");
    const mistakes = (text: string) => told(text, undefined, { routeChecks, nowMs: Date.UTC(2026, 0, 1) });
    const MISTAKE = "9: models[0].first_frame needs a route that takes an image";

    test("needs a route that takes an image, by its own quirks or its provider's", () => {
      expect(mistakes(framed)).toEqual([MISTAKE]);
      const route = { kind: "fal", provider: "p", baseUrl: "http://10.0.0.1:80/x" };
      expect(asked).toEqual([
        { ...route, model: "m", quirks: { aspect_ratio: true, input: { b: 2 } } },
        { ...route, model: "n", quirks: { aspect_ratio: true, input: { a: 1 } } },
      ]);
      expect(mistakes(framed.replace("{ b: 2 }", "{ b: 2 }, frame: x"))).toEqual([]);
      expect(mistakes(framed.replace("{ a: 1 }", "{ a: 1 }, frame: x"))).toEqual([]);
      expect(mistakes(file)).toEqual([]);
    });

    test("is no mistake when that route ends, and is not reported twice if a route's provider is a mistake", () => {
      expect(
        mistakes(framed.replace("{ b: 2 }", "{ b: 2 }, frame: x").replace("model: m", "model: m, until: 2025-01-01")),
      ).toEqual([]);
      expect(mistakes(framed.replace("provider: p, model: n", "provider: q, model: n"))).toEqual([
        expect.stringContaining("models[0].routes[1].provider is not a provider"),
      ]);
    });
  });

  test.each([
    ['"https://cdn.test"', '"https://cdn.test/files"', "download_origins[1] must be an origin"],
    ['"16:9"', '"wide"', "aspect_ratios[0] must be an aspect ratio such as 16:9"],
  ])("%s is valid, %s is not", (good, bad, message) => {
    expect(told(file.replace(good, bad)).join()).toContain(message);
  });
});
