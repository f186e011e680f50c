import type { EmbeddingsCall } from "../spec";
import { invalidCall } from "./invalid-call";

/** The input for protocols that accept only texts. Throws ProviderError `invalid` for arrays of tokens. */
export const embeddedTexts = ({ input }: EmbeddingsCall): string[] =>
  input.map((text) => {
    if (typeof text !== "string") throw invalidCall("input", "this provider takes texts, not arrays of tokens.");
    return text;
  });
