/** RFC 4180, with `\n` between lines and no trailing newline. */
export const formatCsv = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, ...rows].map((cells) => cells.map(quoted).join(",")).join("\n");

/** A spreadsheet would execute a text that begins like a formula. Numbers are the tool's own and safe. */
const FORMULA = /^[=+@\t\r]|^-(?![\d.]+$)/;

const quoted = (cell: string): string => {
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
