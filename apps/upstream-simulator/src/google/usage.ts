import type { GenerationTokens } from "../pseudo-model/generate";

/** Tokens so far, which a stream reports with every chunk. */
export const toUsage = ({ prompt, cached, visible, reasoning }: GenerationTokens): object => ({
  promptTokenCount: prompt,
  ...(cached > 0 ? { cachedContentTokenCount: cached } : {}),
  ...(visible > 0 ? { candidatesTokenCount: visible } : {}),
  totalTokenCount: prompt + visible + reasoning,
  promptTokensDetails: [{ modality: "TEXT", tokenCount: prompt }],
  ...(cached > 0 ? { cacheTokensDetails: [{ modality: "TEXT", tokenCount: cached }] } : {}),
  ...(reasoning > 0 ? { thoughtsTokenCount: reasoning } : {}),
});
