import fc from "fast-check";
import { createResponseReader, type ReadResponse } from "./response-reader";

const counted = (body: string) =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\nx: y\r\n\r\n${body}`;
const chunked = (pieces: readonly string[]) =>
  `HTTP/1.1 429 Too Many\r\ntransfer-encoding: chunked\r\n\r\n${pieces.map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`).join("")}0\r\n\r\n`;

const feed = (reads: readonly Buffer[]) => {
  const body: Buffer[] = [];
  const reader = createResponseReader((piece) => {
    body.push(Buffer.from(piece));
  });
  const answers = reads
    .map((bytes) => reader.read(bytes))
    .filter((answer): answer is ReadResponse => answer !== undefined);
  return { answers, body: Buffer.concat(body).toString() };
};

const cutAt = (whole: Buffer, places: readonly number[]): Buffer[] => {
  const edges = [0, ...places.map((place) => place % whole.length).sort((a, b) => a - b), whole.length];
  return edges
    .slice(1)
    .map((edge, index) => whole.subarray(edges[index], edge))
    .filter((bytes) => bytes.length > 0);
};

describe("the response reader", () => {
  it("finds the end of a body with a declared length", () => {
    expect(feed([Buffer.from(counted('{"a":1}'))]).answers).toEqual([{ status: 200, bodyBytes: 7, tail: '{"a":1}' }]);
    expect(feed([Buffer.from(counted(""))]).answers).toMatchObject([{ bodyBytes: 0 }]);
  });

  it("finds the same wherever the bytes are split", () => {
    const pieces = fc.array(fc.string({ minLength: 1 }), { maxLength: 6 });
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(), { maxLength: 12, size: "max" }), (texts, cuts) => {
        const { answers, body } = feed(cutAt(Buffer.from(chunked(texts)), cuts));
        expect(answers).toEqual([
          {
            status: 429,
            bodyBytes: Buffer.byteLength(texts.join("")),
            tail: Buffer.from(texts.join("")).toString("latin1").slice(-16),
          },
        ]);
        expect(body).toBe(texts.join(""));
      }),
    );
  });

  it("reads consecutive answers", () => {
    const reads = [chunked(["data: [DONE]\n\n"]), counted("x"), chunked([])].map((text) => Buffer.from(text));
    expect(feed(reads).answers.map((answer) => answer.tail)).toEqual(["data: [DONE]\n\n", "x", ""]);
  });

  it("finds no end of one that is cut", () => {
    expect(feed([Buffer.from(chunked(["abc"]).slice(0, -1))]).answers).toEqual([]);
    expect(feed([Buffer.from(counted("abc").slice(0, -1))]).answers).toEqual([]);
  });

  it("rejects what is not HTTP or declares no length", () => {
    expect(() => feed([Buffer.from("SSH-2.0\r\n\r\n")])).toThrow("Not an HTTP answer");
    expect(() => feed([Buffer.from("HTTP/1.1 200 OK\r\n\r\n")])).toThrow("length");
  });
});
