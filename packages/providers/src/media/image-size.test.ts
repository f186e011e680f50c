import { pngHead } from "../testing/job-protocol";
import { imageSizeOf } from "./image-size";
import type { InputImage } from "./media-spec";

const image = (type: "png" | "jpeg" | "webp", hex: string): InputImage => ({
  bytes: Buffer.from(hex.replaceAll(" ", ""), "hex"),
  contentType: `image/${type}`,
});

/** Width and height of 640 and 480. */
const JPEG_FRAME = "ffc2 0011 08 01e0 0280 03 012200 021101 031101";

/** EXIF of a JPEG with one entry: in which orientation the camera was. */
const exif = (orientation: number): string =>
  `ffe1 0022 457869660000 4d4d002a 00000008 0001 0112 0003 00000001 000${orientation} 0000 00000000`;

test.each<[string, InputImage]>([
  ["a PNG", pngHead(640, 480)],
  ["a JPEG", image("jpeg", `ffd8 ffe0 0004 0000 ffdb 0003 00 ${JPEG_FRAME}`)],
  ["a JPEG stored upside down", image("jpeg", `ffd8 ${exif(3)} ${JPEG_FRAME}`)],
  ["a lossy WebP", image("webp", `52494646 00000000 57454250 56503820 00000000 300000 9d012a 8002 e001`)],
  ["a lossless WebP", image("webp", `52494646 00000000 57454250 5650384c 00000000 2f 7fc27700 0000000000`)],
  ["an extended WebP", image("webp", `52494646 00000000 57454250 56503858 0a000000 10000000 7f0200 df0100`)],
])("%s tells its size", (_what, of) => {
  expect(imageSizeOf(of)).toEqual([640, 480]);
});

test.each([6, 8])(
  "a photograph stored on its side (EXIF orientation %d) has the size it is shown in",
  (orientation) => {
    expect(imageSizeOf(image("jpeg", `ffd8 ${exif(orientation)} ${JPEG_FRAME}`))).toEqual([480, 640]);
  },
);

test.each<[string, InputImage]>([
  ["nothing", image("png", "")],
  ["a PNG that breaks off", { ...pngHead(640, 480), bytes: pngHead(640, 480).bytes.subarray(0, 20) }],
  ["a PNG without a width", pngHead(0, 480)],
  ["a JPEG that breaks off", image("jpeg", "ffd8 ffe0 0004 0000")],
  ["a JPEG whose segments lead nowhere", image("jpeg", `ffd8 ffe0 ffff ${JPEG_FRAME}`)],
  [
    "a JPEG whose size comes after a quarter of a MiB",
    image("jpeg", `ffd8 ffe0 0004${" 00".repeat(262_144)} ${JPEG_FRAME}`),
  ],
  ["a WebP of a kind to come", image("webp", `52494646 00000000 57454250 56503859 ${"00".repeat(20)}`)],
  ["another kind than is said", { ...pngHead(640, 480), contentType: "image/webp" }],
])("%s tells none", (_what, of) => {
  expect(imageSizeOf(of)).toBeUndefined();
});
