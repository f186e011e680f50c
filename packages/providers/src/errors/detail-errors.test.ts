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
    ["nothing that says so", { error: null, detail: {} }, "HTTP 422 without a message."],
    ["no object", null, "HTTP 422 without a message."],
  ])("%s", (_what, body, message) => {
    expect(read(422, body)).toEqual({ kind: "rejected", message, status: 422 });
  });

  test("that is not JSON is described by its status", () => {
    expect(toErrorFacts(503, "<html>")).toEqual({
      kind: "server",
      message: "HTTP 503 without a message.",
      status: 503,
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
