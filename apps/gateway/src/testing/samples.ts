import {
  type CallInfo,
  type ChatEvent,
  type ChatUsage,
  type CreateChatCompletionResponse,
  type CreateEmbeddingsResponse,
  type Model,
  type ModelPrice,
  type Quote,
  UsageUnit,
} from "@cenote/contracts";

export const SAMPLE_KEY = "cen_sk_live_0123456789abcdefghijklmnopqrstuv";
export const SAMPLE_ORGANIZATION_ID = "11111111-1111-4111-8111-111111111111";
export const SAMPLE_CREATED = 1_790_000_000;

export const sampleInfo: CallInfo = {
  rateLimits: {
    requestsLimit: 600,
    requestsRemaining: 599,
    requestsResetMs: 100,
    tokensLimit: 1_000_000,
    tokensRemaining: 999_000,
    tokensResetMs: 60_000,
  },
  attempts: 1,
  upstreamUs: 0,
  droppedFields: [],
  edition: 4,
};

export const sampleUsage: ChatUsage = {
  promptTokens: 9,
  completionTokens: 3,
  totalTokens: 12,
  cachedTokens: 4,
  cacheWriteTokens: 0,
  reasoningTokens: 1,
  costUsd: "0.0000031500",
  costNanoMxn: 63_000n,
};

export const sampleQuote: Quote = {
  model: "openai/gpt-4o-mini",
  expected: {
    model: "openai/gpt-4o-mini",
    promptTokens: 9,
    completionTokens: 100,
    costUsd: "0.00006441750",
    costNanoMxn: 1_288_350n,
  },
  maximum: {
    model: "anthropic/claude-haiku-4-5",
    promptTokens: 12,
    completionTokens: 64_000,
    costUsd: "0.33612600",
    costNanoMxn: 6_722_520_001n,
  },
  mxnPerUsd: "20.00",
  exact: false,
};

export const sampleAnswer: CreateChatCompletionResponse = {
  created: BigInt(SAMPLE_CREATED),
  model: "openai/gpt-4o-mini",
  message: {
    role: "assistant",
    content: [{ part: { $case: "text", value: '¡Hola! \u2028 "quoted"' } }],
    name: "",
    toolCalls: [],
    toolCallId: "",
    reasoning: "",
    reasoningDetails: [],
    refusal: "",
  },
  finishReason: "stop",
  usage: sampleUsage,
  logprobsJson: "",
  info: sampleInfo,
};

export const sampleStarted: ChatEvent["event"] = {
  $case: "started",
  value: { created: BigInt(SAMPLE_CREATED), model: "openai/gpt-4o-mini", info: sampleInfo },
};

export const sampleFinished: ChatEvent["event"] = {
  $case: "finished",
  value: { finishReason: "stop", usage: sampleUsage },
};

export const textEvent = (value: string): ChatEvent["event"] => ({ $case: "text", value });

export const sampleVectors: readonly (readonly number[])[] = [
  [0.5, -0.25, 1],
  [0.125, 0, -2],
];

export const sampleEmbeddings: CreateEmbeddingsResponse = {
  model: "openai/text-embedding-3-small",
  data: sampleVectors.map((vector) => ({ vector: Buffer.from(new Float32Array(vector).buffer) })),
  usage: { promptTokens: 5, totalTokens: 5, costUsd: "0.000000105", costNanoMxn: 2100n },
  info: sampleInfo,
};

const commonModel = { created: BigInt(SAMPLE_CREATED), capabilities: [], zdr: false, durationsS: [], sizes: [] };

export const sampleModels: Model[] = [
  {
    ...commonModel,
    id: "openai/gpt-4o-mini",
    type: "chat",
    contextTokens: 128_000,
    maxOutputTokens: 16_384,
    capabilities: ["tools", "vision"],
    zdr: true,
  },
  { ...commonModel, id: "openai/text-embedding-3-small", type: "embedding", dimensions: 1536 },
  {
    ...commonModel,
    id: "google/veo",
    type: "video",
    defaultDurationS: 8,
    maxDurationS: 8,
    durationsS: [4, 6, 8],
    audio: true,
  },
];

const perMillion = (unit: UsageUnit, usd: string, mxn: string) => ({ unit, variant: "", per: 1_000_000n, usd, mxn });

export const samplePrices: ModelPrice[] = [
  {
    model: "openai/gpt-4o-mini",
    lines: [
      perMillion(UsageUnit.USAGE_UNIT_INPUT_TOKEN, "0.1575", "3.15"),
      perMillion(UsageUnit.USAGE_UNIT_CACHED_INPUT_TOKEN, "0.07875", "1.575"),
      perMillion(UsageUnit.USAGE_UNIT_OUTPUT_TOKEN, "0.63", "12.6"),
    ],
  },
  { model: "openai/text-embedding-3-small", lines: [perMillion(UsageUnit.USAGE_UNIT_INPUT_TOKEN, "0.021", "0.42")] },
  {
    model: "google/veo",
    lines: [{ unit: UsageUnit.USAGE_UNIT_SECOND, variant: "", per: 1n, usd: "0.42", mxn: "8.4" }],
  },
];

export const sampleLimits = { requestsPerMinute: 600, tokensPerMinute: 1_000_000, concurrentRequests: 64 };
