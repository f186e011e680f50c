import { CenoteError } from "@cenote/core";
import { createManualClock, deferred } from "@cenote/testkit";
import fc from "fast-check";
import { createEventFeed } from "../testing/event-feed";
import { openRawConnection } from "../testing/raw-connection";
import { SAMPLE_KEY, sampleAnswer, sampleStarted, textEvent } from "../testing/samples";
import { type RunningGateway, startGateway } from "../testing/start-gateway";

const CHAT = "/v1/chat/completions";
const payload = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] });
const json = { "content-type": "application/json" };
const authorization = `Bearer ${SAMPLE_KEY}`;

describe("the HTTP surface", () => {
  let running: RunningGateway;
  beforeAll(async () => { running = await startGateway({ bodyLimitBytes: () => 64 * 1024 }); });
  afterAll(() => running.gateway.close(0));

  const expectError = async (response: Response, status: number, code: string) => {
    expect(response.status).toBe(status);
    const { error } = (await response.json()) as { error: Record<string, unknown> };
    expect(Object.keys(error).sort()).toEqual(["code", "message", "param", "request_id", "type"]);
    expect(error).toMatchObject({ code, type: code, request_id: response.headers.get("x-request-id"), message: expect.stringMatching(/.+/) });
    return error;
  };

  describe("requires a key", () => {
    it.each([
      ["none", {}, "missing_api_key"],
      ["another scheme", { authorization: "Basic abc" }, "missing_api_key"],
      ["a scheme alone", { authorization: "Bearer" }, "missing_api_key"],
      ["two words", { authorization: "Bearer a b" }, "missing_api_key"],
      ["an unknown key", { authorization: "Bearer cen_sk_live_nope" }, "invalid_api_key"],
    ])("and rejects %s", async (_what, headers, code) => {
      const response = await fetch(`${running.url}${CHAT}`, { method: "POST", headers: { ...json, ...headers }, body: payload });
      await expectError(response, 401, code);
      expect(response.headers.get("x-should-retry")).toBe("false");
    });

    it("and accepts the scheme in any case", async () => {
      expect((await fetch(`${running.url}${CHAT}`, { method: "POST", headers: { ...json, authorization: `bearer ${SAMPLE_KEY}` }, body: payload })).status).toBe(200);
    });

    it("before it reads the body", async () => {
      for (const body of ["{", "x".repeat(100_000)]) {
        await expectError(await fetch(`${running.url}${CHAT}`, { method: "POST", headers: { "content-type": "text/plain" }, body }), 401, "missing_api_key");
      }
      const connection = await openRawConnection(running.url);
      connection.send(`POST ${CHAT} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n`);
      expect(await connection.until(/missing_api_key/)).toMatch(/^HTTP\/1\.1 401 /);
      connection.destroy();
    });
  });

  it.each(["/", "/v1", "/v1/chat", "/v1/completions", "/v1/chat/completions/", "/V1/models", "/v2/models", "/..%2f..%2fetc/passwd", "/constructor"])(
    "knows nothing at %s", async (path) => { await expectError(await running.request(path), 404, "not_found"); },
  );

  it.each([
    "/v1/completions", "/v1/completions/cmpl_1?x=1", "/v1/messages/batches", "/v1/audio/speech", "/v1/files", "/v1/images/edits", "/v1/moderations", "/v1/rerank", "/v1/batches",
  ])("says that %s is not supported, and what is", async (path) => {
    const { message } = await expectError(await running.request(path, { method: "POST" }), 404, "not_found");
    expect(message).toMatch(/^This gateway does not support `\/v1\/[a-z_/]+`\. It supports `\/v1\/chat\/completions`, `\/v1\/responses`, `\/v1\/messages`, /);
  });

  it.each(["/v1/filesystem", "/v1/chat/completion"])("says only that there is nothing at %s", async (path) => {
    expect(await expectError(await running.request(path), 404, "not_found")).toMatchObject({ message: "There is nothing at this address." });
  });

  it.each(["/chat/completions", "/v1/v1/chat/completions", "/api/v1/models", "/openai/v1/embeddings?x=1", "/responses", "/models/openai/gpt-4o-mini", "/images/generations"])(
    "says of %s what a client's base URL ends in", async (path) => {
      const { message } = await expectError(await running.request(path, { method: "POST" }), 404, "not_found");
      expect(message).toBe("There is nothing here. A client's base URL ends in `/v1`, once: `https://<this host>/v1`.");
    },
  );

  it("says that responses are not stored", async () => {
    const { message } = await expectError(await running.request("/v1/responses/resp_1?x=1"), 404, "not_found");
    expect(message).toBe("Responses are not stored, so they can't be retrieved by id.");
  });

  it.each(["/messages", "/v1/v1/messages", "/api/v1/messages"])("says for %s that the base URL of Anthropic's clients has no `/v1`", async (path) => {
    const { message } = await expectError(await running.request(path, { method: "POST" }), 404, "not_found");
    expect(message).toBe("There is nothing here. The base URL of a client of Anthropic's API has no `/v1`: `https://<this host>`.");
  });

  it("says how to start a video", async () => {
    const error = await expectError(await running.request("/v1/videos", { method: "POST" }), 405, "method_not_allowed");
    expect(error["message"]).toBe("This path does not support that method. It supports GET, HEAD. A video is started with `POST /v1/videos/generations`.");
    const other = await expectError(await running.request("/v1/videos", { method: "PUT" }), 405, "method_not_allowed");
    expect(other["message"]).toBe("This path does not support that method. It supports GET, HEAD.");
  });

  it("does not read the body for an unknown path", async () => {
    await expectError(await running.request("/nope", { method: "POST", body: "{", headers: { "content-type": "text/plain" } }), 404, "not_found");
  });

  it.each([
    [CHAT, "GET", "POST"], [CHAT, "DELETE", "POST"], [CHAT, "OPTIONS", "POST"], ["/v1/models", "POST", "GET, HEAD"], ["/v1/models/a/b", "PATCH", "GET, HEAD"],
    ["/v1/embeddings?x=1", "PUT", "POST"], ["/graphql", "DELETE", "GET, HEAD, POST"], ["/healthz", "POST", "GET, HEAD"], ["/openapi.json", "POST", "GET, HEAD"],
  ])("answers 405 for %s %s, allowing %s", async (path, method, allow) => {
    const response = await running.request(path, { method });
    expect(response.headers.get("allow")).toBe(allow);
    await expectError(response, 405, "method_not_allowed");
  });

  it.each([
    ["text/plain"], ["application/x-www-form-urlencoded"], ["multipart/form-data; boundary=x"], ["nonsense"], ["application/jsonp"],
  ])("rejects a body of type %s", async (type) => {
    await expectError(await running.request(CHAT, { method: "POST", body: payload, headers: { "content-type": type } }), 415, "unsupported_media_type");
  });

  it.each(["application/json; charset=utf-8", "Application/JSON", "application/json;odata=verbose"])("accepts a body of type %s", async (type) => {
    expect((await running.request(CHAT, { method: "POST", body: payload, headers: { "content-type": type } })).status).toBe(200);
  });

  it("rejects a compressed body", async () => {
    await expectError(await running.request(CHAT, { method: "POST", body: payload, headers: { ...json, "content-encoding": "gzip" } }), 415, "unsupported_media_type");
  });

  it("accepts a body up to its limit", async () => {
    const filler = (length: number) => payload.replace("hi", "x".repeat(length - payload.length + 2));
    expect((await running.request(CHAT, { method: "POST", body: filler(64 * 1024), headers: json })).status).toBe(200);
    const error = await expectError(await running.request(CHAT, { method: "POST", body: filler(64 * 1024 + 1), headers: json }), 413, "request_too_large");
    expect(error).toMatchObject({ param: "body", message: "The body is larger than 0.0625 MiB." });
  });

  it("answers a caller that sends far too much, too", async () => {
    await expectError(await running.request(CHAT, { method: "POST", body: "x".repeat(30_000_000), headers: json }), 413, "request_too_large");
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.alloc(60_000, "x"));
        controller.enqueue(Buffer.alloc(60_000, "x"));
        controller.close();
      },
    });
    await expectError(await running.request(CHAT, { method: "POST", body, headers: json, duplex: "half" }), 413, "request_too_large");
  });

  it.each([
    ["no JSON", "{", "body: not valid JSON at position 1."],
    ["nothing", "", "body: empty; send a JSON object."],
    ["deep nesting", `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, "body: nested more than 64 levels deep."],
    ["a poisoned prototype", payload.replace("{", `{"__proto__":{"stream":true},`), `body: the name "__proto__" is not allowed.`],
  ])("rejects a body of %s", async (_what, body, message) => {
    const error = await expectError(await running.request(CHAT, { method: "POST", body, headers: json }), 400, "invalid_request_error");
    expect(error).toMatchObject({ message, param: "body" });
  });

  it("rejects a missing body", async () => {
    const response = await running.request(CHAT, { method: "POST" });
    await expectError(response, 400, "invalid_request_error");
  });

  it("rejects a malformed URL", async () => {
    await expectError(await running.request("/v1/models/%zz"), 400, "invalid_request_error");
  });

  it("answers HEAD and always sets the request id", async () => {
    for (const path of ["/healthz", "/openapi.json", "/docs", "/v1/models", "/graphql?query=%7B__typename%7D"]) {
      const response = await running.request(path, { headers: { "apollo-require-preflight": "1" } });
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{24}$/);
    }
    expect((await running.request("/v1/models", { method: "HEAD" })).status).toBe(200);
  });

  it("does not allow other origins", async () => {
    const response = await running.request("/v1/models", { headers: { origin: "https://evil.test" } });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  it.each([
    ["garbage", "hello\r\n\r\n"],
    ["a broken header", "GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n"],
    ["a body of two lengths", `POST ${CHAT} HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ["a chunk without a size", `POST ${CHAT} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`],
  ])("answers %s with a 400 in the contract's shape", async (_what, text) => {
    const connection = await openRawConnection(running.url);
    connection.send(text);
    const answer = await connection.all();
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/x-request-id: req_[0-9a-f]{24}\r\n/i);
    expect(answer).toContain(`"code":"invalid_request_error"`);
  });

  it("writes nothing into an answer that has begun, whatever follows the request", async () => {
    const feed = createEventFeed();
    const streaming = await startGateway({ inference: { streamChatCompletion: () => feed } });
    const connection = await openRawConnection(streaming.url);
    const body = JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: "hi" }] });
    connection.send(`POST ${CHAT} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    feed.push(sampleStarted, textEvent("word"));
    await connection.until(/"word"/);
    connection.send("what is this\r\n\r\n");
    const answer = await connection.all();
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(answer).not.toContain("invalid_request_error");
    await streaming.gateway.close(0);
  });

  it("limits the bodies of an organization's open calls to its share of the memory", async () => {
    const [begun, held] = [deferred(), deferred()];
    const bounded = await startGateway({
      limits: { openBodyBytes: 250_000 },
      inference: { createChatCompletion: async () => {
        begun.resolve();
        await held.promise;
        return sampleAnswer;
      } },
    });
    const large = { model: "m", messages: [{ role: "user", content: "x".repeat(100_000) }] };
    const first = bounded.post(CHAT, large);
    await begun.promise;
    await expectError(await bounded.post(CHAT, large), 429, "rate_limit_exceeded");
    const small = bounded.post(CHAT, { model: "m", messages: [{ role: "user", content: "hi" }] });
    held.resolve();
    expect([(await first).status, (await small).status, (await bounded.post(CHAT, large)).status]).toEqual([200, 200, 200]);
    await bounded.gateway.close(0);
  });

  it("answers oversized headers", async () => {
    const connection = await openRawConnection(running.url);
    connection.send(`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${"y".repeat(40_000)}\r\n\r\n`);
    expect(await connection.all()).toMatch(/^HTTP\/1\.1 413 .*request_too_large/s);
  });

  it.each(["*", "http://x/v1/models", "//", "/v1/models/%00", "/%E0%A4%A", `/${"a/".repeat(5000)}`])("survives the path %s", async (path) => {
    const connection = await openRawConnection(running.url);
    connection.send(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\nconnection: close\r\n\r\n`);
    expect(await connection.all()).toMatch(/^HTTP\/1\.1 [24]\d\d /);
  });

  it("never answers 500, whatever the method, path and headers", async () => {
    const path = fc.oneof(fc.constantFrom("/v1/models/", CHAT, "/graphql", "/docs/", "/metrics"), fc.webPath())
      .chain((base) => fc.oneof(fc.constant(base), fc.webQueryParameters().map((query) => `${base}?${query}`)));
    const method = fc.constantFrom("GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS", "PROPFIND", "QUERY");
    const headers = fc.dictionary(
      fc.constantFrom("content-type", "accept", "content-encoding", "host", "x-forwarded-host", "accept-version", "range", "if-none-match", "expect"),
      fc.oneof(fc.constantFrom("application/json", "text/html", "*", "a b", ":", "100-continue"), fc.string({ unit: fc.constantFrom("a", "/", ";", "=", " ", ":"), maxLength: 8 })),
      { maxKeys: 4 },
    );
    await fc.assert(fc.asyncProperty(method, path, headers, fc.jsonValue(), async (verb, target, more, value) => {
      const body = JSON.stringify(value);
      const head = Object.entries({ host: "x", authorization, connection: "close", "content-length": `${Buffer.byteLength(body)}`, ...more });
      const connection = await openRawConnection(running.url);
      connection.send(`${verb} ${target} HTTP/1.1\r\n${head.map(([name, text]) => `${name}: ${text}`).join("\r\n")}\r\n\r\n${body}`);
      expect(await connection.all()).toMatch(/^(HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 ([24]\d\d|30[1248]) /);
    }), { numRuns: 300 });
  });
});

