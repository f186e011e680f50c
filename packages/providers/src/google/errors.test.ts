import errors from "./__fixtures__/errors.json";
import { scrub } from "../errors/scrub";
import { toErrorFacts, toStreamError } from "./errors";

const messageOf = (body: unknown): unknown => {
  const [first] = Array.isArray(body) ? body : [body];
  return first.error.message;
};
describe("an error answer of Google", () => {
  test.each(errors.map((row) => [row.origin, row.status, row] as const))("%s, %i", (_, status, row) => {
    expect(toErrorFacts(status, JSON.stringify(row.body))).toEqual({
      kind: row.kind,
      status,
      message: messageOf(row.body),
      ...("retryAfterMs" in row ? { retryAfterMs: row.retryAfterMs } : {}),
    });
  });

  test.each([
    [
      502,
      "<html>\n<head><title>502 Bad Gateway</title></head></html>",
      "server",
      "HTTP 502 with a web page: 502 Bad Gateway",
    ],
    [
      404,
      "<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>",
      "unexplained",
      "HTTP 404 with a web page: Error 404 (Not Found)!!1",
    ],
    [500, "", "server", "HTTP 500 without a message."],
    [429, "", "rate_limited", "HTTP 429 without a message."],
    [400, "no", "rejected", "no"],
    [401, "no", "credentials", "no"],
    [403, "no", "unexplained", "no"],
    [404, "no", "unexplained", "no"],
    [408, "late", "server", "late"],
    [409, "aborted", "server", "aborted"],
    [413, "too large", "rejected", "too large"],
    [499, "gone", "server", "gone"],
    [418, '{"weird":true}', "rejected", '{"weird":true}'],
    [302, "", "malformed", "HTTP 302 without a message."],
    [500, '{"error":"words"}', "server", '{"error":"words"}'],
  ])("%i %j is classified by its status", (status, body, kind, message) => {
    expect(toErrorFacts(status, body)).toEqual({ kind, message, status });
  });

  test("that tells of a limit of the day puts the key to rest only where it is not for one model", () => {
    const kindOf = (violation: object) => {
      const details = [{ "@type": "type.googleapis.com/google.rpc.QuotaFailure", violations: [violation] }];
      return toErrorFacts(429, JSON.stringify({ error: { code: 429, status: "RESOURCE_EXHAUSTED", details } })).kind;
    };
    expect(kindOf({ quotaId: "GenerateRequestsPerDayPerProject" })).toBe("quota");
    expect(kindOf({ quotaId: "GenerateRequestsPerDayPerProjectPerModel" })).toBe("rate_limited");
    expect(kindOf({ quotaId: "PerDay", quotaDimensions: { model: "gemini-2.5-pro" } })).toBe("rate_limited");
  });

  test("in the middle of a stream is classified by its code", () => {
    const kindOf = (error: object) => toStreamError({ error }).kind;
    expect(
      [{ code: 400 }, { code: 401 }, { code: 429 }, { code: 499 }, { code: 503 }].map((error) =>
        kindOf({ ...error, message: "m" }),
      ),
    ).toEqual(["rejected", "credentials", "rate_limited", "server", "server"]);
    expect(
      [{}, { code: 200 }, { code: 600 }, { code: "400" }].map((error) => kindOf({ ...error, message: "m" })),
    ).toEqual(["server", "server", "server", "server"]);
  });

  test("waits at most an hour, and ignores what is not a duration", () => {
    const waits = (retryDelay: unknown) =>
      toErrorFacts(
        429,
        JSON.stringify({
          error: {
            code: 429,
            status: "RESOURCE_EXHAUSTED",
            message: "m",
            details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay }],
          },
        }),
      ).retryAfterMs;
    expect(waits("0.25s")).toBe(250);
    expect(waits("86400s")).toBe(3_600_000);
    expect(["soon", 5, null, "-1s", "1e9s"].map(waits)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each([
    [
      "Permission denied: Consumer 'api_key:AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY' has been suspended.",
      "Permission denied: Consumer 'api_key:[redacted]' has been suspended.",
    ],
    [
      "POST https://generativelanguage.googleapis.com/v1beta/models/m:generateContent?key=AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY&alt=sse failed",
      "POST https://generativelanguage.googleapis.com/v1beta/models/m:generateContent?key=[redacted]&alt=sse failed",
    ],
  ])("that echoes our key is passed on without it: %s", (message, shown) => {
    const facts = toErrorFacts(403, JSON.stringify({ error: { code: 403, message, status: "PERMISSION_DENIED" } }));
    expect(facts.message).toBe(message);
    expect(scrub(facts.message, ["AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY"])).toBe(shown);
  });
});
