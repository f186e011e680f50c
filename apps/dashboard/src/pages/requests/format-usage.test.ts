import { formatUsage } from "./format-usage";

describe("formatUsage", () => {
  it.each([
    ["", []],
    ["1 token", [{ unit: "INPUT_TOKEN" as const, quantity: 1 }]],
    ["12 tokens", [{ unit: "INPUT_TOKEN" as const, quantity: 12 }]],
    [
      "1,207 + 80 tokens",
      [
        { unit: "INPUT_TOKEN" as const, quantity: 7 },
        { unit: "CACHED_INPUT_TOKEN" as const, quantity: 1000 },
        { unit: "CACHE_WRITE_TOKEN" as const, quantity: 200 },
        { unit: "OUTPUT_TOKEN" as const, quantity: 80 },
      ],
    ],
    ["1 image", [{ unit: "IMAGE" as const, quantity: 1 }]],
    ["3 images", [{ unit: "IMAGE" as const, quantity: 3 }]],
    ["8 s", [{ unit: "SECOND" as const, quantity: 8 }]],
  ])("says %j", (text, usage) => {
    expect(formatUsage(usage, "en-US")).toBe(text);
  });
});
