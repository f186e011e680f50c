import { readDataUrl } from "./data-url";

test.each([
  ["data:image/png;base64,AAAA", { mediaType: "image/png", data: "AAAA" }],
  ["DATA:Image/PNG;name=a.png;BASE64,AA,AA", { mediaType: "image/png", data: "AA,AA" }],
  ["data:;base64,AAAA", { mediaType: "", data: "AAAA" }],
])("the type and the data of %s", (url, expected) => {
  expect(readDataUrl(url)).toEqual(expected);
});

test.each([
  "https://example.com/;base64,AAAA",
  "data:image/png;base64",
  "data:base64,AAAA",
  "data:image/png;base64;a=b,AAAA",
  "data:image/png,AAAA",
])("%s is no data URL in base64", (url) => {
  expect(readDataUrl(url)).toBeUndefined();
});

test("a head of millions of parameters is not taken apart, which takes memory of many times its length", () => {
  const split = jest.spyOn(String.prototype, "split");
  try {
    expect(readDataUrl(`data:image/png${";".repeat(1_000_000)}base64,AAAA`)).toEqual({
      mediaType: "image/png",
      data: "AAAA",
    });
    expect(split).not.toHaveBeenCalled();
  } finally {
    split.mockRestore();
  }
});
