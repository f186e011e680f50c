import OpenAI from "openai";
import { CHAT_MODEL, EMBEDDING_MODEL } from "./harness/cenote-yaml";
import { ask, type ChatCompletion, type EmbeddingList, type ErrorBody } from "./harness/client";
import { allEntries, entryOf, settledBalance } from "./harness/ledger";
import { parseSse } from "./harness/sse";
import { withSystem } from "./harness/with-system";

const CHAT = "/v1/chat/completions";
const REQUEST_ID = /^req_[0-9a-f]{24}$/;
const harness = withSystem();
const under = (key: string) => ({ headers: { "idempotency-key": key } });

const charges = async (requestId: string): Promise<number> => {
  const { system } = harness();
  await settledBalance(system, "demo");
  return (await allEntries(system, "demo")).filter(({ request_id: id, type }) => id === requestId && type === "settle")
    .length;
};

const stream = async (
  question: string,
  key: string,
): Promise<{ readonly response: Response; readonly text: string }> => {
  const response = await harness().client.post(CHAT, ask(question, { stream: true }), under(key));
  return { response, text: await response.text() };
};

describe("a retry with the same key", () => {
  test("gets the stored answer, byte for byte, and is paid once", async () => {
    const { client, simulator } = harness();
    const first = await client.postJson<ChatCompletion>(CHAT, ask("marker-again"), under("order-4711"));
    const second = await client.postJson<ChatCompletion>(CHAT, ask("marker-again"), under("order-4711"));
    expect(second).toMatchObject({ status: 200, text: first.text });
    expect(await simulator.calls("marker-again")).toHaveLength(1);
    expect(await charges(first.body.id)).toBe(1);

    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.headers.get("original-request")).toBe(first.body.id);
    expect(second.headers.get("x-gateway-attempts")).toBe("0");
    expect(second.headers.get("x-request-id")).toMatch(REQUEST_ID);
    expect(second.headers.get("x-request-id")).not.toBe(first.body.id);
    expect(await charges(second.headers.get("x-request-id") ?? "")).toBe(0);
  });

  test("of a stream gets the same stream", async () => {
    const { simulator } = harness();
    const first = await stream("marker-streamed [[sim words=30]]", "order-streamed");
    const second = await stream("marker-streamed [[sim words=30]]", "order-streamed");
    expect(parseSse(first.text).events.at(-1)?.data).toBe("[DONE]");
    expect(second.text).toBe(first.text);
    expect(second.response.headers.get("content-type")).toBe(first.response.headers.get("content-type"));
    expect(second.response.headers.get("idempotent-replayed")).toBe("true");
    expect(await simulator.calls("marker-streamed")).toHaveLength(1);
    expect(await charges(first.response.headers.get("x-request-id") ?? "")).toBe(1);
  });

  test("of embeddings gets the same vectors", async () => {
    const { client, simulator } = harness();
    const body = { model: EMBEDDING_MODEL, input: "marker-embedded", dimensions: 4 };
    const first = await client.postJson<EmbeddingList>("/v1/embeddings", body, under("order-4713"));
    expect(first.status).toBe(200);
    expect((await client.postJson<EmbeddingList>("/v1/embeddings", body, under("order-4713"))).text).toBe(first.text);
    expect(await simulator.calls("marker-embedded")).toHaveLength(1);
  });

  test("of a stream that was cut after content gets what was paid for, and the same error", async () => {
    const { simulator } = harness();
    const question = "marker-cut [[sim words=40 fault=cut after=5]]";
    const [first, second] = [await stream(question, "order-cut"), await stream(question, "order-cut")];
    const [events, again] = [parseSse(first.text).events, parseSse(second.text).events];
    expect(again.slice(0, -1)).toEqual(events.slice(0, -1));
    const errors = [events, again].map((all) => (JSON.parse(all.at(-1)?.data ?? "") as ErrorBody).error);
    expect(errors[1]).toEqual({ ...errors[0], request_id: second.response.headers.get("x-request-id") });
    expect(errors[0]).toMatchObject({ code: "provider_unavailable" });
    expect(await simulator.calls("marker-cut")).toHaveLength(1);
    expect(await charges(first.response.headers.get("x-request-id") ?? "")).toBe(1);
  });

  test("of a call that failed before any charge is a new call", async () => {
    const { client, simulator } = harness();
    const refused = await client.postJson(
      CHAT,
      ask('marker-failed [[sim fault=status status=400 message="Not that."]]'),
      under("order-failed"),
    );
    expect({ status: refused.status, replayed: refused.headers.get("idempotent-replayed") }).toEqual({
      status: 502,
      replayed: null,
    });
    const other = await client.postJson<ChatCompletion>(
      CHAT,
      ask("marker-failed, asked otherwise"),
      under("order-failed"),
    );
    expect(other.status).toBe(200);
    expect(await simulator.calls("marker-failed")).toHaveLength(2);
  });

  test("is answered even after the whole system was killed", async () => {
    const { client, simulator, system } = harness();
    const first = await client.postJson<ChatCompletion>(CHAT, ask("marker-survives"), under("order-survives"));
    await system.kill9();
    await system.restart();
    const second = await client.postJson<ChatCompletion>(CHAT, ask("marker-survives"), under("order-survives"));
    expect(second).toMatchObject({ status: 200, text: first.text });
    expect(await simulator.calls("marker-survives")).toHaveLength(1);
    expect(await charges(first.body.id)).toBe(1);
  });
});

