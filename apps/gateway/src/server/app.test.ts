import { CenoteError } from "@cenote/core";
import { deferred } from "@cenote/testkit";
import { CHAT, payload } from "../testing/chat-call";
import { openRawConnection } from "../testing/raw-connection";
import { sampleAnswer } from "../testing/samples";
import { type RunningGateway, startGateway } from "../testing/start-gateway";

const json = { "content-type": "application/json" };

describe("the HTTP surface", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway({ settings: { bodyLimitBytes: () => 64 * 1024 } });
  });
  afterAll(() => running.gateway.close(0));

  const expectError = async (response: Response, status: number, code: string) => {
    expect(response.status).toBe(status);
    const { error } = (await response.json()) as { error: Record<string, unknown> };
    expect(Object.keys(error).sort()).toEqual(["code", "message", "param", "request_id", "type"]);
    expect(error).toMatchObject({
      code,
      type: code,
      request_id: response.headers.get("x-request-id"),
      message: expect.stringMatching(/.+/),
    });
    return error;
  };

  describe("requires a key", () => {
    it.each([
      ["none", {}, "missing_api_key"],
      ["an unknown key", { authorization: "Bearer cen_sk_live_nope" }, "invalid_api_key"],
    ])("and rejects %s", async (_what, headers, code) => {
      const response = await fetch(`${running.url}${CHAT}`, {
        method: "POST",
        headers: { ...json, ...headers },
        body: payload,
      });
      await expectError(response, 401, code);
      expect(response.headers.get("x-should-retry")).toBe("false");
    });

    it("before it reads the body", async () => {
      for (const body of ["{", "x".repeat(100_000)]) {
        await expectError(
          await fetch(`${running.url}${CHAT}`, { method: "POST", headers: { "content-type": "text/plain" }, body }),
          401,
          "missing_api_key",
        );
      }
      const connection = await openRawConnection(running.url);
      connection.send(
        `POST ${CHAT} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n`,
      );
      expect(await connection.until(/missing_api_key/)).toMatch(/^HTTP\/1\.1 401 /);
      connection.destroy();
    });
  });

  it.each([
    "/",
    "/v1",
    "/v1/chat",
    "/v1/completions",
    "/v1/chat/completions/",
    "/V1/models",
    "/v2/models",
    "/..%2f..%2fetc/passwd",
    "/constructor",
  ])("knows nothing at %s", async (path) => {
    await expectError(await running.request(path), 404, "not_found");
  });

  it.each(["/v1/audio/speech", "/v1/images/variations", "/v1/moderations", "/v1/rerank", "/v1/fine_tuning/jobs"])(
    "says that %s is not supported, and what is",
    async (path) => {
      const { message } = await expectError(await running.request(path, { method: "POST" }), 404, "not_found");
      expect(message).toMatch(
        /^This gateway does not support `\/v1\/[a-z_/]+`\. It supports `\/v1\/chat\/completions`, `\/v1\/responses`, `\/v1\/messages`, /,
      );
    },
  );

  it.each([
    ["/v1/completions", "Send the prompt to `/v1/chat/completions`"],
    ["/v1/completions/cmpl_1?x=1", "Send the prompt to `/v1/chat/completions`"],
    ["/v1/responses/compact", "Have a model summarize"],
    ["/v1/messages/batches", "Send the calls one by one"],
    ["/v1/batches", "Send the calls one by one"],
    ["/v1/files/file_1/content", "send images and PDF files in the messages"],
    ["/v1/assistants", "send the whole conversation"],
    ["/v1/threads/thread_1/runs", "send the whole conversation"],
    ["/v1/vector_stores", "with `/v1/embeddings`"],
    ["/v1/images", "`POST /v1/images/generations`"],
    ["/v1/video/generations", "`POST /v1/videos/generations`"],
    ["/v1/credits", "`viewer { balance }`"],
    ["/v1/generation?id=gen-1", "`request(id)`"],
    ["/v1/key", "`apiKeys`"],
  ])("says that %s is not supported, and what to use instead", async (path, instead) => {
    const { message } = await expectError(await running.request(path, { method: "POST" }), 404, "not_found");
    expect(message).toMatch(/^This gateway does not support `\/v1\/[a-z_/]+`\. /);
    expect(message).toContain(instead);
  });

  it.each([
    ["/rerank", "`/rerank`", "It supports `/v1/chat/completions`"],
    ["/api/v1/credits", "`/api/v1/credits`", "`viewer { balance }`"],
    ["/key/info", "`/key`", "`apiKeys`"],
    ["/openai/deployments/gpt/chat/completions?api-version=1", "`/openai/deployments`", "the model is in the body"],
    ["/v1beta/models/gemini-3.6-flash:generateContent", "`/v1beta`", "`/v1/chat/completions`"],
  ])("says that %s is not supported, which is not below /v1", async (path, address, instead) => {
    const { message } = await expectError(await running.request(path, { method: "POST" }), 404, "not_found");
    expect(message).toMatch(new RegExp(`^This gateway does not support ${address}\\. `));
    expect(message).toContain(instead);
  });

  it.each([`${CHAT}/`, "/v1/models/"])("says that %s has a slash too many", async (path) => {
    const { message } = await expectError(await running.request(path, { method: "POST" }), 404, "not_found");
    expect(message).toBe("There is nothing here. Addresses have no `/` at their end.");
  });

  it.each(["/v1/filesystem", "/v1/chat/completion", "/v2/files"])(
    "says only that there is nothing at %s",
    async (path) => {
      expect(await expectError(await running.request(path), 404, "not_found")).toMatchObject({
        message: "There is nothing at this address.",
      });
    },
  );

  it.each([
    "/chat/completions",
    "/v1/v1/chat/completions",
    "/api/v1/models",
    "/openai/v1/embeddings?x=1",
    "/responses",
    "/models/openai/gpt-4o-mini",
    "/images/generations",
  ])("says of %s what a client's base URL ends in", async (path) => {
    const { message } = await expectError(await running.request(path, { method: "POST" }), 404, "not_found");
    expect(message).toBe("There is nothing here. A client's base URL ends in `/v1`, once: `https://<this host>/v1`.");
  });

  it("says at its root where to go", async () => {
    const { message } = await expectError(await running.request("/"), 404, "not_found");
    expect(message).toBe(
      "This is the base address of a gateway. `/docs` describes its API, `/v1/models` lists its models.",
    );
  });

  it("says that responses are not stored", async () => {
    const { message } = await expectError(await running.request("/v1/responses/resp_1?x=1"), 404, "not_found");
    expect(message).toBe("Responses are not stored, so they can't be retrieved by id.");
  });

  it.each(["/messages", "/v1/v1/messages", "/api/v1/messages"])(
    "says for %s that the base URL of Anthropic's clients has no `/v1`",
    async (path) => {
      const { message } = await expectError(await running.request(path, { method: "POST" }), 404, "not_found");
      expect(message).toBe(
        "There is nothing here. The base URL of a client of Anthropic's API has no `/v1`: `https://<this host>`.",
      );
    },
  );

  it("says how to start a video", async () => {
    const error = await expectError(await running.request("/v1/videos", { method: "POST" }), 405, "method_not_allowed");
    expect(error["message"]).toBe(
      "This path does not support that method. It supports GET, HEAD. A video is started with `POST /v1/videos/generations`.",
    );
    const other = await expectError(await running.request("/v1/videos", { method: "PUT" }), 405, "method_not_allowed");
    expect(other["message"]).toBe("This path does not support that method. It supports GET, HEAD.");
  });

  it("does not read the body for an unknown path", async () => {
    await expectError(
      await running.request("/nope", { method: "POST", body: "{", headers: { "content-type": "text/plain" } }),
      404,
      "not_found",
    );
  });

  it.each([
    [CHAT, "GET", "POST"],
    [CHAT, "DELETE", "POST"],
    [CHAT, "OPTIONS", "POST"],
    ["/v1/models", "POST", "GET, HEAD"],
    ["/v1/models/a/b", "PATCH", "GET, HEAD"],
    ["/v1/embeddings?x=1", "PUT", "POST"],
    ["/graphql", "DELETE", "GET, HEAD, POST"],
    ["/v1/videos/generations", "GET", "POST"],
    ["/v1/videos/generations?limit=1", "GET", "POST"],
    ["/v1/videos/generations", "PUT", "POST"],
    ["/v1/videos/generations", "DELETE", "POST"],
    ["/v1/videos/some_job", "PUT", "DELETE, GET, HEAD"],
    ["/healthz", "POST", "GET, HEAD"],
    ["/openapi.json", "POST", "GET, HEAD"],
  ])("answers 405 for %s %s, allowing %s", async (path, method, allow) => {
    const response = await running.request(path, { method });
    expect(response.headers.get("allow")).toBe(allow);
    await expectError(response, 405, "method_not_allowed");
  });

  it("answers 405 for HEAD where only a video is started", async () => {
    const response = await running.request("/v1/videos/generations", { method: "HEAD" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it.each([
    ["text/plain"],
    ["application/x-www-form-urlencoded"],
    ["multipart/form-data; boundary=x"],
    ["nonsense"],
    ["application/jsonp"],
  ])("rejects a body of type %s", async (type) => {
    await expectError(
      await running.request(CHAT, { method: "POST", body: payload, headers: { "content-type": type } }),
      415,
      "unsupported_media_type",
    );
  });

  it.each(["application/json; charset=utf-8", "Application/JSON", "application/json;odata=verbose"])(
    "accepts a body of type %s",
    async (type) => {
      expect(
        (await running.request(CHAT, { method: "POST", body: payload, headers: { "content-type": type } })).status,
      ).toBe(200);
    },
  );

  it("rejects a compressed body", async () => {
    await expectError(
      await running.request(CHAT, { method: "POST", body: payload, headers: { ...json, "content-encoding": "gzip" } }),
      415,
      "unsupported_media_type",
    );
  });

  it.each(["identity", "Identity", ""])("accepts a body whose encoding is %j", async (encoding) => {
    const headers = { ...json, "content-encoding": encoding };
    expect((await running.request(CHAT, { method: "POST", body: payload, headers })).status).toBe(200);
  });

  it("accepts a body up to its limit", async () => {
    const filler = (length: number) => payload.replace("hi", "x".repeat(length - payload.length + 2));
    expect((await running.request(CHAT, { method: "POST", body: filler(64 * 1024), headers: json })).status).toBe(200);
    const error = await expectError(
      await running.request(CHAT, { method: "POST", body: filler(64 * 1024 + 1), headers: json }),
      413,
      "request_too_large",
    );
    expect(error).toMatchObject({ param: "body", message: "The body is larger than 0.0625 MiB." });
  });

  it("answers a caller that sends far too much, too", async () => {
    await expectError(
      await running.request(CHAT, { method: "POST", body: "x".repeat(30_000_000), headers: json }),
      413,
      "request_too_large",
    );
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.alloc(60_000, "x"));
        controller.enqueue(Buffer.alloc(60_000, "x"));
        controller.close();
      },
    });
    await expectError(
      await running.request(CHAT, { method: "POST", body, headers: json, duplex: "half" }),
      413,
      "request_too_large",
    );
  });

  it.each([
    ["no JSON", "{", "body: not valid JSON at position 1."],
    ["deep nesting", `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, "body: nested more than 64 levels deep."],
  ])("rejects a body of %s", async (_what, body, message) => {
    const error = await expectError(
      await running.request(CHAT, { method: "POST", body, headers: json }),
      400,
      "invalid_request_error",
    );
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

  it("limits the bodies of an organization's open calls to its share of the memory", async () => {
    const [begun, held] = [deferred(), deferred()];
    const bounded = await startGateway({
      limits: { openBodyBytes: 250_000 },
      inference: {
        createChatCompletion: async () => {
          begun.resolve();
          await held.promise;
          return sampleAnswer;
        },
      },
    });
    const large = { model: "m", messages: [{ role: "user", content: "x".repeat(100_000) }] };
    const first = bounded.post(CHAT, large);
    await begun.promise;
    await expectError(await bounded.post(CHAT, large), 429, "rate_limit_exceeded");
    const small = bounded.post(CHAT, { model: "m", messages: [{ role: "user", content: "hi" }] });
    held.resolve();
    expect([(await first).status, (await small).status, (await bounded.post(CHAT, large)).status]).toEqual([
      200, 200, 200,
    ]);
    await bounded.gateway.close(0);
  });
});

it("logs which part was unavailable, and why", async () => {
  const lines: object[] = [];
  const away = new CenoteError("overloaded", "billing does not answer. Retry shortly.", {
    cause: new Error("connect ECONNREFUSED"),
  });
  const { post, gateway } = await startGateway({
    billing: { authenticate: () => Promise.reject(away) },
    log: {
      debug: () => {},
      info: (fields) => {
        lines.push(fields);
      },
      warn: () => {},
      error: () => {},
    },
  });
  expect((await post(CHAT, JSON.parse(payload))).status).toBe(503);
  await gateway.close(0);
  expect(lines).toMatchObject([
    {
      status: 503,
      errorCode: "overloaded",
      errorReason: "billing does not answer. Retry shortly. (connect ECONNREFUSED)",
    },
  ]);
});
