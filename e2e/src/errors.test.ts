import OpenAI from "openai";
import { CHAT_MODEL, EMBEDDING_MODEL, UPSTREAM_KEY } from "./harness/cenote-yaml";
import { ask, type ErrorBody, type JsonAnswer } from "./harness/client";
import { eventually } from "./harness/eventually";
import { firstEnded } from "./harness/first-ended";
import { newEmptyPayer, newPayer } from "./harness/payer";
import { withSystem } from "./harness/with-system";

const REQUEST_ID = /^req_[0-9a-f]{24}$/;
const CHAT = "/v1/chat/completions";
const EMBEDDINGS = "/v1/embeddings";

/** Checks the contract's complete error body, and that the request id is the same in body and header. */
const expectError = (
  { status, headers, body }: JsonAnswer<ErrorBody>,
  expected: { readonly status: number; readonly code: string },
): void => {
  expect({ status, code: body.error?.code }).toEqual(expected);
  expect(body).toEqual({
    error: expect.objectContaining({
      message: expect.any(String),
      type: expected.code,
      request_id: expect.stringMatching(REQUEST_ID),
    }),
  });
  expect(body.error.message).not.toBe("");
  expect(headers.get("x-request-id")).toBe(body.error.request_id);
  expect(headers.get("content-type")).toMatch(/^application\/json/);
};

const MISSING_KEY = { status: 401, code: "missing_api_key" };
const INVALID_KEY = { status: 401, code: "invalid_api_key" };
const REVOKED_KEY = { status: 401, code: "key_revoked" };
const INVALID = { status: 400, code: "invalid_request_error" };
const NO_MODEL = { status: 404, code: "model_not_found" };
const NO_BALANCE = { status: 402, code: "insufficient_balance" };
const RATE_LIMIT = { status: 429, code: "rate_limit_exceeded" };
const PROVIDER = { status: 502, code: "provider_unavailable" };

