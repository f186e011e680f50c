import fc from "fast-check";
import { createSseParser } from "./sse";

interface Event {
  readonly name: string;
  readonly data: string;
}

const parse = (reads: readonly Buffer[], maxEventBytes?: number): Event[] => {
  const events: Event[] = [];
  const parser = createSseParser({
    onEvent: (data, name) => {
      events.push({ name, data });
    },
    ...(maxEventBytes === undefined ? {} : { maxEventBytes }),
  });
  for (const read of reads) parser.push(read);
  parser.end();
  return events;
};

const parseText = (...reads: readonly string[]): Event[] => parse(reads.map((read) => Buffer.from(read)));
const dataOf = (events: readonly Event[]): string[] => events.map(({ data }) => data);

describe("server-sent events", () => {
  test.each([
    ["LF", "data: a\n\ndata: b\n\n"],
    ["CRLF", "data: a\r\n\r\ndata: b\r\n\r\n"],
    ["CR", "data: a\r\rdata: b\r\r"],
    ["mixed line ends", "data: a\r\n\ndata: b\n\r\n"],
    ["no space after the colon", "data:a\n\ndata:b\n\n"],
    ["comments and unknown fields", ": hi\ndata: a\nid: 1\nretry: 5\nfoo\n\n: keep-alive\n\ndata: b\n: bye\n\n"],
    ["a byte order mark", "\uFEFFdata: a\n\ndata: b\n\n"],
    ["no blank line at the end", "data: a\n\ndata: b\n"],
    ["no line end at the end", "data: a\n\ndata: b"],
    ["many blank lines", "\n\n\ndata: a\n\n\n\ndata: b\n\n\n"],
  ])("are read with %s", (_, text) => {
    expect(dataOf(parseText(text))).toEqual(["a", "b"]);
  });

  test("several lines of data are one event, joined by line feeds", () => {
    expect(dataOf(parseText("data: {\ndata: }\ndata\ndata: \n\n"))).toEqual(["{\n}\n\n"]);
  });

  test("only one space after the colon belongs to the field", () => {
    expect(dataOf(parseText("data:  a \n\n"))).toEqual([" a "]);
  });

  test("an event's name does not carry over to the next", () => {
    expect(parseText("event: error\ndata: a\n\ndata: b\n\nevent:x\n\ndata: c\n\n")).toEqual([
      { name: "error", data: "a" },
      { name: "", data: "b" },
      { name: "", data: "c" },
    ]);
  });

  test("an event's name is that of its field `event` alone", () => {
    expect(parseText("event: error\nid: 5\nretry: 9\nfoo: bar\ndata: a\n\n")).toEqual([{ name: "error", data: "a" }]);
  });

  test("a byte order mark is skipped once, at the start", () => {
    expect(dataOf(parseText("\uFEFFdata: \uFEFFa\n\n", "\uFEFFdata: b\n\n"))).toEqual(["\uFEFFa"]);
  });

  test("an event is emitted as soon as its blank line arrives", () => {
    const told: string[] = [];
    const parser = createSseParser({
      onEvent: (data) => {
        told.push(data);
      },
    });
    parser.push(Buffer.from("data: a\r\n\r"));
    expect(told).toEqual(["a"]);
    parser.push(Buffer.from("\ndata: b\n\ndata: c\n"));
    expect(told).toEqual(["a", "b"]);
  });

  test("the same bytes give the same events, wherever they are split", () => {
    const line = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 12, size: "max" }).map((text) => `data: ${text}`),
      fc.string({ unit: "binary", maxLength: 8 }).map((text) => `data:${text}`),
      fc.constantFrom("", "", ": keep-alive", "event: delta", "data", "id: 7", "no field"),
    );
    const stream = fc.tuple(
      fc.boolean(),
      fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 20, size: "max" }),
    );
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 12, size: "max" }), ([mark, lines], cuts) => {
        const bytes = Buffer.from((mark ? "\uFEFF" : "") + lines.map(([text, end]) => text + end).join(""));
        const whole = parse([bytes]);
        const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
        expect(parse(at.slice(1).map((end, i) => Buffer.from(bytes.subarray(at[i], end))))).toEqual(whole);
        expect(parse(Array.from(bytes, (byte) => Buffer.of(byte)))).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["in one read", (text: string) => [text]],
    ["in many reads", (text: string) => text.match(/.{1,10}|\n/g) ?? []],
    ["in many lines", (text: string) => [text.replace(/.{50}/g, "$&\ndata: ")]],
  ])("an event over the limit is rejected, %s", (_, split) => {
    const reads = split(`data: ${"x".repeat(200)}\n\n`).map((read) => Buffer.from(read));
    expect(() => parse(reads, 100)).toThrow(expect.objectContaining({ kind: "malformed" }));
    expect(parse(reads, 1_000)).toHaveLength(1);
  });

  test("a line that does not end is kept up to the limit and no further", () => {
    const parser = createSseParser({ onEvent: () => undefined, maxEventBytes: 100 });
    parser.push(Buffer.alloc(100, "x"));
    expect(() => {
      parser.push(Buffer.from("x"));
    }).toThrow("The provider sent an event larger than 100 bytes");
  });

  test("an event of very many lines is rejected, however short they are", () => {
    expect(() => parseText("data:\n".repeat(100_000))).toThrow(expect.objectContaining({ kind: "malformed" }));
  });

  test("the number of lines is limited only within one event", () => {
    expect(parseText("data:\n\n".repeat(100_000))).toHaveLength(100_000);
  });
});