describe.each<[string, (question: string, rest?: object) => object]>([
  ["/v1/responses", (input, rest) => ({ model: CHAT_MODEL, input, ...rest })],
  [
    "/v1/messages",
    (content, rest) => ({ model: CHAT_MODEL, max_tokens: 1_000, messages: [{ role: "user", content }], ...rest }),
  ],
])("over %s, a retry with the same key", (path, bodyOf) => {
  const send = async (question: string, rest: object) => {
    const response = await harness().client.post(path, bodyOf(question, rest), under(`order-${path}-${question}`));
    const { status, headers } = response;
    return { status, headers, text: await response.text() };
  };

  test.each([false, true])("gets the stored answer, byte for byte, and is paid once (stream: %s)", async (asStream) => {
    const question = `marker-again-${path}-${asStream} [[sim words=30]]`;
    const first = await send(question, { stream: asStream });
    const second = await send(question, { stream: asStream });
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
    expect([second.headers.get("idempotent-replayed"), second.headers.get("original-request")]).toEqual([
      "true",
      first.headers.get("x-request-id"),
    ]);
    expect(await harness().simulator.calls(question)).toHaveLength(1);
    expect(await charges(first.headers.get("x-request-id") ?? "")).toBe(1);
  });

  test("of a stream that was cut gets what was paid for, and the same error", async () => {
    const question = `marker-cut-${path} [[sim words=40 fault=cut after=5]]`;
    const [first, second] = [await send(question, { stream: true }), await send(question, { stream: true })];
    const idOf = ({ headers }: typeof first) => headers.get("x-request-id") ?? "";
    // Both errors are equal except for the request id, which is that of the call.
    expect(second.text.replaceAll(idOf(second), idOf(first))).toBe(first.text);
    expect(second.text).toMatch(/event: error\ndata: .*"provider_unavailable"/);
    expect(await harness().simulator.calls(question)).toHaveLength(1);
    expect(await charges(idOf(first))).toBe(1);
  });

  test("and another body is a conflict, and not retryable", async () => {
    const question = `marker-other-${path}`;
    await send(question, {});
    const { status, headers, text } = await send(question, { temperature: 0.5 });
    expect([status, headers.get("x-should-retry"), JSON.parse(text)]).toMatchObject([
      409,
      "false",
      { error: { code: "idempotency_conflict" } },
    ]);
  });
});

