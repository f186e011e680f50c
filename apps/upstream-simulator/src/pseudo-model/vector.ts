import { createRandom, seedOf } from "./random";

/** A vector of length 1 determined by the seed. */
export const pseudoVector = (seed: string, dimensions: number): Float32Array => {
  const random = createRandom(seedOf(seed));
  return toUnit(Float32Array.from({ length: dimensions }, () => random.next() * 2 - 1));
};

export const toUnit = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};
