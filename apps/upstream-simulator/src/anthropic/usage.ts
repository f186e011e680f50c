import type { GenerationTokens } from "../pseudo-model/generate";

/** This API's prompt count excludes tokens read from or written to the cache. */
export const toUsage = (tokens: GenerationTokens, markedTokens: number): object => {
  const written = Math.max(0, markedTokens - tokens.cached);
  return {
    input_tokens: tokens.prompt - tokens.cached - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: tokens.cached,
    cache_creation: { ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: 0 },
    output_tokens: tokens.visible + tokens.reasoning,
    output_tokens_details: { thinking_tokens: tokens.reasoning },
    server_tool_use: null,
    service_tier: "standard",
  };
};
