import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { createPdfPageCounter } from "./pdf-pages";

const countPdfPages = (file: Buffer) => createPdfPageCounter()(file);

/** Made for this test, each by the program of its name. */
const fixture = (name: string): Buffer => readFileSync(join(__dirname, "__fixtures__", name));

test.each([
  ["reportlab.pdf", 2],
  ["fpdf2.pdf", 5],
  ["pdf-lib.pdf", 3],
  ["qpdf-objects.pdf", 2],
])("the pages of %s are counted, in objects that are compressed too", (name, pages) => {
  expect(countPdfPages(fixture(name))).toBe(pages);
});

test("a file that can't be read counts by its size", () => {
  expect(countPdfPages(fixture("qpdf-encrypted.pdf"))).toBe(1);
  expect(countPdfPages(Buffer.alloc(100_000, "x"))).toBe(5);
});

test("bytes of any kind count as one page or more", () => {
  const words = fc.constantFrom("/Type /Page\n", "/Type/Pages", "/ObjStm", "stream\r\n", "%PDF-1.7", "x");
  const piece = fc.oneof(
    words.map((word) => Buffer.from(word)),
    fc.uint8Array({ maxLength: 40, size: "max" }).map((bytes) => Buffer.from(bytes)),
    words.map((word) => deflateSync(word)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60, size: "max" }), (pieces) => {
      expect(countPdfPages(Buffer.concat(pieces))).toBeGreaterThanOrEqual(1);
    }),
  );
});

const streamOf = (data: Buffer) => Buffer.concat([Buffer.from("/ObjStm>>stream\n"), data]);
const small = streamOf(deflateSync("/Type/Page"));
const MIB = 1024 * 1024;

test("what streams inflate to is limited, in each and together", () => {
  const bomb = streamOf(deflateSync(Buffer.alloc(17 * MIB)));
  expect(countPdfPages(Buffer.concat([bomb, small, small]))).toBe(2);
  expect(countPdfPages(Buffer.concat(Array.from({ length: 1_500 }, () => small)))).toBe(1_000);
});

test("streams that fail late are paid from the limit of all, and those that begin wrong are not", () => {
  const whole = deflateSync(Buffer.alloc(MIB));
  const cut = streamOf(whole.subarray(0, -4));
  const file = (broken: Buffer, times: number) =>
    Buffer.concat([...Array.from({ length: times }, () => broken), small]);
  expect(countPdfPages(file(cut, 7))).toBe(1);
  // By its size: the page behind them is not read.
  const many = file(cut, 40);
  expect(countPdfPages(many)).toBe(Math.ceil(many.length / 20_000));
  expect(many.length).toBeGreaterThan(20_000);
  expect(countPdfPages(file(streamOf(Buffer.from("encrypted")), 900))).toBe(1);
});

test("the files of a call share one limit", () => {
  const count = createPdfPageCounter();
  const large = streamOf(deflateSync(Buffer.concat([Buffer.alloc(MIB), Buffer.from("/Type/Page/Type/Page")])));
  expect(Array.from({ length: 20 }, () => count(large))).toEqual([...Array(15).fill(2), ...Array(5).fill(1)]);
});
