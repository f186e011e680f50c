import { toPdfPart as toPart } from "./pdf-part";

const PDF = Buffer.from("%PDF-1.4\n<< /Type /Page >>").toString("base64");

const toPdfPart = (file: Parameters<typeof toPart>[0], param: string) => toPart(file, param, () => 1);

test("a PDF in a data URL becomes a part, with its pages", () => {
  expect(toPdfPart({ url: `data:application/pdf;base64,${PDF}`, name: "bill.pdf" }, "messages[0].content[0]")).toEqual({
    type: "pdf",
    data: PDF,
    name: "bill.pdf",
    pages: 1,
  });
  expect(toPdfPart({ url: `data:application/pdf;name=a;base64,${PDF}`, name: "" }, "p")).toEqual({
    type: "pdf",
    data: PDF,
    pages: 1,
  });
});

test.each([
  ["an address", "https://example.com/a.pdf", "must be a PDF file as a data URL"],
  ["an id", "file-123", "must be a PDF file as a data URL"],
  ["base64 alone", PDF, "must be a PDF file as a data URL"],
  ["another type", `data:video/mp4;base64,${PDF}`, "must be a PDF file as a data URL"],
  ["no base64", "data:application/pdf,%PDF-1.4", "must be a PDF file as a data URL"],
  ["something else named a PDF", `data:application/pdf;base64,${btoa("MZ...")}`, "the data is not a PDF file"],
  ["nothing", "data:application/pdf;base64,", "the data is not a PDF file"],
  ["millions of parameters", `data:application/pdf${";".repeat(10_000_000)}`, "must be a PDF file as a data URL"],
])("%s is refused, naming the field", (_, url, why) => {
  expect(() => toPdfPart({ url, name: "" }, "messages[0].content[1]")).toThrow(
    expect.objectContaining({
      code: "invalid_request_error",
      param: "messages[0].content[1].file.file_data",
      message: expect.stringContaining(why),
    }),
  );
});
