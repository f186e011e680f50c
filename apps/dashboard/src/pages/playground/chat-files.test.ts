import { acceptedTypes, faultOfFiles, toPart } from "./chat-files";

const photo = { name: "photo.png", url: "data:image/png;base64,AAAA" };
const report = { name: "report.pdf", url: "data:application/pdf;base64,AAAA" };

it("a model takes the files that its capabilities name", () => {
  expect(acceptedTypes(["TOOLS"])).toEqual([]);
  expect(acceptedTypes(["PDF"])).toEqual(["application/pdf"]);
  expect(faultOfFiles([photo, report], acceptedTypes(["VISION", "PDF"]), [])).toBeUndefined();
  expect(faultOfFiles([photo, report], acceptedTypes(["VISION"]), [])).toContain("report.pdf");
});

it("the files of a whole conversation have a limit", () => {
  const large = { name: "large.png", url: `data:image/png;base64,${"A".repeat(2_000_000)}` };
  const accepted = acceptedTypes(["VISION"]);
  expect(faultOfFiles([large], accepted, [])).toBeUndefined();
  expect(faultOfFiles([large], accepted, [large])).toContain("2.9 MB");
});

it("images and PDF files are parts of a message", () => {
  expect([photo, report].map(toPart)).toEqual([
    { imageUrl: photo.url },
    { file: { filename: "report.pdf", fileData: report.url } },
  ]);
});
