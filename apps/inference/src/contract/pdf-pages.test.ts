import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { countPdfPages } from "./pdf-pages";

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
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    words.map((word) => deflateSync(word)),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(countPdfPages(Buffer.concat(pieces))).toBeGreaterThanOrEqual(1);
    }),
  );
});

test("what streams inflate to is limited, in each and together", () => {
  const bomb = Buffer.concat([Buffer.from("/ObjStm>>stream\n"), deflateSync(Buffer.alloc(17 * 1024 * 1024))]);
  const small = Buffer.concat([Buffer.from("/ObjStm>>stream\n"), deflateSync("/Type/Page")]);
  expect(countPdfPages(Buffer.concat([bomb, small, small]))).toBe(2);
  const many = Array.from({ length: 1_500 }, () => small);
  expect(countPdfPages(Buffer.concat(many))).toBe(1_000);
});
