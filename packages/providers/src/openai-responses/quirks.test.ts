import { checkQuirks } from "./quirks";

test("quirks that the catalog can't mean are all named", () => {
  expect(
    checkQuirks({ sampling: "both", reasoning_efforts: ["much"], reasoning_summary: "auto", tools: "never" }),
  ).toEqual([
    "sampling: must be one of always, without_reasoning, reasoning_off, never",
    "reasoning_efforts: must be a list of none, minimal, low, medium, high, xhigh, max",
    "reasoning_summary: must be true or false",
    expect.stringContaining("tools: no such quirk"),
  ]);
  expect(
    checkQuirks({
      sampling: "never",
      reasoning_efforts: [],
      reasoning_summary: false,
      obfuscation_off: true,
      key_header: "api-key",
    }),
  ).toEqual([]);
});
