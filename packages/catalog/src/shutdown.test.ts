import { DAY_MS } from "@cenote/core";
import { endingRoutes, retiredOn, shutdownDateOf } from "./shutdown";
import { withSimulator } from "./simulate";
import { load } from "./testing/catalog-text";

const row = (id: string, more: string) => `
  - id: p/${id}
    type: chat
    price_usd: { input_per_million_tokens: "1", output_per_million_tokens: "1" }
    ${more}
`;

const TEXT = `
providers:
  p: { kind: openai-compatible, base_url: https://p.test }
  q: { kind: openai-compatible, base_url: https://q.test }
  keyless: { kind: openai-compatible, base_url: https://k.test, api_key: "\${KEY}" }
models:
${row("whole", "until: 2027-01-14\n    routes: [{ provider: p, model: a }, { provider: q, model: b, until: 2027-02-01 }]")}
${row("first", "routes: [{ provider: p, model: c, until: 2027-01-14 }, { provider: q, model: d }]")}
${row("keyed", "routes: [{ provider: p, model: e, until: 2027-01-14 }, { provider: keyless, model: f }]")}
${row("plain", "routes: [{ provider: p, model: g }]")}
`;

const at = (time: string) => load(TEXT, {}, { nowMs: Date.parse(time) });

const routesAt = (time: string) =>
  Object.fromEntries([...at(time).models].map(([id, { routes }]) => [id, routes.map(({ model }) => model).join("")]));

test("a route is tried until its day begins; its own day replaces that of the model", () => {
  const all = { "p/whole": "ab", "p/first": "cd", "p/keyed": "ef", "p/plain": "g" };
  expect(routesAt("2027-01-13T23:59:59.999Z")).toEqual(all);
  expect(routesAt("2027-01-14T00:00:00Z")).toEqual({ "p/whole": "b", "p/first": "d", "p/keyed": "f", "p/plain": "g" });
  expect(routesAt("2027-02-01T00:00:00Z")["p/whole"]).toBe("");
});

test("the shutdown date is that of the last usable route, if every usable route has one", () => {
  const catalog = at("2026-12-01");
  expect([...catalog.models.values()].map((model) => shutdownDateOf(catalog, model))).toEqual([
    "2027-02-01",
    undefined,
    // The second route has no key.
    "2027-01-14",
    undefined,
  ]);
});

test("a model is retired when no route is left, and keeps its price for calls that are charged later", () => {
  const before = at("2027-01-31").models.get("p/whole");
  const after = at("2027-02-01").models.get("p/whole");
  expect([before && retiredOn(before), after && retiredOn(after)]).toEqual([undefined, "2027-02-01"]);
  expect(after?.prices).toEqual(before?.prices);
});

test("the operator is warned of usable routes that end within sixty days, or have ended", () => {
  const end = Date.parse("2027-01-14");
  const catalog = at("2026-11-01");
  expect(endingRoutes(catalog, end - 61 * DAY_MS)).toEqual([]);
  const near = ["whole", "first", "keyed"].map((id) => ({ model: `p/${id}`, provider: "p", until: "2027-01-14" }));
  expect(endingRoutes(catalog, end - 60 * DAY_MS)).toEqual(near);
  expect(endingRoutes(at("2027-02-02"), Date.parse("2027-02-02"))).toEqual([
    ...near,
    { model: "p/whole", provider: "q", until: "2027-02-01" },
  ]);
});

test("with the simulator no route ends", () => {
  const simulated = withSimulator(at("2028-01-01"), "http://sim.test");
  expect(simulated.models.get("p/whole")?.routes.map(({ model }) => model)).toEqual(["a", "b"]);
});
