import fc from "fast-check";
import { authorization, CHAT } from "../testing/chat-call";
import { createEventFeed } from "../testing/event-feed";
import { openRawConnection } from "../testing/raw-connection";
import { sampleFinished, sampleStarted, textEvent } from "../testing/samples";
import { type RunningGateway, startGateway } from "../testing/start-gateway";

describe("the HTTP surface", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway({ settings: { bodyLimitBytes: () => 64 * 1024 } });
  });
  afterAll(() => running.gateway.close(0));

  it("writes nothing into an answer that has begun, whatever follows the request", async () => {
    const feed = createEventFeed();
    const streaming = await startGateway({ inference: { streamChatCompletion: () => feed } });
    const connection = await openRawConnection(streaming.url);
    const body = JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: "hi" }] });
    connection.send(
      `POST ${CHAT} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    feed.push(sampleStarted, textEvent("word"));
    await connection.until(/"word"/);
    connection.send("what is this\r\n\r\n");
    feed.push(textEvent("end"), sampleFinished);
    feed.end();
    expect((await connection.all()).split(/(?=HTTP\/1\.1 )/)).toEqual([
      expect.stringMatching(/"word"[^]*"end"[^]*data: \[DONE\]\n\n\r\n0\r\n\r\n$/),
      expect.stringMatching(/^HTTP\/1\.1 400 [^]*invalid_request_error/),
    ]);
    await streaming.gateway.close(0);
  });

  it("answers oversized headers", async () => {
    const connection = await openRawConnection(running.url);
    connection.send(`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${"y".repeat(40_000)}\r\n\r\n`);
    expect(await connection.all()).toMatch(/^HTTP\/1\.1 413 .*request_too_large/s);
  });

  it.each(["*", "http://x/v1/models", "//", "/v1/models/%00", "/%E0%A4%A", `/${"a/".repeat(5000)}`])(
    "survives the path %s",
    async (path) => {
      const connection = await openRawConnection(running.url);
      connection.send(
        `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\nconnection: close\r\n\r\n`,
      );
      expect(await connection.all()).toMatch(/^HTTP\/1\.1 [24]\d\d /);
    },
  );

  it("never answers 500, whatever the method, path and headers", async () => {
    const path = fc
      .oneof(fc.constantFrom("/v1/models/", CHAT, "/graphql", "/docs/", "/metrics"), fc.webPath())
      .chain((base) =>
        fc.oneof(
          fc.constant(base),
          fc.webQueryParameters().map((query) => `${base}?${query}`),
        ),
      );
    const method = fc.constantFrom("GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS", "PROPFIND", "QUERY");
    const headers = fc.dictionary(
      fc.constantFrom(
        "content-type",
        "accept",
        "content-encoding",
        "host",
        "x-forwarded-host",
        "accept-version",
        "range",
        "if-none-match",
        "expect",
      ),
      fc.oneof(
        fc.constantFrom("application/json", "text/html", "*", "a b", ":", "100-continue"),
        fc.string({ unit: fc.constantFrom("a", "/", ";", "=", " ", ":"), maxLength: 8 }),
      ),
      { maxKeys: 4 },
    );
    await fc.assert(
      fc.asyncProperty(method, path, headers, fc.jsonValue(), async (verb, target, more, value) => {
        const body = JSON.stringify(value);
        const head = Object.entries({
          host: "x",
          authorization,
          connection: "close",
          "content-length": `${Buffer.byteLength(body)}`,
          ...more,
        });
        const connection = await openRawConnection(running.url);
        connection.send(
          `${verb} ${target} HTTP/1.1\r\n${head.map(([name, text]) => `${name}: ${text}`).join("\r\n")}\r\n\r\n${body}`,
        );
        expect(await connection.all()).toMatch(/^(HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 ([24]\d\d|30[1248]) /);
      }),
      { numRuns: 300 },
    );
  });
});
