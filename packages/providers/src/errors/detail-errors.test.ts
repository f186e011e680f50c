import { toErrorFacts } from "./detail-errors";

const read = (status: number, body: unknown) => toErrorFacts(status, JSON.stringify(body));

describe("an error in `detail`, `message` or `error`", () => {
  test.each<[string, unknown, string]>([
    ["a text", { detail: "No." }, "No."],
    [
      "a list of mistakes, each with its place",
      {
        detail: [
          { loc: ["body", "duration"], msg: "too long", type: "value_error" },
          { loc: ["body"], msg: "no" },
          { msg: "odd" },
        ],
      },
      "body.duration: too long; no; odd",
    ],
    ["a list of whatever", { detail: [null, "No.", 7, { msg: 7 }, { loc: ["body"], msg: "odd" }] }, "No.; odd"],
    ["a message", { message: "No." }, "No."],
    ["an error that is text", { error: "No." }, "No."],
    ["an error with a message", { error: { message: "No." } }, "No."],
    ["a list of errors", { success: false, errors: [{ message: "No.", code: 7003 }] }, "No."],
    ["nothing that says so", { error: null, detail: {} }, '{"error":null,"detail":{}}'],
    ["no object", null, "null"],
  ])("%s", (_what, body, message) => {
    expect(read(422, body)).toEqual({ kind: "rejected", message, status: 422 });
  });

  test.each([
    ["", "HTTP 503 without a message."],
    ["no healthy upstream", "no healthy upstream"],
    ["<html><title>Bad gateway</title></html>", "HTTP 503 with a web page: Bad gateway"],
  ])("that is not JSON is told as of any other provider: %j", (text, message) => {
    expect(toErrorFacts(503, text)).toEqual({ kind: "server", message, status: 503 });
  });

  test("with a place as deep as no list can be joined is told without it", () => {
    const text = `{"detail":[{"loc":${"[".repeat(20_000)}${"]".repeat(20_000)},"msg":"No."}]}`;
    expect(toErrorFacts(422, text)).toEqual({ kind: "rejected", message: "No.", status: 422 });
  });

  test("says its kind with the words that are told, not with what is cut off", () => {
    expect(read(422, { message: `${"x".repeat(4_000)} nsfw` })).toMatchObject({ kind: "rejected" });
  });

  test("of an unknown shape says nothing of its kind: it may repeat the caller's words", () => {
    expect(read(429, { odd: "insufficient balance" })).toMatchObject({
      kind: "rate_limited",
      message: '{"odd":"insufficient balance"}',
    });
  });

  test.each<[unknown]>([
    [{ detail: [{ msg: "no", type: "content_policy_violation" }] }],
    [{ detail: "no", error_type: "Moderation" }],
    [{ message: "no", type: "safety" }],
    [{ error: { message: "no", code: "NSFW" } }],
    [{ detail: "Your prompt was flagged" }],
    [{ detail: [null, { msg: "no", type: "content_policy_violation" }] }],
  ])("is the provider's content policy if it says so: %j", (body) => {
    expect(read(422, body).kind).toBe("content_policy");
  });

  test.each([
    [302, "malformed"],
    [400, "rejected"],
    [401, "credentials"],
    [402, "quota"],
    [408, "server"],
    [409, "server"],
    [410, "model_gone"],
    [425, "server"],
    [429, "rate_limited"],
    [500, "server"],
  ] as const)("%i is %s", (status, kind) => {
    expect(read(status, { detail: "no" }).kind).toBe(kind);
  });

  test("is cut to a readable length", () => {
    expect(read(400, { detail: "x".repeat(10_000) }).message).toHaveLength(4_000);
  });
});
