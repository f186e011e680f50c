import { createRandom, seedOf } from "../pseudo-model/random";
import type { Dialect } from "./dialect";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** The same call of the same prompt has the same id. */
export const toolCallId = (seed: string, dialect: Dialect): string => {
  const random = createRandom(seedOf(seed));
  const letters = (length: number) => Array.from({ length }, () => ALPHABET.charAt(random.below(ALPHABET.length))).join("");
  return dialect.toolCallIds === "nine" ? letters(9) : `call_${letters(24)}`;
};
