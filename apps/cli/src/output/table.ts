/** `decimal` aligns numbers at their decimal points. */
type Alignment = "left" | "right" | "decimal";

export interface Column<Row> {
  readonly title: string;
  readonly align?: Alignment;
  readonly cell: (row: Row) => string;
}

const GAP = "  ";

/** Control characters, line separators, and characters that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Names come from customers: a line break would look like another row, and the terminal would execute an escape
 * sequence.
 */
const printable = (text: string): string =>
  text.replaceAll(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** An aligned table with a heading; `empty` is shown instead if there are no rows. */
export const formatTable = <Row>(rows: readonly Row[], columns: readonly Column<Row>[], empty: string): string => {
  if (rows.length === 0) return empty;
  const printed = columns.map(({ title, align = "left", cell }) =>
    alignColumn(
      title,
      align,
      rows.map((row) => printable(cell(row))),
    ),
  );
  return [-1, ...rows.keys()]
    .map((row) =>
      printed
        .map((cells) => cells[row + 1] ?? "")
        .join(GAP)
        .trimEnd(),
    )
    .join("\n");
};

/** Names on the left and values on the right, one pair per line. */
export const formatFields = (fields: readonly (readonly [name: string, value: string])[]): string => {
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `${name.padEnd(width)}${GAP}${printable(value)}`.trimEnd()).join("\n");
};

/** The numbers, padded to the same number of decimals. */
export const alignDecimals = (numbers: readonly string[]): string[] => {
  const tails = numbers.map((number) => (number.includes(".") ? number.length - number.indexOf(".") : 0));
  const longest = Math.max(0, ...tails);
  return numbers.map((number, index) => number + " ".repeat(longest - (tails[index] ?? 0)));
};

const alignColumn = (title: string, align: Alignment, cells: readonly string[]): string[] => {
  const values = align === "decimal" ? alignDecimals(cells) : cells;
  const width = Math.max(title.length, ...values.map((value) => value.length));
  return [title, ...values].map((value) => (align === "left" ? value.padEnd(width) : value.padStart(width)));
};
