/** Without it Excel reads every letter with an accent as two others. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Saves a text made here as a file: no request is made. */
export const downloadCsv = (name: string, csv: string): void => {
  const address = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csv], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};