describe("a call's slot", () => {
  const metricOf = async (url: string, name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(await (await fetch(`${url}/metrics`)).text())?.[1]);

  it("is released when a caller that pipelines disconnects", async () => {
    const aborted: unknown[] = [];
    const allBegun = deferred();
    const allEnded = deferred();
    let begun = 0;
    const { url, gateway } = await startGateway({
      inference: {
        createChatCompletion: (_request, signal) => new Promise(() => {
          begun++;
          if (begun === 3) allBegun.resolve();
          signal?.addEventListener("abort", () => {
            aborted.push(signal.reason);
            if (aborted.length === 3) allEnded.resolve();
          });
        }),
      },
    });
    const connection = await openRawConnection(url);
    const call = `POST ${CHAT} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n${payload}`;
    connection.send(call + call + call);
    await allBegun.promise;
    expect(await metricOf(url, "cenote_gateway_open_calls")).toBe(3);
    connection.destroy();
    await allEnded.promise;
    expect(await metricOf(url, "cenote_gateway_open_calls")).toBe(0);
    await gateway.close(0);
  });

  it("is refused with 503 when there are too many, and free again once a call ends", async () => {
    const begun = deferred();
    const finish = deferred();
    const { post, gateway } = await startGateway({
      limits: { openCalls: 1 },
      inference: { createChatCompletion: async () => { begun.resolve(); await finish.promise; return sampleAnswer; } },
    });
    const body = JSON.parse(payload) as object;
    const first = post(CHAT, body);
    await begun.promise;
    const refused = await post(CHAT, body);
    expect(refused.status).toBe(503);
    expect(Object.fromEntries(refused.headers)).toMatchObject({ "retry-after": "1", "retry-after-ms": "1000" });
    expect(await refused.json()).toMatchObject({ error: { code: "overloaded" } });
    finish.resolve();
    expect(await (await first).json()).toMatchObject({ object: "chat.completion" });
    expect((await post(CHAT, body)).status).toBe(200);
    await gateway.close(0);
  });
});

