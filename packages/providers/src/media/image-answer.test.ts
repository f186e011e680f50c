import { imageAnswer, readImages } from "./image-answer";
import { imageFromBase64 } from "./image-bytes";

const PNG = Buffer.from("\x89PNG\r\n\x1a\nrest", "latin1").toString("base64");
const SVG = Buffer.from("<svg onload='alert(1)'>").toString("base64");
const image = imageFromBase64(PNG);

const answer = (items: readonly string[], count: number) =>
  imageAnswer(readImages(items, { count }, imageFromBase64), { count }, { filtered: false, words: "" });

test("an image that can't be read is missing, and does not lose the others, which are billed as well", () => {
  expect(answer([PNG, SVG, PNG], 3)).toEqual({
    images: [image, image],
    missing: "The provider made 2 of 3 images and gave no reason.",
  });
});

test("none that can be read is a failure", () => {
  expect(() => answer([SVG, "!!!"], 2)).toThrow(expect.objectContaining({ kind: "malformed" }));
});

test("what was not asked for is not read", () => {
  const read = jest.fn(imageFromBase64);
  expect(readImages([PNG, ...Array.from({ length: 999 }, () => SVG)], { count: 1 }, read)).toEqual([image]);
  expect(read).toHaveBeenCalledTimes(1);
});

test("what is no image by its provider's word is passed over", () => {
  expect(readImages(["", PNG], { count: 2 }, (text) => (text === "" ? undefined : imageFromBase64(text)))).toEqual([
    image,
  ]);
});
