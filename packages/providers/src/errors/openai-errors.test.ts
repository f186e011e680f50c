import errors from "./__fixtures__/openai-errors.json";
import { toErrorFacts } from "./openai-errors";

const messageOf = (body: unknown): unknown => {
  const [first] = Array.isArray(body) ? body : [body];
  return first.error?.message ?? first.error ?? first.message ?? first.detail;
};

describe("error answers", () => {
  test.each(errors.map((row) => [row.origin, row.status, row] as const))("%s, %i", (_, status, row) => {
    expect(toErrorFacts(status, JSON.stringify(row.body))).toEqual({
      kind: row.kind,
      status,
      message: row.message ?? messageOf(row.body),
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
    [503, "<!doctype html><p>down", "server", "HTTP 503 with a web page."],
    [500, "", "server", "HTTP 500 without a message."],
    [500, "upstream connect error", "server", "upstream connect error"],
    [429, "Too many requests", "rate_limited", "Too many requests"],
    [404, "404 page not found", "unexplained", "404 page not found"],
    [400, '{"weird":true}', "rejected", '{"weird":true}'],
    [400, '{"error":{}}', "rejected", '{"error":{}}'],
    [400, '{"errors":[{"message":"No such thing","code":7003}],"success":false}', "rejected", "No such thing"],
    [400, '{"errors":[]}', "rejected", '{"errors":[]}'],
    [301, "", "malformed", "HTTP 301 without a message."],
    [500, "null", "server", "null"],
  ])("%i %j", (status, body, kind, message) => {
    expect(toErrorFacts(status, body)).toEqual({ kind, message, status });
  });

  test("with a 5xx are server failures whatever the message, unless it is about spent money", () => {
    const kindOf = (code: string) => toErrorFacts(500, JSON.stringify({ error: { message: "m", code } })).kind;
    expect(
      ["context_length_exceeded", "invalid_api_key", "rate_limit_exceeded", "content_policy_violation"].map(kindOf),
    ).toEqual(["server", "server", "server", "server"]);
    expect(["insufficient_quota", "billing_hard_limit_reached"].map(kindOf)).toEqual(["quota", "quota"]);
  });

  test("with a very long message are cut", () => {
    expect(toErrorFacts(500, "x".repeat(100_000)).message.length).toBeLessThan(5_000);
  });
});
