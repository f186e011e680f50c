import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { CenoteError, silentLog } from "@cenote/core";
import { createManualClock, createSeededIds, deferred } from "@cenote/testkit";
import { openRawConnection } from "../../testing/raw-connection";
import { SAMPLE_KEY, sampleAnswer } from "../../testing/samples";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";
import { createBrokenRequests } from "./broken-requests";

const CHAT = "/v1/chat/completions";
const AUTHORIZATION = `authorization: Bearer ${SAMPLE_KEY}\r\n`;
const payload = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] });
const POST = `POST ${CHAT} HTTP/1.1\r\nhost: x\r\n${AUTHORIZATION}content-type: application/json\r\n`;
const WHOLE = `${POST}content-length: ${payload.length}\r\n\r\n${payload}`;
const LIST = `GET /v1/models HTTP/1.1\r\nhost: x\r\n${AUTHORIZATION}`;
const UPGRADE = "GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: websocket\r\n";
const KEY = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

const answersOf = (text: string): string[] => text.split(/(?=HTTP\/1\.1 \d)/);
const statusesOf = (text: string): number[] =>
  answersOf(text).map((answer) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]));

const expectShape = (answer: string, status: number, code: string, message: string | RegExp = /./): void => {
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const id = /x-request-id: (req_[0-9a-f]{24})\r\n/i.exec(answer)?.[1];
  const body = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4)) as { error: Record<string, unknown> };
  expect(body.error).toEqual({
    code,
    type: code,
    request_id: id,
    message: expect.stringMatching(message),
    param: body.error["param"],
  });
  expect(body.error).toHaveProperty("param");
};

