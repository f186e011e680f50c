import type { StatementLine } from "./statement-lines";

/** A spreadsheet would execute a text that begins like a formula. A negative number is safe. */
const FORMULA = /^[=+@\t\r]|^-(?![\d.]+$)/;

const quoted = (cell: string): string => {
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The text that `cenote statement --csv` prints. RFC 4180, with `\n` after each line. */
export const statementCsv = (lines: readonly StatementLine[]): string =>
  [
    ["day", "type", "name", "calls", "amount_mxn", "note"],
    ...lines.map(({ day, type, name, calls, amount, note }) => [day, type, name, String(calls ?? ""), amount, note]),
  ]
    .map((cells) => `${cells.map(quoted).join(",")}\n`)
    .join("");
