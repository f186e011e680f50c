/** RFC 4180, with `\n` between the lines and none at the end. */
export const formatCsv = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, ...rows].map((cells) => cells.map(quoted).join(",")).join("\n");

/** A text that begins like a formula would be carried out by a spreadsheet; numbers are ours. */
const FORMULA = /^[=+@\t\r]|^-(?![\d.]+$)/;

const quoted = (cell: string): string => {
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
