import { pageOf, readCursor } from "./page-cursor";

const rowOf = (index: number) => ({ createdAtMs: index, id: `00000000-0000-4000-8000-00000000000${index}` });

test("a page leads to the next one if a row more than fits was found, and is the last one if not", () => {
  const found = [rowOf(1), rowOf(2), rowOf(3)];
  const { rows, next } = pageOf(found, 2);
  expect(rows).toEqual(found.slice(0, 2));
  expect(readCursor("cursor", next)).toEqual(rowOf(2));
  expect(pageOf(found, 3)).toEqual({ rows: found, next: "" });
  expect(pageOf([], 2)).toEqual({ rows: [], next: "" });
});
