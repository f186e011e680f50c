import errors from "./__fixtures__/errors.json";
import { toErrorFacts } from "./errors";

const messageOf = (body: { error: unknown }): unknown =>
  typeof body.error === "object" && body.error !== null && "message" in body.error ? body.error.message : body.error;

describe("error answers", () => {
  test.each(errors.map((row) => [row.status, messageOf(row.body), row] as const))("%i %s", (status, message, row) => {
    expect(toErrorFacts(status, JSON.stringify(row.body))).toEqual({
      kind: row.kind,
      status,
      message,
      ...("fields" in row ? { fields: row.fields } : {}),
      ...("namesPrompt" in row ? { namesPrompt: true } : {}),
    });
  });

  test.each([
    [
      502,
      "<html>\n<head><title>502 Bad Gateway</title></head></html>",
      "server",
      "HTTP 502 with a web page: 502 Bad Gateway",
    ],
    [529, "", "server", "HTTP 529 without a message."],
    [401, "", "credentials", "HTTP 401 without a message."],
    [403, "<!doctype html><p>no", "unexplained", "HTTP 403 with a web page."],
    [429, "Too many requests", "rate_limited", "Too many requests"],
    [402, "{}", "quota", "{}"],
    [404, "404 page not found", "unexplained", "404 page not found"],
    [413, "too large", "context_length", "too large"],
    [
      400,
      '{"type":"error","error":{"type":"invalid_request_error"}}',
      "rejected",
      '{"type":"error","error":{"type":"invalid_request_error"}}',
    ],
    [422, "null", "rejected", "null"],
    [408, "", "server", "HTTP 408 without a message."],
    [301, "", "malformed", "HTTP 301 without a message."],
  ])("%i %j", (status, body, kind, message) => {
    expect(toErrorFacts(status, body)).toEqual({ kind, message, status });
  });

  test("a very long message is cut", () => {
    expect(toErrorFacts(500, "x".repeat(100_000)).message.length).toBeLessThan(5_000);
  });
});
