import { formatDecimal } from "@cenote/core";
import { load, modelOf, told } from "./testing/catalog-text";

describe("fields that a model does not support", () => {
  const saying = (top: string, row: string) =>
    load(`
extends: default
${top}
models:
  - id: p/m
    type: chat
    ${row}
    price_usd: { input_per_million_tokens: "1", output_per_million_tokens: "2" }
    routes: [{ provider: openai, model: m }]
`);

  test.each([
    ["", "refuse"],
    ["unsupported: refuse", "refuse"],
    ["unsupported: drop", "drop"],
  ])("%j at the top level applies to rows without a setting, including shipped ones", (top, expected) => {
    const catalog = saying(top, "");
    expect(["p/m", "openai/old"].map((id) => modelOf(catalog, "chat", id)?.unsupported)).toEqual([expected, expected]);
  });

  test.each(["refuse", "drop"])("a row's own %s takes precedence", (own) => {
    for (const top of ["unsupported: refuse", "unsupported: drop"])
      expect(modelOf(saying(top, `unsupported: ${own}`), "chat")?.unsupported).toBe(own);
  });

  test("a row may list fields that may always be dropped", () => {
    expect(modelOf(saying("", "may_drop: [seed, parallel_tool_calls]"), "chat")).toMatchObject({
      unsupported: "refuse",
      mayDrop: ["seed", "parallel_tool_calls"],
    });
  });

  test("any other value is a mistake", () => {
    expect(told("extends: default\nunsupported: drops")).toEqual([
      "2: unsupported must be one of refuse, drop; did you mean drop?",
    ]);
  });
});

describe("prices announced for a later day", () => {
  const text = (later: string) => `
extends: default
models:
  - id: p/m
    type: chat
    price_usd: { input_per_million_tokens: "0.75", cached_input_per_million_tokens: "0.075", output_per_million_tokens: "3.75", later: ${later} }
    routes: [{ provider: openai, model: m }]
`;
  const later = '{ from: 2027-01-01, input_per_million_tokens: 1.50, output_per_million_tokens: "7.50" }';
  const pricesAt = (time: string) =>
    load(text(later), undefined, { nowMs: Date.parse(time) })
      .models.get("p/m")
      ?.prices.map(({ unit, usdEach }) => `${unit} ${formatDecimal(usdEach)}`);

  test("hold from its beginning in UTC on, and alone", () => {
    expect(pricesAt("2026-12-31T23:59:59.999Z")).toEqual([
      "input_token 0.00000075",
      "cached_input_token 0.000000075",
      "cache_write_token 0.00000075",
      "output_token 0.00000375",
    ]);
    expect(pricesAt("2027-01-01T00:00:00Z")).toEqual([
      "input_token 0.0000015",
      "cached_input_token 0.0000015",
      "cache_write_token 0.0000015",
      "output_token 0.0000075",
    ]);
  });

  test("are checked at once", () => {
    expect(told(text('{ from: soon, input_per_million_tokens: "1", output_per_million_tokens: "-1" }'))).toEqual([
      "6: models[0].price_usd.later.from must be a date such as 2026-11-21",
      '6: models[0].price_usd.later.output_per_million_tokens must be a decimal number, such as "0.15"',
    ]);
    expect(told(text("{ from: 2026-02-31, input_per_million_tokens: 1, output_per_million_tokens: 1 }"))).toEqual([
      "6: models[0].price_usd.later.from must be a date such as 2026-11-21",
    ]);
    expect(told(text("{ from: 2027-01-01, input_per_million_tokens: 1e-3, output_per_million_tokens: 1 }"))).toEqual([
      '6: models[0].price_usd.later.input_per_million_tokens must be plain decimal digits, such as "0.15"',
    ]);
  });
});

test("an unknown provider of a route is reported with the row's other mistakes", () => {
  const text = (provider: string) => `
extends: default
models:
  - id: p/m
    type: chat
    capabilities: [tolls]
    price_usd: { input_per_million_tokens: "1", output_per_million_tokens: "2" }
    routes: [{ provider: ${provider}, model: m }]
`;
  const capability =
    "6: models[0].capabilities[0] must be one of tools, vision, pdf, json_object, json_schema, json_schema_instructed, reasoning, prompt_caching, assistant_prefix, logprobs; did you mean tools?";
  expect(told(text("opnai"))).toEqual([
    capability,
    "8: models[0].routes[0].provider is not a provider in this file or in what it extends; did you mean openai?",
  ]);
  expect(told(text("openai"))).toEqual([capability]);
  expect(told(text("7"))).toEqual([capability, "8: models[0].routes[0].provider must be text"]);
});
