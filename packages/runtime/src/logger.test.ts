import { CenoteError } from "@cenote/core";
import { createLogger, type LogLevel } from "./logger";

const setUp = (level: LogLevel = "debug") => {
  const lines: string[] = [];
  const log = createLogger({
    level,
    service: "billing",
    stream: {
      write: (line) => {
        lines.push(line);
      },
    },
  });
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
};

describe("the logger", () => {
  test("writes one JSON object per line with level, time, service and message", () => {
    const { log, lines, parsed } = setUp();
    log.info({ calls: 3 }, "served");
    log.warn({}, "two\nlines");
    expect(lines.every((line) => line.endsWith("}\n") && line.indexOf("\n") === line.length - 1)).toBe(true);
    expect(parsed()[0]).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      service: "billing",
      pid: process.pid,
      calls: 3,
      msg: "served",
    });
    expect(parsed()[1]).toMatchObject({ level: "warn", msg: "two\nlines" });
  });

  test("writes to standard output by default", () => {
    expect(() => createLogger({ level: "silent", service: "billing" }).info({}, "x")).not.toThrow();
  });

  test("omits what is below its level", () => {
    const { log, parsed } = setUp("warn");
    log.debug({}, "a");
    log.info({}, "b");
    log.warn({}, "c");
    log.error({}, "d");
    expect(parsed().map(({ msg }) => msg)).toEqual(["c", "d"]);
    const silent = setUp("silent");
    silent.log.error({}, "e");
    expect(silent.lines).toEqual([]);
  });

  test("logs an outage by its messages, without stacks", () => {
    const { log, lines, parsed } = setUp();
    const status = Object.assign(new Error("14 UNAVAILABLE: No connection established"), {
      code: 14,
      details: "No connection established",
    });
    log.warn({ err: new CenoteError("overloaded", "billing does not answer.", { cause: status }) }, "turned away");
    log.error({ error: status }, "a request failed");
    log.warn({ error: new CenoteError("internal_error", "oops", { cause: status }) }, "refused");
    const cause = { name: "Error", message: status.message };
    expect(parsed()).toMatchObject([
      { err: { name: "CenoteError", message: "billing does not answer.", cause } },
      { error: cause },
      { error: { message: "oops", cause } },
    ]);
    expect(lines.join("")).not.toContain("stack");
  });

  test("logs an error with name, stack and causes, and nothing else", () => {
    const { log, lines, parsed } = setUp();
    const upstream = Object.assign(new TypeError("socket hang up"), { request: { body: "the user's prompt" } });
    log.error({ err: new CenoteError("internal_error", "oops", { cause: upstream }) }, "a call failed");
    const err = parsed()[0]?.["err"] as { name: string; stack: string; cause: object };
    expect(err).toEqual({
      name: "CenoteError",
      stack: expect.stringMatching(/oops\n\s+at /),
      cause: { name: "TypeError", stack: expect.stringMatching(/socket hang up\n\s+at /) },
    });
    expect(lines[0]).not.toContain("prompt");
  });

  test("logs an error given instead of fields like one among them", () => {
    const { log, parsed } = setUp();
    log.error(new RangeError("no"), "odd");
    expect(parsed()[0]).toMatchObject({ msg: "odd", err: { name: "RangeError" } });
  });

  test("terminates on a circular chain of causes", () => {
    const { log, lines } = setUp();
    const error = new Error("round");
    error.cause = error;
    log.error({ err: error }, "x");
    expect(lines).toHaveLength(1);
  });

  test("money is written exactly", () => {
    const { log, parsed } = setUp();
    log.info({ nanoMxn: 9_007_199_254_740_993n }, "charged");
    expect(parsed()[0]).toMatchObject({ nanoMxn: "9007199254740993" });
  });
});

describe("what is never logged", () => {
  const secret = "cen_sk_live_0123456789abcdefghijklmnopqrstuv";

  test.each([
    ["a header", { headers: { authorization: `Bearer ${secret}`, "X-Api-Key": secret } }],
    ["a name in camel case", { providerApiKey: secret, internalToken: secret, clientSecret: secret }],
    ["a key in a list", { tried: [{ api_key: secret }, secret] }],
    ["a key in a text", { note: `sent ${secret} twice` }],
    ["a key in a map", { headers: new Map([["Authorization", secret]]) }],
    ["an error's message", { err: new Error(`401 for Bearer ${secret}`) }],
    ["a cause's message", { err: new Error("x", { cause: new Error(secret) }) }],
    ["a header object of any depth", { a: { b: { c: { d: { e: { f: { g: { h: secret } } } } } } } }],
  ])("a secret in %s", (_, fields) => {
    const { log, lines } = setUp();
    log.info(fields, `key ${secret}`);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain("0123456789abcdef");
  });

  test("a client token, and a key of the payment processor", () => {
    const { log, lines } = setUp();
    log.info(
      { note: "sent cen_ct_live_0123456789abcdef" },
      "refused sk_live_0123456789abcdef and rk_live_0123456789ab",
    );
    expect(lines[0]).toContain("refused [redacted] and [redacted]");
    expect(lines[0]).not.toContain("0123456789ab");
  });

  test("a provider's key and the password of an address", () => {
    const { log, lines } = setUp();
    log.info({ uri: "mongodb://cenote:hunter2@db:27017/x" }, "using sk-proj-abcdefghijklmnopqrst");
    expect(lines[0]).toContain("mongodb://cenote:[redacted]@db:27017/x");
    expect(lines[0]).not.toContain("abcdefghijkl");
  });

  test("what a header says, of whatever form its secret is", () => {
    const { log, lines } = setUp();
    const secret = "0123456789abcdef";
    const fields = { cookie: secret, "set-cookie": secret, sent: `Authorization: Bearer ${secret}` };
    log.info({ ...fields, note: `authorization: Basic ${secret}==` }, `bearer ${secret}`);
    expect(lines[0]).not.toContain(secret);
  });

  test("a secret that is not a string, under its name", () => {
    const { log, parsed } = setUp();
    log.info({ clientSecret: 4711, isOpen: true, password: false, cookie: null }, "x");
    expect(parsed()[0]).toMatchObject({
      clientSecret: "[redacted]",
      isOpen: true,
      password: "[redacted]",
      cookie: null,
    });
  });

  test("bytes, and endless lists", () => {
    const { log, parsed } = setUp();
    log.info({ body: Buffer.from("prompt"), ids: Array.from({ length: 5000 }, (_, index) => index) }, "x");
    expect(parsed()[0]).toMatchObject({ body: "[6 bytes]" });
    expect(parsed()[0]?.["ids"]).toHaveLength(100);
    log.info(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, index])), "x");
    expect(Object.keys(parsed()[1] ?? {}).filter((name) => name.startsWith("field"))).toHaveLength(100);
  });

  test("but token counts are, and ids", () => {
    const { log, parsed } = setUp();
    const fields = { promptTokens: 5, tokens: 7, keyId: "k1", model: "openai/gpt-4o-mini", at: "2026-01-01" };
    log.info(fields, "x");
    expect(parsed()[0]).toMatchObject(fields);
  });
});
