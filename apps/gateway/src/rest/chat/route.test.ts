import { CenoteError, invalidField } from "@cenote/core";
import { deferred } from "@cenote/testkit";
import { SAMPLE_KEY, SAMPLE_ORGANIZATION_ID, sampleAnswer, sampleInfo } from "../../testing/samples";
import { type RunningGateway, type StartOptions, startGateway } from "../../testing/start-gateway";

const PATH = "/v1/chat/completions";
const body = { model: "openai/gpt-4o-mini", messages: [{ role: "user", content: "hi" }] };

describe("POST /v1/chat/completions", () => {
  let running: RunningGateway | undefined;
  const start = async (options: StartOptions = {}): Promise<RunningGateway> => {
    running = await startGateway(options);
    return running;
  };
  afterEach(async () => {
    await running?.gateway.close(0);
  });

  it("returns the contract's chat completion under the gateway's own request id", async () => {
    const { post } = await start();
    const response = await post(PATH, body, { headers: { "x-request-id": "req_ffffffffffffffffffffffff" } });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const answer = (await response.json()) as { id: string };
    expect(answer.id).toMatch(/^req_[0-9a-f]{24}$/);
    expect(answer.id).not.toBe("req_ffffffffffffffffffffffff");
    expect(response.headers.get("x-request-id")).toBe(answer.id);
    expect(answer).toMatchObject({
      object: "chat.completion",
      choices: [{ message: { content: '¡Hola! \u2028 "quoted"' }, finish_reason: "stop" }],
    });
  });

  it("calls inference as the key's organization", async () => {
    const { post, inference } = await start();
    const response = await post(PATH, { ...body, temperature: 0.5 });
    expect(inference.calls).toMatchObject([
      {
        context: {
          requestId: response.headers.get("x-request-id"),
          organizationId: SAMPLE_ORGANIZATION_ID,
          keyId: "key_1",
          zdr: false,
        },
        chat: { model: "openai/gpt-4o-mini", temperature: 0.5 },
      },
    ]);
  });

  it("forwards the caller's Idempotency-Key, and rejects an invalid one", async () => {
    const { post, inference } = await start();
    await post(PATH, body, { headers: { "Idempotency-Key": "order-4711" } });
    await post(PATH, body);
    expect(inference.calls.map(({ context }) => context?.idempotencyKey)).toEqual(["order-4711", ""]);
    const refused = await post(PATH, body, { headers: { "Idempotency-Key": "x".repeat(256) } });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { param: "Idempotency-Key", message: expect.stringContaining("Idempotency-Key") as string },
    });
  });

  it("replays a stored answer under the id of the call that was paid for, and marks it as replayed", async () => {
    const info = {
      rateLimits: undefined,
      attempts: 0,
      upstreamUs: 0,
      droppedFields: [],
      originalRequestId: "req_0123456789abcdef01234567",
      replayed: true,
    };
    const { post } = await start({
      inference: { createChatCompletion: () => Promise.resolve({ ...sampleAnswer, info }) },
    });
    const response = await post(PATH, body, { headers: { "Idempotency-Key": "k" } });
    expect(await response.json()).toMatchObject({ id: "req_0123456789abcdef01234567" });
    expect(response.headers.get("idempotent-replayed")).toBe("true");
    expect(response.headers.get("original-request")).toBe("req_0123456789abcdef01234567");
    expect(response.headers.get("x-request-id")).not.toBe("req_0123456789abcdef01234567");
    expect(response.headers.get("x-gateway-attempts")).toBe("0");
    expect(response.headers.get("x-ratelimit-limit-requests")).toBeNull();
  });

  it.each([
    [false, undefined, false],
    [false, true, true],
    [true, undefined, true],
    [true, false, true],
  ])(
    "applies zero data retention if the organization (%s) or the request (%s) asks for it: %s",
    async (guardrail, asked, expected) => {
      const { post, inference } = await start({
        billing: { authenticate: () => Promise.resolve({ organizationId: "o", keyId: "k", zdr: guardrail }) },
      });
      await post(PATH, { ...body, zdr: asked });
      expect(inference.calls[0]?.context?.zdr).toBe(expected);
    },
  );

  it.each([
    [{ max_tokens: 9 }, "max_tokens"],
    [{ max_completion_tokens: 9 }, "max_completion_tokens"],
  ])("names the maximum as the caller did: %j", async (maximum, name) => {
    const refuse = () => Promise.reject(invalidField("max_tokens", "too many."));
    const { post } = await start({
      inference: { createChatCompletion: refuse, quoteChatCompletion: refuse },
    });
    for (const path of [PATH, `${PATH}/quote`])
      expect(await (await post(path, { ...body, ...maximum })).json()).toMatchObject({
        error: { param: name, message: `${name}: too many.` },
      });
  });

  it.each([
    [{ reasoning_effort: "low" }, "reasoning_effort"],
    [{ reasoning: { effort: "low" } }, "reasoning"],
    [{ thinking: { type: "enabled", budget_tokens: 2000 } }, "thinking"],
  ])("names the field that the effort is from: %j", async (more, name) => {
    const refuse = () => Promise.reject(invalidField("reasoning_effort", "none here."));
    const { post } = await start({ inference: { createChatCompletion: refuse } });
    expect(await (await post(PATH, { ...body, ...more })).json()).toMatchObject({
      error: { param: name, message: `${name}: none here.` },
    });
  });

  it.each([{ input: "hi" }, { input: [{ role: "user", content: "hi" }], messages: null }])(
    "says where a body of the Responses API belongs: %j",
    async (responses) => {
      const { post, inference } = await start();
      for (const path of [PATH, `${PATH}/quote`]) {
        const response = await post(path, { model: body.model, ...responses });
        expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
          status: 400,
          error: {
            code: "invalid_request_error",
            param: "messages",
            message: "messages: required. A body with `input` is one of the Responses API: send it to `/v1/responses`.",
          },
        });
      }
      expect(inference.calls).toEqual([]);
    },
  );

  it("still says only that messages are missing where nothing else is there", async () => {
    const { post } = await start();
    expect(await (await post(PATH, { model: body.model })).json()).toMatchObject({
      error: { param: "messages", message: "messages: required." },
    });
  });

  it("never passes on or logs the key: billing gets its digest", async () => {
    const seen: Buffer[] = [];
    const lines: string[] = [];
    const note = (fields: object, message: string) => {
      lines.push(JSON.stringify(fields) + message);
    };
    const { post } = await start({
      billing: {
        authenticate: ({ keyDigest }) => {
          seen.push(keyDigest);
          return Promise.reject(new CenoteError("key_revoked"));
        },
      },
      log: { debug: note, info: note, warn: note, error: note },
    });
    const response = await post(PATH, body);
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain(SAMPLE_KEY);
    expect(seen[0]).toHaveLength(32);
    await running?.gateway.close(0);
    expect(lines.join("\n")).not.toContain(SAMPLE_KEY);
  });

  it.each([
    [new CenoteError("model_not_found"), 404, { "x-should-retry": "false" }],
    [new CenoteError("insufficient_balance"), 402, { "x-should-retry": "false" }],
    [
      new CenoteError("rate_limit_exceeded", undefined, { retryAfterMs: 2500 }),
      429,
      { "retry-after": "3", "retry-after-ms": "2500" },
    ],
    [new CenoteError("provider_unavailable", "Overloaded", { retryable: false }), 502, { "x-should-retry": "false" }],
    [new CenoteError("overloaded"), 503, { "retry-after": "1" }],
  ])("passes on errors from inference: %s", async (refusal, status, headers) => {
    const { post } = await start({ inference: { createChatCompletion: () => Promise.reject(refusal) } });
    const response = await post(PATH, body);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject(headers);
    expect(await response.json()).toEqual({
      error: {
        message: refusal.message,
        type: refusal.code,
        code: refusal.code,
        request_id: response.headers.get("x-request-id"),
        param: null,
      },
    });
  });

  it("logs the text of an internal fault instead of sending it", async () => {
    const logged: object[] = [];
    const log = {
      debug: () => {},
      info: () => {},
      warn: () => {},
      error: (fields: object) => {
        logged.push(fields);
      },
    };
    const { post } = await start({
      log,
      inference: { createChatCompletion: () => Promise.reject(new Error("password=hunter2")) },
    });
    const response = await post(PATH, body);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("hunter2");
    expect(logged).toMatchObject([
      { requestId: response.headers.get("x-request-id"), error: { message: "password=hunter2" } },
    ]);
  });

  it("stops the call when the caller disconnects", async () => {
    const begun = deferred();
    const stopped = deferred<unknown>();
    const { post } = await start({
      inference: {
        createChatCompletion: (_request, signal) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener("abort", () => {
              stopped.resolve(signal.reason);
              reject(new CenoteError("cancelled"));
            });
            begun.resolve();
          }),
      },
    });
    const leaving = new AbortController();
    const answer = post(PATH, body, { signal: leaving.signal }).catch((error: unknown) => error);
    await begun.promise;
    leaving.abort();
    expect(await stopped.promise).toMatchObject({ code: "cancelled" });
    await answer;
  });

  it("logs one line per request, without content", async () => {
    const lines: object[] = [];
    const { post, gateway } = await start({
      log: {
        debug: () => {},
        warn: () => {},
        error: () => {},
        info: (fields) => {
          lines.push(fields);
        },
      },
    });
    await (await post(PATH, { ...body, messages: [{ role: "user", content: "my secret" }] })).text();
    await (await post(PATH, { ...body, model: 7 })).text();
    await gateway.close(0);
    expect(lines).toMatchObject([
      {
        method: "POST",
        route: PATH,
        status: 200,
        organizationId: SAMPLE_ORGANIZATION_ID,
        keyId: "key_1",
        errorCode: undefined,
        requestId: expect.stringMatching(/^req_/),
      },
      { method: "POST", route: PATH, status: 400, errorCode: "invalid_request_error" },
    ]);
    expect(JSON.stringify(lines)).not.toContain("secret");
  });

  it("says with an error how often providers were asked", async () => {
    const down = new CenoteError("provider_unavailable", "Down.", { attempts: 3 });
    const { post } = await start({ inference: { createChatCompletion: () => Promise.reject(down) } });
    const { status, headers } = await post(PATH, body);
    expect([status, headers.get("x-gateway-attempts")]).toEqual([502, "3"]);
    expect((await post(PATH, { ...body, temperature: 9 })).headers.get("x-gateway-attempts")).toBeNull();
  });

  it("reports its own overhead without the provider's time", async () => {
    const { post } = await start({
      inference: {
        createChatCompletion: () =>
          Promise.resolve({ ...sampleAnswer, info: { ...sampleInfo, upstreamUs: 3_600_000_000, attempts: 3 } }),
      },
    });
    const { headers } = await post(PATH, body);
    expect(headers.get("x-gateway-overhead-ms")).toBe("0.00");
    expect(headers.get("x-gateway-attempts")).toBe("3");
  });
});
