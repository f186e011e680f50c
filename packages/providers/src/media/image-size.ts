/** Width and height in pixels. */
export type ImageSize = readonly [width: number, height: number];

type ReadSize = (bytes: Buffer) => ImageSize | undefined;

const text = (bytes: Buffer, start: number, end: number): string => bytes.toString("latin1", start, end);

const pngSize: ReadSize = (bytes) =>
  text(bytes, 0, 8) === "\x89PNG\r\n\x1a\n" && bytes.length >= 24
    ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    : undefined;

/** Begin the header of a frame, which has the size. 0xC4, 0xC8 and 0xCC among them are something else. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const jpegSize: ReadSize = (bytes) => {
  if (text(bytes, 0, 2) !== "\xFF\xD8") return undefined;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrameHeader(marker)) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    // A marker may be preceded by any number of these.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
};

const webpSize: ReadSize = (bytes) => {
  if (text(bytes, 0, 4) !== "RIFF" || text(bytes, 8, 12) !== "WEBP" || bytes.length < 30) return undefined;
  switch (text(bytes, 12, 16)) {
    case "VP8 ":
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    case "VP8L": {
      const packed = bytes.readUInt32LE(21);
      return [(packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1];
    }
    case "VP8X":
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
    default:
      return undefined;
  }
};

/** Of a PNG, a JPEG or a WebP; undefined where its first bytes do not tell. */
export const imageSizeOf: ReadSize = (bytes) => {
  const size = pngSize(bytes) ?? jpegSize(bytes) ?? webpSize(bytes);
  return size?.every((side) => side > 0) === true ? size : undefined;
};
