import type { GenerationTokens } from "../pseudo-model/generate";
import type { Dialect } from "./dialect";

export const toUsage = (tokens: GenerationTokens, dialect: Dialect): object => {
  const completion = dialect.countsReasoning ? tokens.visible + tokens.reasoning : tokens.visible;
  return {
    prompt_tokens: tokens.prompt,
    completion_tokens: completion,
    total_tokens: tokens.prompt + tokens.visible + tokens.reasoning,
    prompt_tokens_details: { cached_tokens: tokens.cached, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: tokens.reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
    ...(dialect.cacheHitFields
      ? { prompt_cache_hit_tokens: tokens.cached, prompt_cache_miss_tokens: tokens.prompt - tokens.cached }
      : {}),
  };
};
