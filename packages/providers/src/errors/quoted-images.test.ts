import { ProviderError } from "../provider-error";
import { withoutImages, withoutQuotedImages } from "./quoted-images";

const PNG = Buffer.from("\x89PNG\r\n\x1a\nand a picture", "latin1").toString("base64");
const JPEG = Buffer.from("\xff\xd8\xff\xe0 and a photograph", "latin1").toString("base64");
const WEBP = Buffer.from("RIFF....WEBPVP8 and more", "latin1").toString("base64");

test.each([
  [
    `No connection adapters were found for 'data:image/jpeg;base64,${JPEG}'`,
    "No connection adapters were found for '[image]'",
  ],
  [`data:image/png;base64,${encodeURIComponent(PNG)}: too small`, "[image]: too small"],
  [`Invalid image ${PNG}, or ${JPEG}, or ${WEBP}.`, "Invalid image [image], or [image], or [image]."],
  ["data:image/png;base64,", "[image]"],
])("images are no part of what is told: %s", (text, told) => {
  expect(withoutQuotedImages(text)).toBe(told);
});

test.each([
  "image: must be a PNG of 300 pixels",
  "https://a.example/9j/abc.png",
  "data: nothing, base64 of it neither",
])("all else is: %s", (text) => {
  expect(withoutQuotedImages(text)).toBe(text);
});

test("a long text takes no longer than its length", () => {
  const text = "data:image/png;base64".repeat(100_000);
  expect(withoutQuotedImages(text)).toBe(text);
});

test("an error stays the same but for its message", () => {
  const error = new ProviderError({ kind: "rejected", message: `no ${PNG}`, status: 422 });
  expect(withoutImages(error)).toMatchObject({ kind: "rejected", message: "no [image]", status: 422 });
  const other = new ProviderError({ kind: "rejected", message: "no" });
  expect(withoutImages(other)).toBe(other);
});
