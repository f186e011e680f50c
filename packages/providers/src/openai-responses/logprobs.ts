import { type Fields, listOf } from "../json-fields";

/** Only a plain answer has the bytes. */
const toToken = ({ token, logprob, bytes = null }: Fields): object => ({ token, logprob, bytes });

/**
 * OpenAI's logprobs object of chat completions.
 * @returns Undefined for an empty list, which every text has if no logprobs were requested.
 */
export const toLogprobs = (wire: unknown): object | undefined => {
  const tokens = listOf(wire);
  if (tokens.length === 0) return undefined;
  return {
    content: tokens.map((token) => ({ ...toToken(token), top_logprobs: listOf(token["top_logprobs"]).map(toToken) })),
    refusal: null,
  };
};
