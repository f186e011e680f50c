import { sampleInfo } from "../../testing/samples";
import { type HeaderList, formatReset, overheadMs, pushCallInfo } from "./answer-headers";

describe("answer headers", () => {
  it.each([
    [0, "0ms"],
    [250, "250ms"],
    [1000, "1s"],
    [1500, "1.5s"],
    [59_999, "59.999s"],
    [60_000, "1m0s"],
    [390_500, "6m30.5s"],
  ])("writes a reset of %d ms as OpenAI does: %s", (durationMs, text) => {
    expect(formatReset(durationMs)).toBe(text);
  });

  it("describe the call", () => {
    const headers: HeaderList = [];
    pushCallInfo(headers, { ...sampleInfo, attempts: 2 }, 0.123_456, []);
    const pairs = Object.fromEntries(
      Array.from({ length: headers.length / 2 }, (_, index) => headers.slice(index * 2, index * 2 + 2)),
    );
    expect(pairs).toEqual({
      "x-gateway-overhead-ms": "0.12",
      "x-gateway-attempts": "2",
      "x-ratelimit-limit-requests": "600",
      "x-ratelimit-remaining-requests": "599",
      "x-ratelimit-reset-requests": "100ms",
      "x-ratelimit-limit-tokens": "1000000",
      "x-ratelimit-remaining-tokens": "999000",
      "x-ratelimit-reset-tokens": "1m0s",
    });
  });

  it.each([
    [[], ["plugins"], "plugins"],
    [["seed"], [], "seed"],
    [["seed"], ["plugins"], "seed, plugins"],
    [["seed"], ["plugins", "top_k"], "seed, plugins, top_k"],
  ])("name what the model can't honour, %j, and what nobody knows, %j", (droppedFields, unknown, named) => {
    const headers: HeaderList = [];
    pushCallInfo(headers, { ...sampleInfo, droppedFields }, 0, unknown);
    expect(headers[headers.indexOf("x-gateway-dropped-fields") + 1]).toBe(named);
  });

  it("have the shutdown date of the model as an HTTP date", () => {
    const headers: HeaderList = [];
    pushCallInfo(headers, { ...sampleInfo, shutdownDate: "2027-01-14" }, 0, []);
    expect(headers[headers.indexOf("sunset") + 1]).toBe("Thu, 14 Jan 2027 00:00:00 GMT");
  });

  it("report the gateway's own time, never less than zero", () => {
    expect(overheadMs(12.5, { ...sampleInfo, upstreamUs: 12_000 })).toBeCloseTo(0.5);
    expect(overheadMs(1, { ...sampleInfo, upstreamUs: 2000 })).toBe(0);
    expect(overheadMs(3, undefined)).toBe(3);
  });
});
