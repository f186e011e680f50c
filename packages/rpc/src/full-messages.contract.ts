import type { ChatEvent, ChatRequest, CreateChatCompletionResponse } from "@cenote/contracts";

// Messages in which every field is set, to a value that differs from the default.

export const fullChatRequest: ChatRequest = {
  model: "anthropic/claude",
  temperature: 0.1,
  topP: 0,
  maxTokens: 4_000_000_000,
  stop: ["\n", "😀"],
  messages: [
    {
      role: "user",
      name: "ana",
      toolCallId: "t",
      reasoning: "r",
      refusal: "no",
      reasoningDetails: [
        { family: "google", text: "hm", signature: "s1", encrypted: "e", toolCallId: "c1", madeBy: "p/m" },
      ],
      content: [
        { part: { $case: "text", value: "¿qué?" } },
        { part: { $case: "image", value: { url: "data:image/png;base64,AA==", detail: "low" } } },
        { part: undefined },
      ],
      toolCalls: [{ id: "c1", name: "f", arguments: '{"a":1}' }],
    },
  ],
  responseFormat: { type: "json_schema", name: "n", description: "d", schemaJson: "{}", strict: false },
  tools: [
    {
      name: "f",
      description: "d",
      parametersJson: "{}",
      strict: true,
      custom: { type: "grammar", syntax: "lark", definition: "start: A" },
    },
  ],
  toolChoice: { mode: "function", name: "f" },
  parallelToolCalls: false,
  seed: -(2n ** 63n),
  presencePenalty: -2,
  frequencyPenalty: Number.MIN_VALUE,
  reasoningEffort: "xhigh",
  verbosity: "low",
  logprobs: true,
  topLogprobs: 20,
  logitBias: { 50256: -100, 7: 0.5 },
  user: "",
  fallbackModels: ["a/b", "c/d"],
  continueOnCut: true,
};

const info = {
  attempts: 2,
  upstreamUs: 123_456,
  droppedFields: ["seed", "logprobs"],
  shutdownDate: "2027-01-14",
  edition: 1,
  rateLimits: {
    requestsLimit: 600,
    requestsRemaining: 599,
    requestsResetMs: 100,
    tokensLimit: 1_000_000,
    tokensRemaining: 1,
    tokensResetMs: 60_000,
  },
};

const usage = {
  promptTokens: 1,
  completionTokens: 2,
  totalTokens: 3,
  cachedTokens: 4,
  cacheWriteTokens: 5,
  reasoningTokens: 6,
  costUsd: "0.000001575",
  costNanoMxn: 2n ** 62n,
};

export const fullCompletion: CreateChatCompletionResponse = {
  created: 1_763_000_000n,
  model: "anthropic/claude",
  finishReason: "tool_calls",
  usage,
  logprobsJson: '{"content":[]}',
  info,
  message: {
    role: "assistant",
    content: [{ part: { $case: "text", value: "a\u0000b" } }],
    name: "",
    toolCalls: [{ id: "c", name: "f", arguments: "" }],
    toolCallId: "",
    reasoning: "hm",
    refusal: "",
    reasoningDetails: [
      { family: "google", text: "hm", signature: "s1", encrypted: "e", toolCallId: "c1", madeBy: "p/m" },
    ],
  },
};

/** One event of each kind. */
export const fullEvents: ChatEvent[] = [
  { event: { $case: "started", value: { created: 1n, model: "m", info } } },
  { event: { $case: "text", value: "t" } },
  { event: { $case: "reasoning", value: "r" } },
  {
    event: {
      $case: "reasoningDetail",
      value: { family: "anthropic", text: "t", signature: "s", encrypted: "", toolCallId: "", madeBy: "" },
    },
  },
  { event: { $case: "refusal", value: "no" } },
  { event: { $case: "toolCall", value: { index: 3, id: "c", name: "f", arguments: "{" } } },
  { event: { $case: "logprobsJson", value: "{}" } },
  { event: { $case: "finished", value: { finishReason: "stop", usage } } },
];
