import { tellRestrictions } from "./restrictions";

const NONE = { budget: null, expires: null, models: [], networks: [] };

test("each restriction alone keeps a key from managing keys and the alert", () => {
  expect(tellRestrictions(NONE)).toBeUndefined();
  const alone = [
    { budget: { limit: "1" } },
    { expires: "2026-12-31T23:59:07.000Z" },
    { models: ["a/b"] },
    { networks: ["::1"] },
  ];
  expect(alone.map((restriction) => tellRestrictions({ ...NONE, ...restriction }))).toEqual([
    "a budget",
    "an expiry",
    "a list of models",
    "a list of networks",
  ]);
  expect(tellRestrictions(Object.assign({}, NONE, ...alone) as typeof NONE)).toBe(
    "a budget, an expiry, a list of models, and a list of networks",
  );
});
