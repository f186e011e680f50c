import { brotliCompressSync, constants, createBrotliCompress, createGzip, deflateSync, gzipSync } from "node:zlib";
import { clientHarness, failureOf, nextTurn, readAll } from "./testing/client-harness";
import { type UpstreamConnection, finishEvent, jsonAnswer, textEvent } from "./testing/upstream";

const { setUp } = clientHarness();

const ANSWER = JSON.stringify({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] });
const EVENTS = textEvent("Hi") + finishEvent();

const GZIP_HEAD_BYTES = 10;
/** Of deflate: nothing comes of it. */
const EMPTY_BLOCK = Buffer.from("000000ffff", "hex");

/** The answer, compressed as badly as can be. */
const longAnswer = (): Buffer => {
  const bytes = gzipSync(ANSWER);
  const nothing = Buffer.alloc(EMPTY_BLOCK.length * 7 * 1024 * 1024, EMPTY_BLOCK);
  return Buffer.concat([bytes.subarray(0, GZIP_HEAD_BYTES), nothing, bytes.subarray(GZIP_HEAD_BYTES)]);
};

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
    ["gzip", () => createGzip(), constants.Z_SYNC_FLUSH],
    ["br", () => createBrotliCompress(), constants.BROTLI_OPERATION_FLUSH],
  ])("is passed on as it comes: %s", async (encoding, create, flush) => {
    const compressor = create();
    const { stream } = await setUp(({ socket }) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: ${encoding}\r\n`);
      socket.write("Connection: close\r\n\r\n");
      compressor.on("data", (bytes: Buffer) => socket.write(bytes)).on("end", () => socket.end());
      compressor.write(textEvent("Hi"));
      compressor.flush(flush);
    });
    const events = stream();
    expect(await events.next()).toMatchObject({ value: [{ text: "Hi" }] });
    compressor.write(textEvent(" there"));
    compressor.flush(flush);
    expect(await events.next()).toMatchObject({ value: [{ text: " there" }] });
    compressor.end(finishEvent());
    expect(await readAll(events)).toMatchObject({ events: [{ reason: "stop" }], error: undefined });
  });

  test.each([
    ["that can't be read", Buffer.from("oops"), "gzip"],
    ["and has no more than its first bytes", gzipSync("").subarray(0, 2), "gzip"],
    ["of a kind that can't be read", Buffer.from("oops"), "compress"],
    ["more than once", gzipSync(gzipSync(ANSWER)), "gzip, gzip"],
    ["and is too long then", gzipSync(Buffer.alloc(33 * 1024 * 1024, " ")), "gzip"],
    ["and is too long already", longAnswer(), "gzip"],
  ])("is malformed if it is compressed %s", async (_how, bytes, encoding) => {
    const { complete, stream } = await setUp(answerWithBytes(bytes, encoding));
    const malformed = {
      kind: "malformed",
      status: 200,
      message: `The provider compressed its answer (${encoding}) although that was not requested.`,
    };
    expect(await failureOf(complete())).toMatchObject(malformed);
    expect((await readAll(stream())).error).toMatchObject(malformed);
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
