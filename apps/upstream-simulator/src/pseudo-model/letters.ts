import { createRandom, seedOf } from "./random";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** `length` letters and digits determined by the seed, for ids: the same call of the same prompt has the same id. */
export const lettersOf = (seed: string, length: number): string => {
  const random = createRandom(seedOf(seed));
  return Array.from({ length }, () => ALPHABET.charAt(random.below(ALPHABET.length))).join("");
};
