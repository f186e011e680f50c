import type { PdfPart } from "../spec";

export const PDF_TYPE = "application/pdf";

/** OpenAI refuses a file without a name. */
const UNNAMED = "document.pdf";

export const pdfName = ({ name }: PdfPart): string => name ?? UNNAMED;

export const pdfDataUrl = ({ data }: PdfPart): string => `data:${PDF_TYPE};base64,${data}`;
