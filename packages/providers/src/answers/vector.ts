import { malformed } from "./answer-failures";
import { endianness } from "node:os";
import type { ProviderError } from "../provider-error";

export const BYTES_PER_FLOAT = 4;

const notNumbers = (): ProviderError => malformed("The provider sent an embedding that does not consist of numbers.");

/**
 * Throws ProviderError `malformed` if one of the little-endian 32-bit floats is infinite or NaN, which JSON can't express.
 * Their exponent bits (the upper byte without its sign, and one bit of the next) are all ones.
 */
export const assertNumbers = (vector: Buffer): void => {
  for (let upper = BYTES_PER_FLOAT - 1; upper < vector.length; upper += BYTES_PER_FLOAT) {
    if (((vector[upper] as number) & 0x7f) === 0x7f && (vector[upper - 1] as number) >= 0x80) throw notNumbers();
  }
};

const bytesOf = (floats: Float32Array): Buffer => {
  const vector = Buffer.from(floats.buffer, floats.byteOffset, floats.byteLength);
  return endianness() === "LE" ? vector : vector.swap32();
};

const floatsOf = (numbers: readonly unknown[]): Float32Array => {
  const floats = new Float32Array(numbers.length);
  for (let i = 0; i < numbers.length; i += 1) {
    const value = numbers[i];
    if (typeof value !== "number" || !Number.isFinite(Math.fround(value))) throw notNumbers();
    floats[i] = value;
  }
  return floats;
};

/** Encodes an embedding as little-endian 32-bit floats. */
export const toVector = (numbers: readonly unknown[]): Buffer => bytesOf(floatsOf(numbers));

/** The same, normalized to length 1. */
export const toUnitVector = (numbers: readonly unknown[]): Buffer => {
  const floats = floatsOf(numbers);
  let sum = 0;
  for (const value of floats) sum += value * value;
  const length = Math.sqrt(sum);
  return bytesOf(length === 0 ? floats : floats.map((value) => value / length));
};