describe("a concurrent call with the same key", () => {
  test("gets a retryable error, and the answer later", async () => {
    const { client, simulator } = harness();
    const question = ask("marker-slow [[sim hold=slow]]");
    const running = client.postJson<ChatCompletion>(CHAT, question, under("order-slow"));
    await simulator.received("marker-slow");
    const early = await client.postJson(CHAT, question, under("order-slow"));
    expect({ status: early.status, code: early.body.error.code }).toEqual({
      status: 409,
      code: "idempotency_conflict",
    });
    expect(
      Object.fromEntries(["retry-after", "x-should-retry"].map((name) => [name, early.headers.get(name)])),
    ).toEqual({ "retry-after": "1", "x-should-retry": "true" });
    await simulator.release("slow");
    const { text } = await running;
    expect((await client.postJson<ChatCompletion>(CHAT, question, under("order-slow"))).text).toBe(text);
  });

  test("OpenAI's client retries by itself: ten concurrent calls count as one", async () => {
    const { simulator, system } = harness();
    const openai = new OpenAI({ baseURL: `${system.baseUrl}/v1`, apiKey: system.key, maxRetries: 100 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        openai.chat.completions.create(
          { model: CHAT_MODEL, messages: [{ role: "user", content: "marker-ten [[sim first_ms=300]]" }] },
          { headers: { "Idempotency-Key": "order-ten" } },
        ),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await simulator.calls("marker-ten")).toHaveLength(1);
    expect(await charges(answers[0]?.id ?? "")).toBe(1);
  });
});

describe("a caller who leaves", () => {
  test("in the middle of a stream has paid for what was delivered, and is not charged again under the key", async () => {
    const { client, system } = harness();
    const question = ask("marker-left [[sim words=400 hold=left after=3]]", { stream: true });
    const leaving = new AbortController();
    const response = await client.post(CHAT, question, { ...under("order-left"), signal: leaving.signal });
    const id = response.headers.get("x-request-id") ?? "";
    await response.body?.getReader().read();
    leaving.abort();
    await entryOf(system, "demo", id, "settle");
    const again = await client.postJson(CHAT, question, under("order-left"));
    expect({ status: again.status, retry: again.headers.get("x-should-retry") }).toEqual({
      status: 409,
      retry: "false",
    });
    expect(again.body.error.message).toContain(id);
    expect(await charges(id)).toBe(1);
  });
});

describe("a key", () => {
  test("with another body is a conflict, and not retryable", async () => {
    const { client } = harness();
    await client.post(CHAT, ask("one"), under("order-4712"));
    for (const body of [ask("two"), ask("one", { stream: true }), ask("one", { temperature: 0.5 })]) {
      const other = await client.postJson(CHAT, body, under("order-4712"));
      expect({ status: other.status, code: other.body.error.code, retry: other.headers.get("x-should-retry") }).toEqual(
        { status: 409, code: "idempotency_conflict", retry: "false" },
      );
    }
  });

  test("belongs to the organization, whichever of its API keys is used", async () => {
    const { client, system } = harness();
    const first = await client.postJson<ChatCompletion>(CHAT, ask("whose"), under("order-own"));
    const { key: sibling } = await system.cenote<{ key: string }>("key", "create", "demo");
    expect(
      (await client.postJson<ChatCompletion>(CHAT, ask("whose"), { ...under("order-own"), key: sibling })).text,
    ).toBe(first.text);
    const { id: org } = await system.cenote<{ id: string }>("org", "create", "stranger");
    const { key: stranger } = await system.cenote<{ key: string }>("key", "create", org);
    const foreign = await client.postJson<ChatCompletion>(CHAT, ask("whose"), { ...under("order-own"), key: stranger });
    expect({ status: foreign.status, replayed: foreign.headers.get("idempotent-replayed") }).toEqual({
      status: 200,
      replayed: null,
    });
  });

  test.each([
    ["empty", ""],
    ["too long", "x".repeat(256)],
    ["not ASCII", "na\u00efve"],
  ])("that is %s is a 400 that names it", async (_what, key) => {
    const refused = await harness().client.postJson(CHAT, ask("Hi"), under(key));
    expect({ status: refused.status, code: refused.body.error.code }).toEqual({
      status: 400,
      code: "invalid_request_error",
    });
    expect(refused.body.error.message).toContain("Idempotency-Key");
  });
});

test("in the end the ledger verifies", async () => {
  const { system } = harness();
  await settledBalance(system, "demo");
  expect(await system.cenote("ledger", "verify")).toMatchObject({ ok: true });
});