describe("the contract's error table", () => {
  // A credit so small that one long answer uses it up.
  const harness = withSystem({ yaml: { freeCreditMxn: "5" } });

  test.each([
    ["no header", {}],
    ["another scheme", { authorization: "Basic YTpi" }],
    ["a Bearer without a key", { authorization: "Bearer " }],
  ])("401 missing_api_key: %s", async (_what, headers) => {
    expectError(await harness().client.postJson(CHAT, ask("Hi"), { key: "", headers }), MISSING_KEY);
  });

  test.each([
    "nonsense",
    "cen_sk_live_00000000000000000000000000000000",
    "cen_sk_live_short",
    `cen_sk_live_${"a".repeat(4000)}`,
  ])("401 invalid_api_key: %s", async (key) => {
    expectError(await harness().client.postJson(CHAT, ask("Hi"), { key }), INVALID_KEY);
  });

  test("401 key_revoked, while another key of the organization keeps working", async () => {
    const { client, system } = harness();
    const { org, keyId, key } = await newPayer(system);
    const { key: other } = await system.cenote<{ key: string }>("key", "create", org);
    expect((await client.post(CHAT, ask("Hi"), { key })).status).toBe(200);
    await system.cenote("key", "revoke", keyId);
    expectError(await client.postJson(CHAT, ask("Hi"), { key }), REVOKED_KEY);
    expect((await client.post(CHAT, ask("Hi"), { key: other })).status).toBe(200);
  });

  test.each([CHAT, EMBEDDINGS])("401 on every path: %s", async (path) => {
    expectError(await harness().client.postJson(path, {}, { key: "" }), MISSING_KEY);
  });

  test("401 on GET /v1/models", async () => {
    expectError(await harness().client.getJson("/v1/models", { key: "" }), MISSING_KEY);
  });

  test.each([
    "gpt-4o-mini",
    "openai/nothing",
    "nobody/gpt-4o-mini",
    "openai/",
    "/",
    " openai/gpt-4o-mini",
    "openai/gpt-4o-mini ",
    "constructor",
    "__proto__",
  ])("404 model_not_found: %j", async (model) => {
    expectError(await harness().client.postJson(CHAT, ask("Hi", { model })), NO_MODEL);
  });

  test("404 model_not_found for a model of another type", async () => {
    const { client } = harness();
    const chat = await client.postJson(CHAT, ask("Hi", { model: EMBEDDING_MODEL }));
    const embedding = await client.postJson(EMBEDDINGS, { model: CHAT_MODEL, input: "Hi" });
    for (const answer of [chat, embedding])
      expect([INVALID, NO_MODEL]).toContainEqual({ status: answer.status, code: answer.body.error.code });
  });

  test("502 provider_unavailable with the provider's message unchanged", async () => {
    const answer = await harness().client.postJson(
      CHAT,
      ask('[[sim fault=status status=400 message="Prompt refused by policy 7."]]'),
    );
    expectError(answer, PROVIDER);
    expect(answer.body.error.message).toBe("Prompt refused by policy 7.");
  });

  test("our own provider key is never revealed", async () => {
    const answer = await harness().client.postJson(
      CHAT,
      ask(`[[sim fault=status status=401 message="Incorrect API key provided: ${UPSTREAM_KEY}."]]`),
    );
    expectError(answer, PROVIDER);
    expect(answer.text).not.toContain(UPSTREAM_KEY);
  });

  test("404 not_found and 405 method_not_allowed", async () => {
    const { client, system } = harness();
    expectError(await client.postJson("/v1/nothing", {}), { status: 404, code: "not_found" });
    const answer = await fetch(`${system.baseUrl}${CHAT}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${system.key}` },
    });
    const text = await answer.text();
    expectError(
      { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) as ErrorBody },
      { status: 405, code: "method_not_allowed" },
    );
    expect(answer.headers.get("allow")).toContain("POST");
  });

  test("413 request_too_large, in time to be read", async () => {
    expectError(await harness().client.postJson(CHAT, ask("x".repeat(21 * 1024 * 1024))), {
      status: 413,
      code: "request_too_large",
    });
  });

  test("415 unsupported_media_type", async () => {
    expectError(await harness().client.postJson(CHAT, "model=openai", { headers: { "content-type": "text/plain" } }), {
      status: 415,
      code: "unsupported_media_type",
    });
  });

  test("a caller's request id is not used", async () => {
    const { headers } = await harness().client.postJson(CHAT, ask("Hi"), {
      headers: { "x-request-id": "req_000000000000000000000000" },
    });
    expect(headers.get("x-request-id")).not.toBe("req_000000000000000000000000");
  });

  describe("400 invalid_request_error names the field", () => {
    const user = { role: "user", content: "Hi" };
    const tool = (rest: object) => ({ tools: [{ type: "function", function: { name: "f", ...rest } }] });
    test.each<[field: string, body: object]>([
      ["model", { model: undefined }],
      ["model", { model: 7 }],
      ["model", { model: "" }],
      ["model", { model: null }],
      ["messages", { messages: undefined }],
      ["messages", { messages: [] }],
      ["messages", { messages: "Hi" }],
      ["messages", { messages: null }],
      ["messages[0]", { messages: ["Hi"] }],
      ["messages[0].role", { messages: [{ content: "Hi" }] }],
      ["messages[0].role", { messages: [{ role: "wizard", content: "Hi" }] }],
      ["messages[1].content", { messages: [user, { role: "user" }] }],
      ["messages[0].content", { messages: [{ role: "user", content: 7 }] }],
      ["messages[0].content", { messages: [{ role: "user", content: null }] }],
      ["messages[0].content", { messages: [{ role: "user", content: [] }] }],
      ["messages[0].content[0].type", { messages: [{ role: "user", content: [{ type: "audio" }] }] }],
      ["messages[0].content[0].text", { messages: [{ role: "user", content: [{ type: "text" }] }] }],
      [
        "messages[0].content[0].image_url",
        { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "file:///etc/passwd" } }] }] },
      ],
      ["messages[0].name", { messages: [{ ...user, name: 7 }] }],
      ["messages[0].tool_call_id", { messages: [{ role: "tool", content: "x" }] }],
      ["temperature", { temperature: 2.0001 }],
      ["temperature", { temperature: -0.0001 }],
      ["temperature", { temperature: "1" }],
      ["top_p", { top_p: 1.0001 }],
      ["top_p", { top_p: -1 }],
      ["max_tokens", { max_tokens: 0 }],
      ["max_tokens", { max_tokens: -5 }],
      ["max_tokens", { max_tokens: 1.5 }],
      ["max_tokens", { max_tokens: "5" }],
      ["max_tokens", { max_tokens: 1e300 }],
      ["max_completion_tokens", { max_completion_tokens: 0 }],
      ["stream", { stream: "yes" }],
      ["stream", { stream: 1 }],
      ["stop", { stop: 7 }],
      ["stop", { stop: [7] }],
      ["n", { n: 2 }],
      ["n", { n: 0 }],
      ["response_format", { response_format: "json" }],
      ["response_format.type", { response_format: { type: "xml" } }],
      ["response_format.json_schema", { response_format: { type: "json_schema" } }],
      ["tools", { tools: {} }],
      ["tools[0]", { tools: [{ type: "function" }] }],
      ["tools[0].function.name", { ...tool({ name: "two words" }) }],
      ["tool_choice", { tool_choice: "sometimes" }],
      ["zdr", { zdr: "on" }],
    ])("%s in a chat body: %j", async (field, rest) => {
      const answer = await harness().client.postJson(CHAT, { model: CHAT_MODEL, messages: [user], ...rest });
      expectError(answer, INVALID);
      expect(answer.body.error.message).toContain(field);
    });

    test.each<[field: string, body: object]>([
      ["model", { model: undefined }],
      ["input", { input: undefined }],
      ["input", { input: null }],
      ["input", { input: "" }],
      ["input", { input: [] }],
      ["input", { input: 7 }],
      ["input", { input: {} }],
      ["input", { input: ["a", 7] }],
      ["input", { input: ["a", ""] }],
      ["input", { input: [[1, -1]] }],
      ["input", { input: [[]] }],
      ["input", { input: Array.from({ length: 2049 }, () => "a") }],
      ["dimensions", { dimensions: 0 }],
      ["dimensions", { dimensions: 1.5 }],
      ["dimensions", { dimensions: "256" }],
      ["dimensions", { dimensions: 1537 }],
      ["encoding_format", { encoding_format: "hex" }],
      ["zdr", { zdr: 1 }],
    ])("%s in an embeddings body: %j", async (field, rest) => {
      const answer = await harness().client.postJson(EMBEDDINGS, { model: EMBEDDING_MODEL, input: "Hi", ...rest });
      expectError(answer, INVALID);
      expect(answer.body.error.message).toContain(field);
    });

    test.each([
      ["nothing", ""],
      ["a truncated object", '{"model": "openai/gpt-4o-mini", "messages"'],
      ["a bare word", "hello"],
      ["an array", "[]"],
      ["null", "null"],
      ["a number", "7"],
      ["two objects", "{}{}"],
      ["NaN", '{"model": NaN}'],
      ["very deep nesting", `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`],
      ["a prototype", '{"__proto__": {"model": "x"}}'],
    ])("%s as a body", async (_what, body) => {
      expectError(await harness().client.postJson(CHAT, body), INVALID);
    });
  });

  describe("the order of checks", () => {
    test("401 before 400", async () => {
      expectError(await harness().client.postJson(CHAT, "{", { key: "nonsense" }), INVALID_KEY);
    });

    test("400 before 404", async () => {
      expectError(
        await harness().client.postJson(CHAT, ask("Hi", { model: "openai/nothing", temperature: 3 })),
        INVALID,
      );
    });

    test("404 before 402, and 402 if nothing is available", async () => {
      const { client, system } = harness();
      const { org, key } = await newEmptyPayer(system, client);
      expectError(await client.postJson(CHAT, ask("Hi", { model: "openai/nothing" }), { key }), NO_MODEL);
      expectError(await client.postJson(CHAT, ask("Hi"), { key }), NO_BALANCE);
      expectError(await client.postJson(CHAT, ask("Hi", { stream: true }), { key }), NO_BALANCE);
      expectError(await client.postJson(EMBEDDINGS, { model: EMBEDDING_MODEL, input: "Hi" }, { key }), NO_BALANCE);
      await system.cenote("credit", org, "100");
      expect((await client.post(CHAT, ask("Hi"), { key })).status).toBe(200);
    });
  });
});

