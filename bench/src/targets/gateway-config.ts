import { API_KEY, PROVIDER_PATH } from "./simulator";

export const CHAT_MODEL = "gpt-4o-mini";
export const EMBEDDING_MODEL = "text-embedding-3-small";

const PLENTY = 1_000_000_000;

/** `cenote.yaml` of a gateway over the bench's simulator, as JSON, which is YAML. Real prices; no limit that is ever reached. */
export const gatewayConfig = (simulatorUrl: string): string =>
  JSON.stringify({
    free_credit_mxn: "100000000",
    fx: { source: "fixed", mxn_per_usd: "20" },
    limits: { requests_per_minute: PLENTY, tokens_per_minute: PLENTY, concurrent_requests: 100_000 },
    providers: { openai: { kind: "openai-compatible", base_url: `${simulatorUrl}${PROVIDER_PATH}`, api_key: API_KEY } },
    models: [
      {
        id: `openai/${CHAT_MODEL}`, type: "chat", context_tokens: 128_000, max_output_tokens: 16_384,
        price_usd: { input_per_million_tokens: "0.15", cached_input_per_million_tokens: "0.075", output_per_million_tokens: "0.60" },
        routes: [{ provider: "openai", model: CHAT_MODEL }],
      },
      {
        id: `openai/${EMBEDDING_MODEL}`, type: "embedding", dimensions: 1536,
        price_usd: { input_per_million_tokens: "0.02" },
        routes: [{ provider: "openai", model: EMBEDDING_MODEL }],
      },
    ],
  });
