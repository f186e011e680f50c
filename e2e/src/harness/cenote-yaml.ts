/** Prices whose digits reveal intermediate rounding; the tests' own arithmetic uses the same numbers. */
export const PRICES = {
  chat: {
    input_per_million_tokens: "0.15",
    cached_input_per_million_tokens: "0.075",
    output_per_million_tokens: "0.60",
  },
  odd: {
    input_per_million_tokens: "0.137",
    cached_input_per_million_tokens: "0.0137",
    output_per_million_tokens: "1.913",
  },
  embedding: { input_per_million_tokens: "0.02" },
  largeEmbedding: { input_per_million_tokens: "0.13" },
} as const;

export const MARKUP = "1.05";
export const FX_RATE = "18.4573";

export const CHAT_MODEL = "openai/gpt-4o-mini";
/** A model with another price and another provider. */
export const ODD_MODEL = "mistral/mistral-small";
/** Two routes: `openai` first, then `groq`. */
export const TWO_ROUTE_MODEL = "mix/two-routes";
/** The one model with a route marked zdr. */
export const ZDR_MODEL = "private/zdr-chat";
/** A model without tools, vision, files and json_schema. */
export const PLAIN_MODEL = "groq/plain";
export const EMBEDDING_MODEL = "openai/text-embedding-3-small";
export const LARGE_EMBEDDING_MODEL = "openai/text-embedding-3-large";

/**
 * For every phase of a provider call. A test that waits for a timeout has its own model with a shorter one; no other
 * test should ever reach one, however slow the machine.
 */
const CALL_LIMIT_MS = 600_000;

export interface YamlOptions {
  readonly simulatorUrl: string;
  readonly freeCreditMxn?: string;
  readonly limits?: {
    readonly requestsPerMinute?: number;
    readonly tokensPerMinute?: number;
    readonly concurrentRequests?: number;
    readonly bodyMib?: number;
  };
  readonly overspend?: "finish" | "stop";
  /**
   * Number of extra chat models, which no other test uses: `fresh/1` with one route, `fresh/1-two` with a second one.
   */
  readonly freshModels?: number;
  readonly timeouts?: {
    readonly connectMs?: number;
    readonly firstContentMs?: number;
    readonly idleMs?: number;
    readonly totalMs?: number;
  };
}

/** A complete `cenote.yaml` with chat and embedding models, all simulated. JSON is YAML. */
export const cenoteYaml = ({
  simulatorUrl,
  freeCreditMxn = "50",
  limits = {},
  timeouts = {},
  freshModels = 0,
  overspend = "finish",
}: YamlOptions): string => {
  const provider = (name: string, rest: object = {}) => ({
    kind: "openai-compatible",
    base_url: `${simulatorUrl}/${name}/v1`,
    api_key: UPSTREAM_KEY,
    ...rest,
  });
  const chat = (id: string, routes: readonly object[], rest: object = {}) => ({
    id,
    type: "chat",
    context_tokens: 128_000,
    max_output_tokens: 16_384,
    capabilities: ["tools", "vision", "pdf", "json_object", "json_schema"],
    price_usd: PRICES.chat,
    routes,
    ...rest,
  });
  return JSON.stringify(
    {
      key_prefix: "cen",
      markup: MARKUP,
      free_credit_mxn: freeCreditMxn,
      fx: { source: "fixed", mxn_per_usd: FX_RATE },
      overspend,
      limits: {
        requests_per_minute: limits.requestsPerMinute ?? 100_000,
        tokens_per_minute: limits.tokensPerMinute ?? 1_000_000_000,
        concurrent_requests: limits.concurrentRequests ?? 1_000,
        body_mib: limits.bodyMib ?? 20,
      },
      timeouts: {
        connect_ms: timeouts.connectMs ?? CALL_LIMIT_MS,
        first_content_ms: timeouts.firstContentMs ?? CALL_LIMIT_MS,
        idle_ms: timeouts.idleMs ?? CALL_LIMIT_MS,
        total_ms: timeouts.totalMs ?? CALL_LIMIT_MS,
      },
      providers: {
        openai: provider("openai"),
        mistral: provider("mistral"),
        groq: provider("groq"),
        private: provider("private", { zdr: true }),
      },
      models: [
        chat(CHAT_MODEL, [{ provider: "openai", model: "gpt-4o-mini" }]),
        chat(ODD_MODEL, [{ provider: "mistral", model: "mistral-small-latest" }], { price_usd: PRICES.odd }),
        chat(TWO_ROUTE_MODEL, [
          { provider: "openai", model: "gpt-4o-mini" },
          { provider: "groq", model: "llama-3.3-70b-versatile" },
        ]),
        chat(ZDR_MODEL, [{ provider: "private", model: "private-chat" }]),
        chat(PLAIN_MODEL, [{ provider: "groq", model: "llama-3.3-70b-versatile" }], { capabilities: [] }),
        {
          id: EMBEDDING_MODEL,
          type: "embedding",
          dimensions: 1536,
          price_usd: PRICES.embedding,
          routes: [{ provider: "openai", model: "text-embedding-3-small" }],
        },
        {
          id: LARGE_EMBEDDING_MODEL,
          type: "embedding",
          dimensions: 3072,
          price_usd: PRICES.largeEmbedding,
          routes: [{ provider: "openai", model: "text-embedding-3-large" }],
        },
        ...Array.from({ length: freshModels }, (_, index) => `fresh/${index + 1}`).flatMap((id) => [
          chat(id, [{ provider: "openai", model: id }]),
          chat(`${id}-two`, [
            { provider: "openai", model: `${id}-two` },
            { provider: "groq", model: `${id}-two` },
          ]),
        ]),
      ],
    },
    undefined,
    2,
  );
};

/** Our key for the simulated providers: no caller must ever see it. */
export const UPSTREAM_KEY = "upstream-secret-5f1c";
