import { keySlice, MACROBLOCK, pictureUnit, repeatSlice, sequenceUnit, type PlainPicture } from "./h264";

export interface PlainVideo {
  /** `16:9` */
  readonly aspectRatio: string;
  readonly durationS: number;
  readonly seed: number;
}

const FRAMES_PER_SECOND = 4;
/** About this many macroblocks, whatever the aspect ratio. */
const AREA = 144;
const TIMESCALE = 1000;
const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0));
  head.write(type, 4, "latin1");
  return Buffer.concat([head, ...parts]);
};

const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, place * 4);
  return bytes;
};

const halves = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [place, value] of values.entries()) bytes.writeUInt16BE(value, place * 2);
  return bytes;
};

/** Parameter sets and slices are prefixed with their length. */
const sized = (slice: Buffer): Buffer => Buffer.concat([words(slice.length), slice]);

const pictureOf = ({ aspectRatio, seed }: PlainVideo): PlainPicture => {
  const [wide = 16, high = 9] = aspectRatio.split(":").map(Number);
  const columns = Math.max(2, Math.round(Math.sqrt((AREA * wide) / high)));
  const sample = (shift: number) => 16 + ((seed >>> shift) % 220);
  return {
    columns,
    rows: Math.max(2, Math.round((columns * high) / wide)),
    colour: [sample(0), sample(8), sample(16)],
  };
};

const sampleEntry = (width: number, height: number, picture: PlainPicture): Buffer => {
  const sequence = sequenceUnit(picture);
  const parameters = pictureUnit();
  const configuration = Buffer.concat([
    Buffer.from([1, ...sequence.subarray(1, 4), 0xff, 0xe1]),
    halves(sequence.length),
    sequence,
    Buffer.from([1]),
    halves(parameters.length),
    parameters,
  ]);
  return box(
    "avc1",
    words(0),
    halves(0, 1),
    words(0, 0, 0, 0),
    halves(width, height),
    words(0x480000, 0x480000, 0),
    halves(1),
    Buffer.alloc(32),
    halves(24, 0xffff),
    box("avcC", configuration),
  );
};

/**
 * A silent H.264 video in MP4, of one colour determined by the seed: with the real length and aspect ratio, but small.
 */
export const makeMp4 = (video: PlainVideo): Buffer => {
  const picture = pictureOf(video);
  const [width, height] = [picture.columns * MACROBLOCK, picture.rows * MACROBLOCK];
  const frames = video.durationS * FRAMES_PER_SECOND;
  const durationMs = video.durationS * TIMESCALE;
  const samples = Array.from({ length: frames }, (_, frame) =>
    sized(frame === 0 ? keySlice(picture) : repeatSlice(picture, frame)),
  );

  const moov = (firstSampleAt: number): Buffer => {
    const table = box(
      "stbl",
      box("stsd", words(0, 1), sampleEntry(width, height, picture)),
      box("stts", words(0, 1, frames, TIMESCALE / FRAMES_PER_SECOND)),
      box("stss", words(0, 1, 1)),
      box("stsc", words(0, 1, 1, frames, 1)),
      box("stsz", words(0, 0, frames, ...samples.map((sample) => sample.length))),
      box("stco", words(0, 1, firstSampleAt)),
    );
    const media = box(
      "mdia",
      box("mdhd", words(0, 0, 0, TIMESCALE, durationMs, 0x55c40000)),
      box("hdlr", words(0, 0), Buffer.from("vide"), words(0, 0, 0), Buffer.from("video\0")),
      box("minf", box("vmhd", words(1, 0, 0)), box("dinf", box("dref", words(0, 1), box("url ", words(1)))), table),
    );
    return box(
      "moov",
      box(
        "mvhd",
        words(0, 0, 0, TIMESCALE, durationMs, 0x10000),
        halves(0x100, 0),
        words(0, 0, ...MATRIX, 0, 0, 0, 0, 0, 0, 2),
      ),
      box(
        "trak",
        box(
          "tkhd",
          words(3, 0, 0, 1, 0, durationMs, 0, 0),
          halves(0, 0, 0, 0),
          words(...MATRIX, width << 16, height << 16),
        ),
        media,
      ),
    );
  };

  const start = box("ftyp", Buffer.from("isom"), words(0x200), Buffer.from("isomiso2avc1mp41"));
  const firstSampleAt = start.length + moov(0).length + 8;
  return Buffer.concat([start, moov(firstSampleAt), box("mdat", ...samples)]);
};
