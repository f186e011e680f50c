import { alignDecimals, formatFields, formatTable } from "./table";

interface Row {
  readonly name: string;
  readonly amount: string;
}

const columns = [
  { title: "NAME", cell: ({ name }: Row) => name },
  { title: "AMOUNT", align: "decimal", cell: ({ amount }: Row) => amount },
] as const;

test("amounts are aligned at the decimal point", () => {
  const rows = [
    { name: "a", amount: "-0.25" },
    { name: "longer", amount: "1250" },
    { name: "b", amount: "3.000000001" },
  ];
  expect(formatTable(rows, columns, "none").split("\n")).toEqual([
    "NAME            AMOUNT",
    "a         -0.25",
    "longer  1250",
    "b          3.000000001",
  ]);
});

test("without rows only the given text is printed", () => {
  expect(formatTable([], columns, "no entries")).toBe("no entries");
});

test("field values are aligned, without trailing spaces", () => {
  expect(
    formatFields([
      ["id", "1"],
      ["longer", ""],
    ]),
  ).toBe("id      1\nlonger");
});

test("whole numbers are padded as if they had a decimal point", () => {
  expect(alignDecimals(["1", "1.5", "10.25"])).toEqual(["1   ", "1.5 ", "10.25"]);
});

test("a name can neither begin a line of its own nor reach the terminal as a command", () => {
  const name = "evil\u001b[31m\nrow\u009b2J\u202eabc";
  const shown = "evil\\u001b[31m\\u000arow\\u009b2J\\u202eabc";
  expect(formatTable([{ name, amount: "1" }], columns, "none").split("\n")[1]).toBe(`${shown}       1`);
  expect(formatFields([["name", name]])).toBe(`name  ${shown}`);
});
