import { API_KEY, PROVIDER_PATH } from "./simulator";

export const CHAT_MODEL = "gpt-4o-mini";
export const EMBEDDING_MODEL = "text-embedding-3-small";
/** On the gateway only, with a provider that asks to be polled every 2 s. */
export const VIDEO_MODEL = "fal/kling";

const PLENTY = 1_000_000_000;

const chatModel = (id: string, route: { readonly provider: string; readonly model: string }) => ({
  id,
  type: "chat",
  context_tokens: 128_000,
  max_output_tokens: 16_384,
  price_usd: {
    input_per_million_tokens: "0.15",
    cached_input_per_million_tokens: "0.075",
    output_per_million_tokens: "0.60",
  },
  routes: [route],
});

/**
 * `cenote.yaml` of a gateway with the bench's simulator, as JSON, which is YAML. Real prices, and limits that are never
 * reached.
 */
export const gatewayConfig = (simulatorUrl: string): string =>
  JSON.stringify({
    free_credit_mxn: "100000000",
    fx: { source: "fixed", mxn_per_usd: "20" },
    limits: { requests_per_minute: PLENTY, tokens_per_minute: PLENTY, concurrent_requests: 100_000 },
    providers: {
      openai: { kind: "openai-compatible", base_url: `${simulatorUrl}${PROVIDER_PATH}`, api_key: API_KEY },
      anthropic: { kind: "anthropic", base_url: `${simulatorUrl}/anthropic`, api_key: API_KEY },
      google: { kind: "google", base_url: `${simulatorUrl}/google`, api_key: API_KEY },
      fal: { kind: "fal", base_url: `${simulatorUrl}/fal`, api_key: API_KEY },
    },
    models: [
      chatModel(`openai/${CHAT_MODEL}`, { provider: "openai", model: CHAT_MODEL }),
      // With the same model name after a prefix, so that scenarios need not know the family.
      chatModel(`anthropic/${CHAT_MODEL}`, { provider: "anthropic", model: "claude-haiku-4-5" }),
      chatModel(`google/${CHAT_MODEL}`, { provider: "google", model: "gemini-2.5-flash" }),
      {
        id: `openai/${EMBEDDING_MODEL}`,
        type: "embedding",
        dimensions: 1536,
        price_usd: { input_per_million_tokens: "0.02" },
        routes: [{ provider: "openai", model: EMBEDDING_MODEL }],
      },
      {
        id: VIDEO_MODEL,
        type: "video",
        default_duration_s: 5,
        max_duration_s: 10,
        durations_s: [5, 10],
        price_usd: { per_second: "0.04" },
        routes: [{ provider: "fal", model: "fal-ai/kling-video/v2/master/text-to-video" }],
      },
    ],
  });
