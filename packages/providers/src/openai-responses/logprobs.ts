import { type Fields, listOf } from "../json-fields";

/** Only a whole answer has the bytes. */
const toToken = ({ token, logprob, bytes = null }: Fields): object => ({ token, logprob, bytes });

/**
 * OpenAI's logprobs object of chat completions.
 * @returns Undefined for an empty list: it comes with every text that was not asked for any.
 */
export const toLogprobs = (wire: unknown): object | undefined => {
  const tokens = listOf(wire);
  if (tokens.length === 0) return undefined;
  return {
    content: tokens.map((token) => ({ ...toToken(token), top_logprobs: listOf(token["top_logprobs"]).map(toToken) })),
    refusal: null,
  };
};
