import { createRandom, seedOf } from "../pseudo-model/random";
import { tokensOf } from "../pseudo-model/tokens";

/** OpenAI's logprobs object for a piece of text. */
export const toLogprobs = (text: string) => ({
  content: tokensOf(text).map((token) => ({
    token,
    logprob: -Math.round(createRandom(seedOf(token)).next() * 1000) / 1000,
    bytes: [...Buffer.from(token)],
    top_logprobs: [],
  })),
  refusal: null,
});
