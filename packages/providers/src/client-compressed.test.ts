import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { clientBench, failureOf, nextTurn, readAll } from "./testing/client-bench";
import { type UpstreamConnection, finishEvent, jsonAnswer, textEvent } from "./testing/upstream";

const { setUp } = clientBench();

const ANSWER = JSON.stringify({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] });
const EVENTS = textEvent("Hi") + finishEvent();

const answerWithBytes =
  (bytes: Buffer, encoding: string, { status = "200 OK", type = "application/json", length = bytes.length } = {}) =>
  ({ socket }: UpstreamConnection): void => {
    const fields = `Content-Type: ${type}\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${length}`;
    socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${fields}\r\n\r\n`), bytes]));
    if (length > bytes.length) socket.end();
  };

describe("an answer that says how it is encoded, though that was not requested", () => {
  test.each(["identity", "Identity", "", "utf-8", "none", "identity, utf-8"])(
    "is read as it is: %j",
    async (encoding) => {
      const { complete } = await setUp(({ socket }) => {
        socket.write(jsonAnswer(JSON.parse(ANSWER), "200 OK", `Content-Encoding: ${encoding}`));
      });
      expect((await complete()).text).toBe("Hi");
    },
  );

  test.each([
    ["gzip", gzipSync],
    ["GZIP", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("is read: %s", async (encoding, compress) => {
    const plain = await setUp(answerWithBytes(compress(ANSWER), encoding));
    expect((await plain.complete()).text).toBe("Hi");
    const type = "text/event-stream";
    const streamed = await setUp(answerWithBytes(compress(EVENTS), encoding, { type }));
    expect(await readAll(streamed.stream())).toMatchObject({
      events: [{ text: "Hi" }, { reason: "stop" }],
      error: undefined,
    });
  });

  test.each([
    ["that can't be read", Buffer.from("oops"), "gzip"],
    ["of a kind that can't be read", Buffer.from("oops"), "compress"],
    ["more than once", gzipSync(gzipSync(ANSWER)), "gzip, gzip"],
    ["and is too long then", gzipSync(Buffer.alloc(33 * 1024 * 1024, " ")), "gzip"],
    ["and is too long already", Buffer.alloc(9 * 1024 * 1024), "gzip"],
  ])("is malformed if it is compressed %s", async (_how, bytes, encoding) => {
    const { complete } = await setUp(answerWithBytes(bytes, encoding));
    expect(await failureOf(complete())).toMatchObject({
      kind: "malformed",
      status: 200,
      message: `The provider compressed its answer (${encoding}) although that was not requested.`,
    });
  });

  test("is cut if its end is missing", async () => {
    const bytes = gzipSync(ANSWER);
    const { complete } = await setUp(answerWithBytes(bytes.subarray(0, -10), "gzip", { length: bytes.length }));
    expect(await failureOf(complete())).toMatchObject({ kind: "cut" });
  });

  test("leaves its connection to the next request", async () => {
    const { upstream, complete } = await setUp(answerWithBytes(gzipSync(ANSWER), "gzip"));
    await complete();
    await nextTurn();
    await complete();
    expect(upstream.requests.map(({ connection }) => connection)).toEqual([1, 1]);
  });
});

describe("a refusal that is compressed", () => {
  const refusal = gzipSync(JSON.stringify({ error: { message: "no credits", code: "insufficient_quota" } }));
  const status = "429 Too Many Requests";

  test("says what it says", async () => {
    const { complete } = await setUp(answerWithBytes(refusal, "Gzip", { status }));
    expect(await failureOf(complete())).toMatchObject({ kind: "quota", message: "no credits" });
  });

  test("says what has come of it", async () => {
    const long = gzipSync(`no credits ${"x".repeat(50)}`);
    const { complete } = await setUp(
      answerWithBytes(long.subarray(0, -8), "gzip", { status, type: "text/plain", length: long.length }),
    );
    expect((await failureOf(complete())).message).toContain("no credits");
  });

  test("is reported without its words if they are too long", async () => {
    const bomb = gzipSync(Buffer.alloc(1024 * 1024, "x"));
    const { complete } = await setUp(answerWithBytes(bomb, "gzip", { status }));
    expect(await failureOf(complete())).toMatchObject({ kind: "rate_limited", status: 429 });
  });
});