describe("a request that can't be handled", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  const answerTo = async (...pieces: string[]): Promise<string> => {
    const connection = await openRawConnection(running.url);
    for (const piece of pieces) connection.send(piece);
    return connection.all();
  };

  it.each<[what: string, text: string, ...expected: [status: number, code: string, message: RegExp]]>([
    [
      "an expectation nobody knows",
      `${LIST}expect: 200-ok\r\nconnection: close\r\n\r\n`,
      400,
      "invalid_request_error",
      /^expect: /,
    ],
    [
      "one without a host",
      `GET /v1/models HTTP/1.1\r\n${AUTHORIZATION}connection: close\r\n\r\n`,
      400,
      "invalid_request_error",
      /^host: /,
    ],
    [
      "one without a host and with a body",
      WHOLE.replace("host: x\r\n", "connection: close\r\n"),
      400,
      "invalid_request_error",
      /^host: /,
    ],
    ["one with two hosts", `${LIST}Host: y\r\nconnection: close\r\n\r\n`, 400, "invalid_request_error", /^host: /],
    [
      "a transfer coding nobody reads",
      `${POST}connection: close\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
      400,
      "invalid_request_error",
      /^transfer-encoding: /,
    ],
    [
      "a tunnel",
      "CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n",
      405,
      "method_not_allowed",
      /not a proxy/,
    ],
    [
      "TRACE",
      `TRACE ${CHAT} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      405,
      "method_not_allowed",
      /It supports POST\./,
    ],
    [
      "OPTIONS that is no browser's",
      `OPTIONS ${CHAT} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      405,
      "method_not_allowed",
      /It supports POST\./,
    ],
    ["OPTIONS of all", "OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", 404, "not_found", /./],
    [
      "HTTP/2 without a word before",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      400,
      "invalid_request_error",
      /not valid HTTP/,
    ],
    ["TLS", "\x16\x03\x01\x00\xa5\x01", 400, "invalid_request_error", /not valid HTTP/],
    [
      "two lengths",
      `${POST}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`,
      400,
      "invalid_request_error",
      /not valid HTTP/,
    ],
    [
      "a length beside chunks",
      `${POST}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      "invalid_request_error",
      /not valid HTTP/,
    ],
    ["a header without a colon", `${LIST}bad header\r\n\r\n`, 400, "invalid_request_error", /not valid HTTP/],
    ["an end of the connection within the head", POST, 400, "invalid_request_error", /not valid HTTP/],
  ])("gets the contract's error: %s", async (what, text, ...expected) => {
    const connection = await openRawConnection(running.url);
    connection.send(text);
    if (what.startsWith("an end")) connection.socket.end();
    expectShape(await connection.all(), ...expected);
  });

  it.each([
    ["key", UPGRADE, "sec-websocket-version: 13\r\n", /^sec-websocket-key: /],
    ["host", UPGRADE + KEY, "host: y\r\nsec-websocket-version: 13\r\n", /^host: /],
    ["version", UPGRADE + KEY, "sec-websocket-version: 12\r\n", /^sec-websocket-version: /],
    [
      "protocols",
      UPGRADE + KEY,
      "sec-websocket-version: 13\r\nsec-websocket-protocol: a,,b\r\n",
      /^sec-websocket-protocol: /,
    ],
    [
      "protocols that are the same",
      UPGRADE + KEY,
      "sec-websocket-version: 13\r\nsec-websocket-protocol: a, a\r\n",
      /^sec-websocket-protocol: /,
    ],
  ])("gets GraphQL's error with a request id: a WebSocket with a wrong %s", async (_what, head, rest, message) => {
    const answer = await answerTo(`${head}${rest}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    const id = /x-request-id: (req_[0-9a-f]{24})\r\n/i.exec(answer)?.[1];
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4))).toMatchObject({
      errors: [
        { message: expect.stringMatching(message), extensions: { code: "invalid_request_error", request_id: id } },
      ],
    });
  });

  it("leaves the connection usable if it was read to its end", async () => {
    const answer = await answerTo(`GET / HTTP/1.1\r\n\r\n${LIST}expect: x\r\n\r\n${LIST}connection: close\r\n\r\n`);
    expect(statusesOf(answer)).toEqual([400, 400, 200]);
  });
});

describe("invalid data after a request", () => {
  it.each([
    ["at once", []],
    ["in pieces", ["and this"]],
  ])("that comes %s waits until the requests before it have been answered", async (_how, further) => {
    const [begun, held] = [deferred(), deferred()];
    const { url, gateway } = await startGateway({
      inference: {
        createChatCompletion: async () => {
          begun.resolve();
          await held.promise;
          return sampleAnswer;
        },
      },
    });
    const connection = await openRawConnection(url);
    connection.send(`${WHOLE}${LIST}\r\nwhat is this\r\n\r\n`);
    await begun.promise;
    for (const piece of further) connection.send(piece);
    held.resolve();
    const answers = answersOf(await connection.all());
    expect(statusesOf(answers.join(""))).toEqual([200, 200, 400]);
    expect(answers[0]).toContain("chat.completion");
    expectShape(answers[2] ?? "", 400, "invalid_request_error", /not valid HTTP/);
    await gateway.close(0);
  });

  describe("while an answer is on its way", () => {
    const FOLLOWING: [what: string, more: string, message: RegExp][] = [
      ["is no HTTP", "what is this\r\n\r\n", /not valid HTTP/],
      ["stalls in its head", "POST /v1/mod", /did not arrive in time/],
    ];

    /** An answer that has begun, and a connection on which more has come that was found invalid. */
    const follow = async (more: string) => {
      const [begun, failed] = [deferred<ServerResponse>(), deferred()];
      const broken = createBrokenRequests({
        clock: createManualClock(),
        ids: createSeededIds(),
        log: silentLog,
        arriving: { fail: () => false },
        limits: { discardMs: 1_000 },
      });
      const server = createServer({ headersTimeout: 50, connectionsCheckingInterval: 20 }, (_request, response) => {
        response.write("the beginning");
        begun.resolve(response);
      }).on("clientError", (error, socket) => {
        broken.onClientError(error, socket as Socket);
        failed.resolve();
      });
      broken.refuseTunnels(server);
      server.on("connect", failed.resolve);
      await once(server.listen(0, "127.0.0.1"), "listening");
      const connection = await openRawConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      connection.send(WHOLE);
      const response = await begun.promise;
      connection.send(more);
      await failed.promise;
      return { connection, response, server };
    };

    it.each(FOLLOWING)("that %s does not end it", async (_what, more, message) => {
      const { connection, response, server } = await follow(more);
      response.end("the end");
      const answers = answersOf(await connection.all());
      expect(answers[0]).toMatch(/the beginning[^]*the end/);
      expectShape(answers[1] ?? "", 400, "invalid_request_error", message);
      server.close();
    });

    it.each(FOLLOWING)("that %s does not hide that the caller leaves", async (_what, more) => {
      const { connection, response, server } = await follow(more);
      connection.socket.end();
      await once(response, "close");
      expect(response.writableEnded).toBe(false);
      server.close();
    });

    it("a tunnel asked for behind an answer under way ends it, which would stand still from then on", async () => {
      const { response, server } = await follow("CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n");
      await once(response, "close");
      expect(response.writableEnded).toBe(false);
      server.close();
    });
  });

  it("that breaks its body is rejected with the request id that is logged", async () => {
    const ids: unknown[] = [];
    const log = {
      debug: () => {},
      info: (fields: object) => {
        ids.push((fields as { requestId?: unknown }).requestId);
      },
      warn: () => {},
      error: () => {},
    };
    const begun = deferred();
    const { url, gateway } = await startGateway({
      log,
      billing: {
        authenticate: () => {
          setImmediate(() => {
            setImmediate(begun.resolve);
          });
          return Promise.resolve({ organizationId: "a", keyId: "key", zdr: false });
        },
      },
    });
    const connection = await openRawConnection(url);
    connection.send(`${POST}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`);
    await begun.promise;
    connection.send("zz\r\n");
    const answer = await connection.all();
    expectShape(answer, 400, "invalid_request_error", /not valid HTTP/);
    expect(ids).toContain(/x-request-id: (\S+)/.exec(answer)?.[1]);
    await gateway.close(0);
  });

  it.each(["found", "not found"])(
    "that breaks its body during key lookup is answered once, if the key is then %s",
    async (outcome) => {
      const [asked, looked] = [deferred(), deferred()];
      const { url, gateway } = await startGateway({
        billing: {
          authenticate: async () => {
            asked.resolve();
            await looked.promise;
            if (outcome === "not found") throw new CenoteError("invalid_api_key");
            return { organizationId: "a", keyId: "key", zdr: false };
          },
        },
      });
      const connection = await openRawConnection(url);
      connection.send(`${POST}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`);
      await asked.promise;
      connection.send("zz\r\n");
      expectShape(await connection.all(), 400, "invalid_request_error");
      looked.resolve();
      while (!/^cenote_gateway_open_calls 0$/m.test(await (await fetch(`${url}/metrics`)).text()));
      await gateway.close(0);
    },
  );

  it("gets no second answer if the request was already answered", async () => {
    const { url, gateway } = await startGateway();
    const connection = await openRawConnection(url);
    connection.send(`${POST.replace(AUTHORIZATION, "")}transfer-encoding: chunked\r\n\r\n`);
    await connection.until(/missing_api_key.*\}$/s);
    connection.send("zz\r\n");
    expect(statusesOf(await connection.all())).toEqual([401]);
    await gateway.close(0);
  });

  it("in the same packet prevents the request from running", async () => {
    let asked = 0;
    const { url, gateway } = await startGateway({
      billing: {
        authenticate: () => {
          asked++;
          return Promise.resolve({ organizationId: "a", keyId: "key", zdr: false });
        },
      },
    });
    const connection = await openRawConnection(url);
    connection.send(`${POST}transfer-encoding: chunked\r\n\r\nzz\r\n`);
    expectShape(await connection.all(), 400, "invalid_request_error");
    expect(asked).toBe(0);
    await gateway.close(0);
  });

  it("does not keep the connection of a client that never closes its side", async () => {
    const clock = createManualClock();
    const { url, gateway } = await startGateway({ clock });
    const connection = await openRawConnection(url);
    connection.socket.allowHalfOpen = true;
    const ended = new Promise((resolve) => {
      connection.socket.once("end", resolve);
    });
    connection.send("what is this\r\n\r\n");
    await ended;
    const closed = gateway.close(0);
    await clock.advance(11_000);
    await closed;
    connection.destroy();
  });
});
