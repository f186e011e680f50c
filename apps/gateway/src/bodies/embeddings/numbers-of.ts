import { shortestSingle } from "./shortest-single";

/** The numbers of a vector as it comes over the wire. */
export const singlesOf = (vector: Buffer): Float32Array => {
  const length = vector.byteLength / Float32Array.BYTES_PER_ELEMENT;
  // A typed array needs an aligned start; a vector cut out of a larger message may lack it.
  if (vector.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0)
    return new Float32Array(vector.buffer, vector.byteOffset, length);
  return new Float32Array(Uint8Array.from(vector).buffer, 0, length);
};

/** The same in the digits that a provider would write for its singles. */
export const numbersOf = (vector: Buffer): number[] => Array.from(singlesOf(vector), shortestSingle);
