import { HTTPS_OR_DATA_URL, HTTPS_URL, PDF_DATA_URL } from "./url-patterns";

test.each([
  [
    "image",
    HTTPS_OR_DATA_URL,
    ["https://a.test", "HTTPS://a.test", "data:image/png;base64,AA", "Data:image/png;base64,AA"],
    ["http://a.test", "HTTP://a.test", "ftp://a.test", "https:a.test"],
  ],
  ["image by address", HTTPS_URL, ["https://a.test", "Https://a.test"], ["data:image/png;base64,AA"]],
  ["file", PDF_DATA_URL, ["data:application/pdf;base64,AA", "DATA:Application/PDF;base64,AA"], ["data:text/plain,AA"]],
])("the scheme of the URL of an %s may be in either case", (_name, pattern, accepted, refused) => {
  const isAccepted = (url: string) => new RegExp(pattern).test(url);
  expect(accepted.filter((url) => !isAccepted(url))).toEqual([]);
  expect(refused.filter(isAccepted)).toEqual([]);
});
