import { readGivenImage, readGivenMask } from "./given-image";
import { PNG } from "./testing/fake-provider";

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]);
const WEBP = Buffer.from("RIFF....WEBPVP8 ", "latin1");

test("an image is what its first bytes say, and the same bytes, not a copy", () => {
  const read = [PNG, JPEG, WEBP].map((bytes) => readGivenImage("image", bytes));
  expect(read.map(({ contentType }) => contentType)).toEqual(["image/png", "image/jpeg", "image/webp"]);
  expect(read[0]?.bytes).toBe(PNG);
});

test.each<[string, () => unknown, string]>([
  ["a GIF", () => readGivenImage("image", Buffer.from("GIF89a")), "image: must be a PNG, JPEG or WebP image."],
  ["SVG", () => readGivenImage("image", Buffer.from("<svg>")), "image: must be a PNG, JPEG or WebP image."],
  ["nothing", () => readGivenImage("image", Buffer.alloc(0)), "image: must not be empty."],
  ["a JPEG for a mask", () => readGivenMask("mask", JPEG), "mask: must be a PNG image."],
])("%s is refused", (_what, read, message) => {
  expect(read).toThrow(expect.objectContaining({ code: "invalid_request_error", message }) as Error);
});
