import { createBitWriter, type BitWriter } from "./bit-writer";

/** Pixels of a macroblock's side. */
export const MACROBLOCK = 16;

/** A picture of one colour, its size in macroblocks. */
export interface PlainPicture {
  readonly columns: number;
  readonly rows: number;
  /** Luma and the two chroma samples, 16 to 235. */
  readonly colour: readonly [number, number, number];
}

const BASELINE = 66;
const LEVEL_3_1 = 31;
const UNIT = { slice: 0x41, keySlice: 0x65, sequence: 0x67, picture: 0x68 };
const SLICE = { p: 5, i: 7 };
/** For I slices: raw samples; or all predicted from the neighbours' mean, with no residual. */
const MACROBLOCK_TYPE = { samples: 25, mean: 3 };
const FRAME_NUMBER_BITS = 4;
const LUMA_SAMPLES = 256;
const CHROMA_SAMPLES = 64;

/** A unit with emulation prevention bytes, so that it contains no start code. */
const unit = (type: number, payload: Buffer): Buffer => {
  const bytes = [type];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros === 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(bytes);
};

export const sequenceUnit = ({ columns, rows }: Pick<PlainPicture, "columns" | "rows">): Buffer => {
  const writer = createBitWriter();
  writer.bits(BASELINE, 8);
  writer.bits(0xc0, 8); // also fit for the constrained baseline
  writer.bits(LEVEL_3_1, 8);
  writer.ue(0); // its id
  writer.ue(FRAME_NUMBER_BITS - 4);
  writer.ue(2); // output order is decoding order
  writer.ue(1); // reference frames
  writer.bits(0, 1); // no gaps in frame numbers
  writer.ue(columns - 1);
  writer.ue(rows - 1);
  writer.bits(1, 1); // whole frames
  writer.bits(1, 1); // direct 8x8 inference
  writer.bits(0, 2); // no cropping, no usability information
  return unit(UNIT.sequence, writer.end());
};

export const pictureUnit = (): Buffer => {
  const writer = createBitWriter();
  writer.ue(0); // its id
  writer.ue(0); // of the sequence
  writer.bits(0, 2); // CAVLC; no field order
  writer.ue(0); // one slice group
  writer.ue(0); // one reference
  writer.ue(0);
  writer.bits(0, 3); // no weights
  for (let offset = 0; offset < 3; offset++) writer.se(0); // quantizers
  writer.bits(0, 3); // default deblocking, free prediction, no redundant pictures
  return unit(UNIT.picture, writer.end());
};

const sliceHeader = (writer: BitWriter, type: number, frameNumber: number): void => {
  writer.ue(0); // first macroblock
  writer.ue(type);
  writer.ue(0); // picture parameters
  writer.bits(frameNumber, FRAME_NUMBER_BITS);
};

/** The first macroblock has the colour, all others copy it from their neighbours. */
export const keySlice = ({ columns, rows, colour: [luma, blue, red] }: PlainPicture): Buffer => {
  const writer = createBitWriter();
  sliceHeader(writer, SLICE.i, 0);
  writer.ue(0); // id of the key picture
  writer.bits(0, 2); // no output of earlier pictures; no long-term reference
  writer.se(0); // quantizer
  writer.ue(MACROBLOCK_TYPE.samples);
  writer.align();
  for (let sample = 0; sample < LUMA_SAMPLES; sample++) writer.bits(luma, 8);
  for (let sample = 0; sample < CHROMA_SAMPLES; sample++) writer.bits(blue, 8);
  for (let sample = 0; sample < CHROMA_SAMPLES; sample++) writer.bits(red, 8);
  for (let place = 1; place < columns * rows; place++) {
    writer.ue(MACROBLOCK_TYPE.mean);
    writer.ue(0); // chroma: the mean too
    writer.se(0); // quantizer
    // "No coefficients" has a different code next to the first macroblock, which counts as having all of them.
    if (place === 1 || place === columns) writer.bits(0b000011, 6);
    else writer.bits(1, 1);
  }
  return unit(UNIT.keySlice, writer.end());
};

/** A picture that repeats the previous one. */
export const repeatSlice = ({ columns, rows }: PlainPicture, frame: number): Buffer => {
  const writer = createBitWriter();
  sliceHeader(writer, SLICE.p, frame % 2 ** FRAME_NUMBER_BITS);
  writer.bits(0, 3); // usual count and order of references; no marking
  writer.se(0); // quantizer
  writer.ue(columns * rows); // all skipped
  return unit(UNIT.slice, writer.end());
};
