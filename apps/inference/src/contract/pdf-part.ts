import type { FilePart } from "@cenote/contracts";
import { invalidField } from "@cenote/core";
import type { PdfPart } from "@cenote/providers";

/** With few parameters, because the expression would be slow for a long list of them. */
const HEAD = /^data:application\/pdf(?:;[^;,]*){0,9};base64,/i;
/** A file may begin with other bytes, but not with more than these. */
const MAX_BYTES_BEFORE = 1_024;
const MAGIC = "%PDF-";
const MAX_NAME_CHARACTERS = 255;

/**
 * Rejects anything but a PDF file: a provider might accept something else in its place, for which nothing would be held.
 * @param param Path of the part. @param countPages The counter of all files of the call. Errors: invalid_request_error
 * that names the part.
 */
export const toPdfPart = ({ url, name }: FilePart, param: string, countPages: (file: Buffer) => number): PdfPart => {
  const head = HEAD.exec(url);
  if (head === null) {
    throw invalidField(
      `${param}.file.file_data`,
      "must be a PDF file as a data URL, data:application/pdf;base64,... Other types, addresses and ids of files are not supported.",
    );
  }
  const data = url.slice(head[0].length);
  const file = Buffer.from(data, "base64");
  if (!file.toString("latin1", 0, MAX_BYTES_BEFORE + MAGIC.length).includes(MAGIC))
    throw invalidField(`${param}.file.file_data`, "the data is not a PDF file in base64.");
  return {
    type: "pdf",
    data,
    pages: countPages(file),
    ...(name === "" ? {} : { name: name.slice(0, MAX_NAME_CHARACTERS) }),
  };
};
