import { createRandom, seedOf } from "../pseudo-model/random";
import { tokensOf } from "../pseudo-model/tokens";

const logProbabilityOf = (token: string): number => -Math.round(createRandom(seedOf(token)).next() * 1000) / 1000;

/** Google's LogprobsResult for a text. @param top How many of the likeliest tokens to report per position. */
export const toLogprobs = (text: string, top: number): object => {
  const tokens = tokensOf(text);
  return {
    chosenCandidates: tokens.map((token, tokenId) => ({ token, tokenId, logProbability: logProbabilityOf(token) })),
    topCandidates: tokens.map((token, tokenId) => ({
      candidates: Array.from({ length: top }, (_candidate, rank) => ({
        token: rank === 0 ? token : `${token}${rank}`,
        tokenId: tokenId + rank,
        logProbability: logProbabilityOf(token) - rank,
      })),
    })),
  };
};
