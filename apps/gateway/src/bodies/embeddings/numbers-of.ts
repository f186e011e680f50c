import { shortestSingle } from "./shortest-single";

/** The numbers of a vector as it comes over the wire. */
export const singlesOf = (vector: Buffer): Float32Array => {
  const length = vector.byteLength / Float32Array.BYTES_PER_ELEMENT;
  // A typed array needs an aligned start. A slice of a larger message may not have one.
  if (vector.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0)
    return new Float32Array(vector.buffer, vector.byteOffset, length);
  return new Float32Array(Uint8Array.from(vector).buffer, 0, length);
};

/** The numbers of a vector of 32-bit floats, with the shortest digits, as a provider's JSON has them. */
export const numbersOf = (vector: Buffer): number[] => Array.from(singlesOf(vector), shortestSingle);
