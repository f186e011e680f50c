import { answerCacheOf } from "./answer-cache";

const from = (headers: Record<string, string | string[]>) => answerCacheOf({ headers });
const refused = (headers: Record<string, string>, param: string) => {
  expect(() => from(headers)).toThrow(expect.objectContaining({ code: "invalid_request_error", param }));
};

describe("x-gateway-cache", () => {
  it("is the age of an answer in seconds, up to 30 days", () => {
    expect(from({ "x-gateway-cache": "1" })).toEqual({ seconds: 1, refresh: false });
    expect(from({ "x-gateway-cache": "2592000" })).toEqual({ seconds: 2_592_000, refresh: false });
  });

  it("may ask for a new answer in place of the stored one", () => {
    expect(from({ "x-gateway-cache": "60", "x-gateway-cache-refresh": "true" })?.refresh).toBe(true);
    expect(from({ "x-gateway-cache": "60", "x-gateway-cache-refresh": "false" })?.refresh).toBe(false);
  });

  it("may be left out, and then nothing else counts", () => {
    expect(from({})).toBeUndefined();
    expect(from({ "x-gateway-cache-refresh": "whatever" })).toBeUndefined();
  });

  it.each(["", "0", "-1", "1.5", "1e3", "true", "2592001", "60, 60", "9".repeat(400)])(
    "is rejected, naming the header: %j",
    (seconds) => {
      refused({ "x-gateway-cache": seconds }, "x-gateway-cache");
    },
  );

  it("is rejected with a refresh that is neither true nor false", () => {
    refused({ "x-gateway-cache": "60", "x-gateway-cache-refresh": "1" }, "x-gateway-cache-refresh");
  });
});