it("logs which part was unavailable, and why", async () => {
  const lines: object[] = [];
  const away = new CenoteError("overloaded", "billing does not answer. Retry shortly.", { cause: new Error("connect ECONNREFUSED") });
  const { post, gateway } = await startGateway({
    billing: { authenticate: () => Promise.reject(away) }, log: { debug: () => {}, info: (fields) => { lines.push(fields); }, warn: () => {}, error: () => {} },
  });
  expect((await post(CHAT, JSON.parse(payload))).status).toBe(503);
  await gateway.close(0);
  expect(lines).toMatchObject([{ status: 503, errorCode: "overloaded", errorReason: "billing does not answer. Retry shortly. (connect ECONNREFUSED)" }]);
});

describe("closing", () => {
  const body = JSON.parse(payload) as object;
  const pending = () => {
    const begun = deferred();
    const finish = deferred();
    return { begun, finish, inference: { createChatCompletion: async () => { begun.resolve(); await finish.promise; return sampleAnswer; } } };
  };

  it("lets open calls finish and rejects new ones", async () => {
    const { begun, finish, inference } = pending();
    const { url, post, gateway } = await startGateway({ inference });
    const open = await openRawConnection(url);
    open.send(`GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`);
    await open.until(/alive/);
    const under = post(CHAT, body);
    await begun.promise;
    const closed = gateway.close(60_000);
    finish.resolve();
    expect((await under).status).toBe(200);
    await closed;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed");
    open.destroy();
  });

  it("while calls are open still answers: alive, not ready, no new calls", async () => {
    const { begun, finish, inference } = pending();
    const { url, post, gateway } = await startGateway({ inference });
    const under = post(CHAT, body);
    await begun.promise;
    const closed = gateway.close(60_000);
    for (const [path, status] of [["/healthz", 200], ["/readyz", 503], [CHAT, 503]] as const) {
      const open = await openRawConnection(url);
      open.send(path === CHAT
        ? `POST ${CHAT} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n${payload}`
        : `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
      // Reads to the end, since the connection is closed after the answer.
      const answer = await open.all();
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*connection: close\r\n`, "is"));
      if (status === 503) expect(answer).toMatch(/retry-after: 1\r\n.*The service is shutting down\./is);
    }
    finish.resolve();
    expect((await under).status).toBe(200);
    await closed;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed");
  });

  it("answers 503 and closes a connection that was already open", async () => {
    const { begun, finish, inference } = pending();
    const { url, post, gateway } = await startGateway({ inference });
    const open = await openRawConnection(url);
    // An incomplete request keeps the connection from counting as idle.
    open.send(`POST ${CHAT} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n`);
    const under = post(CHAT, body);
    await begun.promise;
    const closed = gateway.close(60_000);
    open.send(`content-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n${payload}`);
    const answer = await open.all();
    expect(answer).toMatch(/^HTTP\/1\.1 503 .*connection: close\r\n/is);
    expect(answer).toContain(`"code":"overloaded"`);
    expect(answer).toMatch(/retry-after: 1\r\n/i);
    finish.resolve();
    await under;
    await closed;
  });

  it("cuts calls that do not finish in time, and tells the caller", async () => {
    const clock = createManualClock();
    const begun = deferred();
    const { post, gateway } = await startGateway({
      clock,
      inference: {
        createChatCompletion: (_request, signal) => new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => { reject(new Error("cancelled")); });
          begun.resolve();
        }),
      },
    });
    const under = post(CHAT, body);
    await begun.promise;
    const closed = gateway.close(30_000);
    await clock.advance(30_000);
    const response = await under;
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { code: "overloaded", message: "The service is shutting down." } });
    await clock.advance(1000);
    await closed;
  });

  it("is idempotent", async () => {
    const { gateway } = await startGateway();
    await Promise.all([gateway.close(0), gateway.close(0)]);
  });
});
