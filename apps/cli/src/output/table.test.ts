import { alignDecimals, formatFields, formatTable } from "./table";

interface Row {
  readonly name: string;
  readonly amount: string;
}

const columns = [
  { title: "NAME", cell: ({ name }: Row) => name },
  { title: "AMOUNT", align: "decimal", cell: ({ amount }: Row) => amount },
] as const;

test("amounts stand with their points under each other", () => {
  const rows = [{ name: "a", amount: "-0.25" }, { name: "longer", amount: "1250" }, { name: "b", amount: "3.000000001" }];
  expect(formatTable(rows, columns, "none").split("\n")).toEqual([
    "NAME            AMOUNT",
    "a         -0.25",
    "longer  1250",
    "b          3.000000001",
  ]);
});

test("without rows the word for it stands alone", () => {
  expect(formatTable([], columns, "no entries")).toBe("no entries");
});

test("fields line up their values and carry no blanks at the end", () => {
  expect(formatFields([["id", "1"], ["longer", ""]])).toBe("id      1\nlonger");
});

test("whole numbers are padded as if they had a point", () => {
  expect(alignDecimals(["1", "1.5", "10.25"])).toEqual(["1   ", "1.5 ", "10.25"]);
});
