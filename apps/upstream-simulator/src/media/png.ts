import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const BIT_DEPTH = 1;
const PALETTE = 3;
/** Width of a stripe, in bytes of eight pixels each. */
const STRIPE_BYTES = 4;

/** Offset of the width in a file; the height follows. */
const SIZE_AT = 16;
const MAX_SIDE = 8192;

/** Width and height; undefined if it is not a PNG, or is larger than any made here. */
export const pngSizeOf = (bytes: Buffer): readonly [number, number] | undefined => {
  if (bytes.length < SIZE_AT + 8 || !bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const size = [bytes.readUInt32BE(SIZE_AT), bytes.readUInt32BE(SIZE_AT + 4)] as const;
  return size.every((side) => side >= 1 && side <= MAX_SIDE) ? size : undefined;
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

/** Slanted stripes; each row is one byte for "no filter" and one bit per pixel. */
const pixels = (width: number, height: number): Buffer => {
  const rowBytes = Math.ceil(width / 8);
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < rowBytes; x++) {
      if ((Math.floor(y / 8) + x) % (2 * STRIPE_BYTES) < STRIPE_BYTES) rows[y * (rowBytes + 1) + 1 + x] = 0xff;
    }
  }
  return rows;
};

/** A PNG of two colours determined by the seed: of the real size in pixels, but small. */
export const makePng = (width: number, height: number, seed: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = BIT_DEPTH;
  header[9] = PALETTE;
  const colours = Buffer.from(
    [seed, seed >>> 8, seed >>> 16, ~seed, ~seed >>> 8, ~seed >>> 16].map((byte) => byte & 0xff),
  );
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", colours),
    chunk("IDAT", deflateSync(pixels(width, height))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};
