import { formatRestrictions } from "./restrictions";

const NONE = { budget: null, expires: null, models: [], networks: [] };

test("each restriction alone keeps a key from managing keys and the alert", () => {
  expect(formatRestrictions(NONE)).toBeUndefined();
  const alone = [
    { budget: { limit: "1" } },
    { expires: "2026-12-31T23:59:07.000Z" },
    { models: ["a/b"] },
    { networks: ["::1"] },
  ];
  expect(alone.map((restriction) => formatRestrictions({ ...NONE, ...restriction }))).toEqual([
    "a budget",
    "an expiry",
    "a list of models",
    "a list of networks",
  ]);
  expect(formatRestrictions(Object.assign({}, NONE, ...alone) as typeof NONE)).toBe(
    "a budget, an expiry, a list of models, and a list of networks",
  );
});