const RESET = expect.stringMatching(/^(\d+m)?[\d.]+m?s$/) as string;
const rateLimitsOf = (headers: Headers | undefined) =>
  Object.fromEntries([...(headers ?? [])].filter(([name]) => name.startsWith("x-ratelimit-")));

describe("limits of a key", () => {
  const harness = withSystem({
    yaml: { freeCreditMxn: "0.000000001", limits: { requestsPerMinute: 4, concurrentRequests: 2 } },
  });

  const keyWith = async (mxn: string): Promise<string> => {
    const { system } = harness();
    const { org, key } = await newPayer(system);
    if (mxn !== "0") await system.cenote("credit", org, mxn);
    return key;
  };

  /**
   * Calls until one exceeds the limit. If a machine needs more than a minute for that, a second window may have begun
   * first.
   */
  const untilRefused = async (key: string, question: string) => {
    const startMs = performance.now();
    const statuses: number[] = [];
    for (;;) {
      const refused = await harness().client.postJson(CHAT, ask(question), { key });
      if (refused.status === RATE_LIMIT.status) {
        expect(statuses.length).toBeGreaterThanOrEqual(4);
        expect(performance.now() - startMs < 60_000 ? statuses.length : 4).toBe(4);
        return { statuses, refused };
      }
      statuses.push(refused.status);
    }
  };

  test("429 rate_limit_exceeded says when to retry", async () => {
    const key = await keyWith("10");
    const { statuses, refused } = await untilRefused(key, "Hi");
    expect(new Set(statuses)).toEqual(new Set([200]));
    expectError(refused, RATE_LIMIT);
    const waitS = Number(refused.headers.get("retry-after"));
    expect(waitS).toBeGreaterThan(0);
    expect(waitS).toBeLessThanOrEqual(60);
    const told = {
      "x-ratelimit-limit-requests": "4",
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-requests": RESET,
      "x-ratelimit-limit-tokens": "1000000000",
      "x-ratelimit-remaining-tokens": expect.stringMatching(/^\d+$/) as string,
      "x-ratelimit-reset-tokens": RESET,
    };
    expect(rateLimitsOf(refused.headers)).toEqual(told);
    const client = new OpenAI({ apiKey: key, baseURL: `${harness().system.baseUrl}/v1`, maxRetries: 0 });
    let thrown: unknown;
    // A new minute may have begun.
    while (thrown === undefined)
      thrown = await client.chat.completions
        .create({ model: CHAT_MODEL, messages: [{ role: "user", content: "Hi" }] })
        .then(
          () => undefined,
          (error: unknown) => error,
        );
    expect(thrown).toBeInstanceOf(OpenAI.RateLimitError);
    expect(rateLimitsOf((thrown as InstanceType<typeof OpenAI.RateLimitError>).headers)).toEqual(told);
  });

  test.each([
    ["a stream", CHAT, { ...ask("Hi"), stream: true }],
    ["the Responses API", "/v1/responses", { model: CHAT_MODEL, input: "Hi" }],
    ["the Messages API", "/v1/messages", { ...ask("Hi"), max_tokens: 5 }],
    ["embeddings", EMBEDDINGS, { model: EMBEDDING_MODEL, input: "Hi" }],
  ])("429 tells them for %s, too", async (_what, path, body) => {
    const key = await keyWith("10");
    let refused = await harness().client.post(path, body, { key });
    for (; refused.status === 200; refused = await harness().client.post(path, body, { key })) await refused.text();
    expect(refused.status).toBe(RATE_LIMIT.status);
    expect(rateLimitsOf(refused.headers)).toMatchObject({
      "x-ratelimit-limit-requests": "4",
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-requests": RESET,
    });
  });

  test("are told with 402 and 502 as with an answer, and with a 429 that waiting does not help", async () => {
    const { client, system } = harness();
    const post = (key: string, question: string) => client.postJson(CHAT, ask(question), { key });
    const [served, failed] = await Promise.all([keyWith("10"), keyWith("10")]);
    const answer = await post(served, "Hi");
    expect(answer.status).toBe(200);
    const unavailable = await post(failed, "[[sim fault=status status=400]]");
    expectError(unavailable, PROVIDER);
    const poor = await keyWith("0");
    await post(poor, "[[sim words=500]]");
    const unpaid = await post(poor, "Hi");
    expectError(unpaid, NO_BALANCE);
    const names = Object.keys(rateLimitsOf(answer.headers));
    expect(names).toHaveLength(6);
    for (const { headers } of [unavailable, unpaid]) expect(Object.keys(rateLimitsOf(headers))).toEqual(names);
    const { org, key: small } = await newPayer(system);
    await system.cenote("credit", org, "10");
    await system.cenote("org", "set", org, "tokens_per_minute=20");
    const alone = await client.postJson(CHAT, { ...ask("Hi"), max_tokens: 500 }, { key: small });
    expectError(alone, RATE_LIMIT);
    expect([alone.headers.get("retry-after"), alone.headers.get("x-should-retry")]).toEqual([null, "false"]);
    expect(rateLimitsOf(alone.headers)).toMatchObject({
      "x-ratelimit-limit-tokens": "20",
      "x-ratelimit-remaining-tokens": "20",
      "x-ratelimit-remaining-requests": "3",
    });
  });

  test("404 before 429, and 429 before 402", async () => {
    const { client, system } = harness();
    const key = await keyWith("0");
    expectError((await untilRefused(key, "[[sim words=500]]")).refused, RATE_LIMIT);
    expectError(await client.postJson(CHAT, ask("Hi", { model: "openai/nothing" }), { key }), NO_MODEL);
    expect(system.output()).not.toContain("UnhandledPromise");
  });

  test("a key and its organization may have their own, shown in the headers and in effect without a restart", async () => {
    const { client, system } = harness();
    const { org: id, keyId, key } = await newPayer(system);
    await system.cenote("credit", id, "10");
    const limitsOf = async () => {
      const { headers } = await client.post(CHAT, ask("Hi"), { key });
      return [headers.get("x-ratelimit-limit-requests"), headers.get("x-ratelimit-limit-tokens")];
    };
    const inForce = (limits: readonly string[]) =>
      eventually(`limits of ${limits.join(" and ")}`, async () =>
        (await limitsOf()).join() === limits.join() ? limits : undefined,
      );
    expect(await limitsOf()).toEqual(["4", "1000000000"]);
    await system.cenote(
      "org",
      "set",
      id,
      "requests_per_minute=900",
      "tokens_per_minute=70000",
      "concurrent_requests=5",
    );
    await inForce(["900", "70000"]);
    await system.cenote("key", "set", keyId, "requests_per_minute=800");
    await inForce(["800", "70000"]);
    expect(await system.tool("key", "set", keyId, "requests_per_minute=901")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("at most the organization's, 900"),
    });
    await system.cenote("org", "set", id, "requests_per_minute=500");
    await inForce(["500", "70000"]);
    expect(await system.cenote("key", "list", id)).toMatchObject({
      keys: [{ limits: { requests_per_minute: 800, tokens_per_minute: null, concurrent_requests: null } }],
    });
  });

  test("429 for too many concurrent calls, and none stays counted", async () => {
    const { client, simulator } = harness();
    const key = await keyWith("10");
    const calls = Array.from({ length: 4 }, () => client.post(CHAT, ask("[[sim hold=crowd]]"), { key }));
    await firstEnded(calls, 2);
    await simulator.release("crowd");
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429]);
    const other = await keyWith("10");
    expect((await client.post(CHAT, ask("Hi"), { key: other })).status).toBe(200);
  });
});
