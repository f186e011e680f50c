/** Without it, Excel misreads accented letters. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Saves a text as a file in the browser, without a request. */
export const downloadCsv = (name: string, csv: string): void => {
  const address = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csv], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};
