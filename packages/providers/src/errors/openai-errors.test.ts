import errors from "./__fixtures__/openai-errors.json";
import { toErrorFacts, toStreamError } from "./openai-errors";

const messageOf = (body: unknown): unknown => {
  const [first] = Array.isArray(body) ? body : [body];
  return first.error?.message ?? first.error ?? first.message ?? first.detail;
};

describe("error answers", () => {
  const deep = "[".repeat(20_000) + "]".repeat(20_000);
  test.each([
    `{"detail":[{"loc":${deep},"msg":"No."}]}`,
    `{"detail":{"odd":${deep}}}`,
    `{"error":{"message":"No.","param":${deep}}}`,
    `{"error":{"message":"No.","code":${deep}}}`,
    `{"error":{"message":"No.","metadata":{"raw":{"detail":{"odd":${deep}}}}}}`,
  ])("that are too deep to be turned into text are told as they came (%#)", (body) => {
    expect(toErrorFacts(400, body)).toEqual({ kind: "rejected", status: 400, message: body.slice(0, 4_000) });
  });

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

  // Bodies as they were reported: TradingAgents-CN #170, pollinations #12136, Groq and OpenAI's forums, OpenRouter's
  // documentation, continue #10373.
  test.each([
    [400, "Arrearage", "Access denied, please make sure your account is in good standing.", "quota"],
    [
      412,
      "PRECONDITION_FAILED",
      "Account acme-1 is suspended, possibly due to reaching the monthly spending limit or failure to pay past invoices.",
      "quota",
    ],
    [412, "PRECONDITION_FAILED", "The file was changed meanwhile.", "rejected"],
    [429, "1113", "Insufficient balance or no resource package. Please recharge.", "quota"],
    [429, "x", "Your team t-1 has either used all available credits or reached its monthly spending limit.", "quota"],
    [
      413,
      "rate_limit_exceeded",
      "Request too large for model `m` in organization `o` on tokens per minute (TPM): Limit 6000, Requested 9000",
      "over_limit",
    ],
    [
      429,
      "rate_limit_exceeded",
      "Request too large for gpt-4.1 in organization o on tokens per min (TPM): Limit 30000, Requested 56336.",
      "over_limit",
    ],
    [
      402,
      402,
      "This request requires more credits, or fewer max_tokens. You requested up to 1048576 tokens, but can only afford 9900.",
      "over_limit",
    ],
    [
      402,
      402,
      "This request requires more credits, or fewer max_tokens. You requested up to 9 tokens, but can only afford 0.",
      "quota",
    ],
    [429, "rate_limit_exceeded", "Rate limit reached for gpt-4.1 on tokens per min. Try again in 2s.", "rate_limited"],
  ])("about limits and money: %i %s %s", (status, code, message, kind) => {
    expect(toErrorFacts(status, JSON.stringify({ error: { code, message } })).kind).toBe(kind);
  });

  test("with MiniMax's number are of its kind, whatever their status", () => {
    const facts = (status: number, code: number) =>
      toErrorFacts(status, JSON.stringify({ base_resp: { status_code: code, status_msg: "In its words." } }));
    expect(facts(200, 1008)).toEqual({ kind: "quota", status: 200, message: "In its words." });
    expect(facts(429, 1026)).toEqual({ kind: "content_policy", status: 429, message: "In its words." });
    expect(toStreamError('{"base_resp":{"status_code":1004,"status_msg":"login fail"}}')).toMatchObject({
      kind: "credentials",
      status: undefined,
      message: "login fail",
    });
  });

  test("with a very long message are cut", () => {
    expect(toErrorFacts(500, "x".repeat(100_000)).message.length).toBeLessThan(5_000);
  });
});

// The codes of a failed response: ResponseError of openai 7.57.0, resources/responses/responses.d.ts.
describe("an error inside an answer", () => {
  const kindOf = (error: object) => toStreamError(JSON.stringify({ error: { message: "It failed.", ...error } })).kind;

  test.each(["invalid_prompt", "bio_policy", "misalignment_policy_violation", "image_content_policy_violation"])(
    "with the code %s is the policy's",
    (code) => {
      expect(kindOf({ code })).toBe("content_policy");
    },
  );

  test.each([
    "invalid_image",
    "invalid_image_format",
    "invalid_base64_image",
    "invalid_image_url",
    "image_too_large",
    "image_too_small",
    "image_parse_error",
    "invalid_image_mode",
    "image_file_too_large",
    "unsupported_image_media_type",
    "empty_image_file",
    "failed_to_download_image",
    "image_file_not_found",
  ])("with the code %s is the caller's image", (code) => {
    expect(kindOf({ code })).toBe("rejected");
  });

  test("is about the length of a prompt where its words say so, whatever its code", () => {
    expect(kindOf({ code: "invalid_prompt", message: "The prompt is too long." })).toBe("context_length");
  });

  test.each([
    ["server_error", "server"],
    ["vector_store_timeout", "server"],
    ["rate_limit_exceeded", "rate_limited"],
    ["a_word_of_tomorrow", "server"],
  ])("with the code %s is of the kind %s", (code, kind) => {
    expect(kindOf({ code })).toBe(kind);
  });
});
