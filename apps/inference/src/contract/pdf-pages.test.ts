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

const PAGE = "3 0 obj << /Type /Page /Parent 2 0 R /Resources << /Font << >> >> >> endobj\n";
const kids = (count: number, number = (index: number) => index + 3) =>
  `/Kids [${Array.from({ length: count }, (_, index) => `${number(index)} 0 R`).join(" ")}]`;
const node = (entries: string) => `2 0 obj << /Type /Pages ${entries} >> endobj\n`;

test.each<[string, string, number]>([
  ["a page that is named many times", PAGE + node(kids(500, () => 3)), 500],
  ["lists of lists that are", PAGE + node(kids(20, () => 4)) + node(kids(30, () => 3)), 600],
  ["the same, spelled otherwise", `${PAGE}${node("/#4bi#64#73 [\n3 0 R%R\n 03  0\nR 3 0 R]")}`, 3],
  [
    "what the tree says of itself",
    PAGE + node(`/Count 500 ${kids(1)}`) + node(`/Parent 2 0 R /Count 20 /Kids 9 0 R`),
    500,
  ],
  ["names of which letters are numbers", "<< /Type /#50age >> << /#54ype%a\n/P#61g#65 >> << /Type /Page#73 >>", 2],
  ["no page, but a part of one", "<< /Type /PageLabel >> << /Page /Type >> << /Type /Pages >> << /Type /Page >>", 1],
  ["the items of an outline", `${PAGE}5 0 obj << /Type /Outlines /First 6 0 R /Count 80 >> endobj`, 1],
  ["a form's fields, and a tree of names", `${PAGE}<< /T (a) ${kids(80)} >> << /Limits [(a) (b)] ${kids(90)} >>`, 1],
  ["a list without an end", `${PAGE}/Kids [ 3 0 R 3 0 R /Kids [ 3 0 R /Count 9`, 1],
])("of %s as many are counted as a reader may see", (_, file, pages) => {
  expect(countPdfPages(Buffer.from(file))).toBe(pages);
});

const streamOf = (data: Buffer) => Buffer.concat([Buffer.from("/ObjStm>>stream\n"), data]);
const small = streamOf(deflateSync("/Type/Page"));
const MIB = 1024 * 1024;

test("what streams inflate to is limited, in each and together", () => {
  const bomb = streamOf(deflateSync(Buffer.alloc(17 * MIB)));
  expect(countPdfPages(Buffer.concat([bomb, small, small]))).toBe(2);
  expect(countPdfPages(Buffer.concat(Array.from({ length: 1_500 }, () => small)))).toBe(1_000);
});

test("streams whose name is written otherwise are read as well", () => {
  const stream = Buffer.concat([Buffer.from("/Obj#53tm>>stream\n"), deflateSync("/Type/Page/Type/Page")]);
  expect(countPdfPages(stream)).toBe(2);
});

test("a file of more objects than are looked at counts by its size, if it is large", () => {
  const many = "<<>>".repeat(600_000);
  expect(countPdfPages(Buffer.from(PAGE + many))).toBe(121);
  expect(countPdfPages(Buffer.from(PAGE.repeat(200) + many))).toBe(200);
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
