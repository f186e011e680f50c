import { pngHead } from "../testing/job-protocol";
import { imageSizeOf } from "./image-size";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");
/** Width and height of 640 and 480. */
const JPEG_HEADER = "ffc2 0011 08 01e0 0280 03 012200 021101 031101";

test.each<[string, Buffer]>([
  ["a PNG", pngHead(640, 480).bytes],
  ["a JPEG", hex(`ffd8 ffe0 0004 0000 ffdb 0003 00 ${JPEG_HEADER}`)],
  ["a JPEG with padded markers and tables before its header", hex(`ffd8 ffff ffc4 0004 0000 ff ${JPEG_HEADER}`)],
  ["a lossy WebP", hex(`52494646 00000000 57454250 56503820 00000000 300000 9d012a 8002 e001`)],
  ["a lossless WebP", hex(`52494646 00000000 57454250 5650384c 00000000 2f 7fc27700 0000000000`)],
  ["an extended WebP", hex(`52494646 00000000 57454250 56503858 0a000000 10000000 7f0200 df0100`)],
])("%s tells its size", (_what, bytes) => {
  expect(imageSizeOf(bytes)).toEqual([640, 480]);
});

test.each<[string, Buffer]>([
  ["nothing", Buffer.alloc(0)],
  ["something else", Buffer.from("GIF89a, and more than enough of it to be read")],
  ["a PNG that breaks off", pngHead(640, 480).bytes.subarray(0, 20)],
  ["a PNG without a width", pngHead(0, 480).bytes],
  ["a JPEG that breaks off", hex("ffd8 ffe0 0004 0000")],
  ["a JPEG whose segments lead nowhere", hex(`ffd8 ffe0 ffff ${JPEG_HEADER}`)],
  ["a WebP of a kind to come", hex(`52494646 00000000 57454250 56503859 ${"00".repeat(20)}`)],
])("%s tells none", (_what, bytes) => {
  expect(imageSizeOf(bytes)).toBeUndefined();
});
