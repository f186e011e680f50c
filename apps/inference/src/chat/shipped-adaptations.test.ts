import { type ChatModel, loadCatalog } from "@cenote/catalog";
import { type ChatCall, FAMILIES } from "@cenote/providers";
import { createCandidateFinder } from "@cenote/routing";
import { join } from "node:path";
import { adaptRoutes } from "./adapt-routes";

const KEYS = [
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "GEMINI_API_KEY",
  "MISTRAL_API_KEY",
  "DEEPSEEK_API_KEY",
  "XAI_API_KEY",
  "GROQ_API_KEY",
  "OPENROUTER_API_KEY",
  "MOONSHOT_API_KEY",
  "ZAI_API_KEY",
  "DASHSCOPE_API_KEY",
  "META_API_KEY",
  "CEREBRAS_API_KEY",
  "TOGETHER_API_KEY",
  "FIREWORKS_API_KEY",
];
const catalog = loadCatalog({
  // Before any shipped model is shut down.
  nowMs: Date.parse("2026-11-23"),
  path: join(__dirname, "no-such-file.yaml"),
  env: Object.fromEntries(KEYS.map((name) => [name, "k"])),
});
const candidatesOf = createCandidateFinder();

/** Where a call with these fields goes, in order, and which of them are dropped; or the field it is rejected for. */
const adaptationOf = (id: string, fields: Partial<ChatCall>): unknown => {
  const model = catalog.models.get(id) as ChatModel;
  const call: ChatCall = { messages: [{ role: "user", content: "Hi" }], ...fields };
  try {
    const { candidates, adaptedCallOf: callOf } = adaptRoutes({
      call,
      candidates: candidatesOf(catalog, model, false),
      tooLong: () => undefined,
      unsupported: ({ kind, targets: [{ target }] }, sent) => FAMILIES.get(kind)!.chat!.unsupported(sent, target),
    });
    return candidates.map((candidate) => [candidate.provider, ...callOf(candidate).droppedFields]);
  } catch (error) {
    return (error as { param?: string }).param;
  }
};

const stops = (count: number): Partial<ChatCall> => ({ stop: Array.from({ length: count }, () => "a") });
const functions = (count: number): Partial<ChatCall> => ({
  tools: Array.from({ length: count }, (_, index) => ({ name: `f${index}` })),
});

const BEGUN: Partial<ChatCall> = {
  messages: [
    { role: "user", content: "Count." },
    { role: "assistant", content: "One," },
  ],
};

const seeing = (url: string): Partial<ChatCall> => ({
  messages: [{ role: "user", content: [{ type: "image", url }] }],
});

test.each<[string, Partial<ChatCall>, unknown]>([
  ["moonshotai/kimi-k3.1-pro", seeing("https://a.test/a.png"), [["fireworks"], ["openrouter"]]],
  ["moonshotai/kimi-k3.1-pro", seeing("data:image/png;base64,AA=="), [["moonshot"], ["fireworks"], ["openrouter"]]],
  ["cerebras/qwen3.8-27b", seeing("https://a.test/a.png"), "messages"],
  ["openai/gpt-4o-mini", stops(4), [["openai"]]],
  ["openai/gpt-4o-mini", stops(5), "stop"],
  ["google/gemini-3.1-flash-lite", stops(5), [["google"]]],
  ["google/gemini-3.1-flash-lite", stops(6), "stop"],
  ["anthropic/claude-haiku-4-5", stops(16), [["anthropic"], ["openrouter"]]],
  ["deepseek/deepseek-flash", stops(16), [["deepseek"]]],
  ["groq/gpt-oss-120b", stops(5), "stop"],
  ["openai/gpt-5.2", functions(128), [["openai"]]],
  ["openai/gpt-5.2", functions(129), "tools"],
  ["openai/gpt-5.4", functions(129), [["openai-responses"]]],
  ["deepseek/deepseek-flash", functions(129), "tools"],
  ["groq/gpt-oss-120b", functions(129), "tools"],
  ["google/gemini-3.1-flash-lite", functions(512), [["google"]]],
])("the shipped %s takes so many and no more", (id, fields, expected) => {
  expect(adaptationOf(id, fields)).toEqual(expected);
});

const RESULT_WITHOUT_CALL: Partial<ChatCall> = {
  messages: [
    { role: "user", content: "Hi" },
    { role: "tool", toolCallId: "a", content: "7" },
  ],
};
const CALL_WITHOUT_RESULT: Partial<ChatCall> = {
  messages: [
    { role: "user", content: "Hi" },
    { role: "assistant", content: "", toolCalls: [{ id: "a", name: "f", arguments: "{}" }] },
    { role: "user", content: "And?" },
  ],
};

test.each([
  ["openai/gpt-4o-mini", "messages[1].tool_calls"],
  ["openai/gpt-6-sol", "messages[1].tool_calls"],
  ["anthropic/claude-haiku-4-5", "messages[1].tool_calls"],
  ["mistral/mistral-small-2603", "messages[1].tool_calls"],
  ["deepseek/deepseek-flash", "messages[1].tool_calls"],
  // Known to accept one, or not known to refuse it.
  ["google/gemini-3.1-flash-lite", [["google"]]],
  ["groq/gpt-oss-120b", [["groq"]]],
])("a tool call without its result: the shipped %s", (id, expected) => {
  expect(adaptationOf(id, CALL_WITHOUT_RESULT)).toEqual(expected);
});

test.each([
  ["openai/gpt-4o-mini", "messages[1].tool_call_id"],
  ["openai/gpt-6-sol", "messages[1].tool_call_id"],
  ["anthropic/claude-haiku-4-5", "messages[1].tool_call_id"],
  ["google/gemini-3.1-flash-lite", "messages[1].tool_call_id"],
  ["groq/gpt-oss-120b", [["groq"]]],
])("a tool's result without its call: the shipped %s", (id, expected) => {
  expect(adaptationOf(id, RESULT_WITHOUT_CALL)).toEqual(expected);
});

const FORCED: Partial<ChatCall> = { tools: [{ name: "f" }], toolChoice: { mode: "required" } };
const GRAMMAR: Partial<ChatCall> = {
  tools: [{ name: "f", custom: { format: { type: "grammar", syntax: "regex", definition: "a+" } } }],
};
const FREE_TEXT: Partial<ChatCall> = { tools: [{ name: "f", custom: { format: { type: "text" } } }] };
const JSON_MODE = { type: "json_object" } as const;
const SCHEMA = { type: "json_schema", name: "n", schema: {} } as const;
const IN_WORDS = "response_format.json_schema.strict";
const BY_ITSELF = "reasoning_effort.default";
const MODE_IN_WORDS = "response_format.type";
const OPENAI_LAST = [["openai-responses"], ["openrouter"], ["openai", "reasoning_effort"]];
const EVERYONE = [["zai"], ["together"], ["fireworks"], ["openrouter"]];

// From the providers' documentation, and from OpenRouter's list of each model's supported parameters.
test.each<[string, Partial<ChatCall>, unknown]>([
  ["anthropic/claude-opus-5-5", {}, [["anthropic"], ["openrouter"]]],
  [
    "anthropic/claude-opus-5-5",
    { seed: 7 },
    [
      ["anthropic", "seed"],
      ["openrouter", "seed"],
    ],
  ],
  [
    "anthropic/claude-sonnet-5-5",
    { logitBias: { 1: 1 } },
    [
      ["anthropic", "logit_bias"],
      ["openrouter", "logit_bias"],
    ],
  ],
  ["openai/gpt-6-sol", { verbosity: "low" }, [["openai"], ["openai-responses"]]],
  [
    "openai/gpt-6.1-sol",
    { reasoningSummary: true },
    [["openai", "reasoning.summary"], ["openai-responses", "reasoning.summary"], ["openrouter"]],
  ],
  ["anthropic/claude-opus-5-5", { reasoningSummary: true }, [["anthropic"], ["openrouter"]]],
  ["openai/gpt-6-luna", { verbosity: "low" }, [["openai"], ["openai-responses"], ["openrouter", "verbosity"]]],
  ["openai/gpt-4o", { verbosity: "low" }, [["openai", "verbosity"]]],
  ["openai/gpt-4o", { verbosity: "medium" }, [["openai"]]],
  [
    "anthropic/claude-haiku-4-5",
    { verbosity: "low" },
    [
      ["anthropic", "verbosity"],
      ["openrouter", "verbosity"],
    ],
  ],
  ["google/gemini-2.5-flash-lite", { verbosity: "high" }, [["google", "verbosity"]]],
  ["anthropic/claude-haiku-4-5", { seed: 7 }, "seed"],
  ["anthropic/claude-haiku-4-5", { temperature: 0.5, stop: ["a"] }, [["anthropic"], ["openrouter"]]],
  ["anthropic/claude-haiku-4-5", { presencePenalty: 1 }, "presence_penalty"],
  ["anthropic/claude-haiku-4-5", { reasoningEffort: "low", maxTokens: 2_047 }, "reasoning_effort"],
  ["anthropic/claude-haiku-4-5", { reasoningEffort: "low", maxTokens: 2_048 }, [["anthropic"], ["openrouter"]]],
  ["anthropic/claude-haiku-5-5", { reasoningEffort: "low", maxTokens: 10 }, [["anthropic"], ["openrouter"]]],
  ["anthropic/claude-opus-5-5", BEGUN, "messages"],
  ["anthropic/claude-haiku-5-5", BEGUN, "messages"],
  [
    "anthropic/claude-fable-5-2",
    { temperature: 0.5, tools: [{ name: "f" }], toolChoice: { mode: "required" } },
    [["anthropic", "temperature", "tool_choice"]],
  ],
  ["anthropic/claude-haiku-4-5", BEGUN, [["anthropic"], ["openrouter"]]],
  ["google/gemini-3.5-flash-lite", BEGUN, "messages"],
  ["google/gemini-3.8-flash", BEGUN, "messages"],
  [
    "google/gemini-3.8-flash",
    { temperature: 0.5, tools: [{ name: "f" }], parallelToolCalls: false },
    [["google", "parallel_tool_calls", "temperature"]],
  ],
  ["google/gemini-4-argon", { topP: 0.9, reasoningEffort: "minimal" }, [["google", "top_p"]]],
  ["google/gemini-2.5-flash-lite", BEGUN, [["google"]]],
  [
    "google/gemini-3.1-flash-lite",
    { tools: [{ name: "f" }], parallelToolCalls: false },
    [["google", "parallel_tool_calls"]],
  ],
  [
    "google/gemini-3.5-flash-lite",
    { tools: [{ name: "f" }], parallelToolCalls: false },
    [
      ["google", "parallel_tool_calls"],
      ["openrouter", "parallel_tool_calls"],
    ],
  ],
  ["google/gemini-3.5-flash-lite", { seed: 7 }, [["google"], ["openrouter"]]],
  ["google/gemini-3.5-flash-lite", { frequencyPenalty: 1 }, "frequency_penalty"],
  ["google/gemini-3.1-flash-lite", { temperature: 0.5 }, [["google"]]],
  [
    "google/gemini-3.5-flash-lite",
    { temperature: 0.5 },
    [
      ["google", "temperature"],
      ["openrouter", "temperature"],
    ],
  ],
  ["openai/gpt-6.1-sol", { seed: 7 }, [["openai"], ["openrouter"], ["openai-responses", "seed"]]],
  [
    "openai/gpt-6.1-sol",
    { temperature: 0.5 },
    [
      ["openai", "temperature"],
      ["openai-responses", "temperature"],
      ["openrouter", "temperature"],
    ],
  ],
  [
    "openai/gpt-6-astra",
    { tools: [{ name: "f" }], reasoningEffort: "high", temperature: 0.5 },
    [
      ["openai-responses", "temperature"],
      ["openrouter", "temperature"],
    ],
  ],
  [
    "openai/gpt-6.1-sol",
    { reasoningEffort: "none" },
    [["openrouter"], ["openai", "reasoning_effort"], ["openai-responses", "reasoning_effort"]],
  ],
  ["openai/gpt-6.1-sol", { tools: [{ name: "f" }] }, [["openai-responses"], ["openrouter"]]],
  ["openai/gpt-6.1-sol", { tools: [{ name: "f" }], maxTokens: 15 }, [["openrouter"]]],
  [
    "openai/gpt-6.1-sol",
    { tools: [{ name: "f" }], reasoningEffort: "high", temperature: 0.5 },
    [
      ["openai-responses", "temperature"],
      ["openrouter", "temperature"],
    ],
  ],
  [
    "openai/gpt-6-sol",
    { temperature: 0.5 },
    [
      ["openai", "temperature"],
      ["openai-responses", "temperature"],
    ],
  ],
  ["openai/gpt-6-sol", { temperature: 0.5, reasoningEffort: "none" }, [["openai"], ["openai-responses"]]],
  [
    "openai/gpt-6-sol",
    { temperature: 0.5, tools: [{ name: "f" }] },
    [
      ["openai", BY_ITSELF],
      ["openai-responses", "temperature"],
    ],
  ],
  ["openai/gpt-6-sol", { tools: [{ name: "f" }] }, [["openai-responses"], ["openai", BY_ITSELF]]],
  ["openai/gpt-6-sol", { tools: [{ name: "f" }], reasoningEffort: "none" }, [["openai"], ["openai-responses"]]],
  ["openai/gpt-6-sol", { tools: [{ name: "f" }], maxTokens: 15 }, [["openai", BY_ITSELF]]],
  ["openai/gpt-5.5", { tools: [{ name: "f" }] }, [["openai-responses"], ["openrouter"], ["openai", BY_ITSELF]]],
  ["openai/gpt-5.4", { tools: [{ name: "f" }] }, [["openai"], ["openai-responses"]]],
  [
    "openai/gpt-6-sol",
    { tools: [{ name: "f" }], reasoningEffort: "low" },
    [["openai-responses"], ["openai", "reasoning_effort"]],
  ],
  [
    "openai/gpt-6-luna",
    { tools: [{ name: "f" }], reasoningEffort: "low" },
    [["openai-responses"], ["openrouter"], ["openai", "reasoning_effort"]],
  ],
  ["openai/gpt-5.4", { temperature: 0.5, tools: [{ name: "f" }] }, [["openai"], ["openai-responses"]]],
  ["openai/gpt-5.4", { maxTokens: 15 }, [["openai"]]],
  [
    "openai/gpt-5.4",
    { tools: [{ name: "f" }], reasoningEffort: "low" },
    [["openai-responses"], ["openai", "reasoning_effort"]],
  ],
  [
    "openai/gpt-5.4",
    { tools: [{ name: "f" }], reasoningEffort: "low", stop: ["a"] },
    [
      ["openai-responses", "stop"],
      ["openai", "stop", "reasoning_effort"],
    ],
  ],
  [
    "openai/gpt-5.4",
    { tools: [{ name: "f" }], reasoningEffort: "low", temperature: 0.5 },
    [
      ["openai-responses", "temperature"],
      ["openai", "reasoning_effort"],
    ],
  ],
  ["openai/gpt-5.4", GRAMMAR, [["openai-responses"], ["openai", "tools.format"]]],
  [
    "openai/gpt-5.4",
    { ...GRAMMAR, seed: 7 },
    [
      ["openai-responses", "seed"],
      ["openai", "tools.format"],
    ],
  ],
  [
    "openai/gpt-6-luna",
    GRAMMAR,
    [["openai-responses"], ["openrouter", "tools.format"], ["openai", BY_ITSELF, "tools.format"]],
  ],
  ["openai/gpt-5.4", FREE_TEXT, [["openai"], ["openai-responses"]]],
  [
    "anthropic/claude-haiku-4-5",
    GRAMMAR,
    [
      ["anthropic", "tools.format"],
      ["openrouter", "tools.format"],
    ],
  ],
  ["google/gemini-3.1-flash-lite", GRAMMAR, [["google", "tools.format"]]],
  ["openai/gpt-5.2", { tools: [{ name: "f" }], reasoningEffort: "low" }, [["openai"]]],
  [
    "openai/gpt-6.1-sol",
    { stop: ["a"] },
    [
      ["openai", "stop"],
      ["openai-responses", "stop"],
      ["openrouter", "stop"],
    ],
  ],
  ["openai/gpt-4o-mini", { stop: ["a"], logitBias: { 1: 1 }, seed: 7 }, [["openai"]]],
  ["mistral/mistral-small-2603", { seed: 7, presencePenalty: 1 }, [["mistral"], ["openrouter"]]],
  ["mistral/mistral-small-2603", { logitBias: { 1: 1 } }, "logit_bias"],
  ["mistral/mistral-large-4", { ...BEGUN, reasoningEffort: "low" }, [["mistral"], ["openrouter"]]],
  ["mistral/mistral-small-2603", { user: "u" }, [["mistral"], ["openrouter"]]],
  ["mistral/mistral-small-2603", { reasoningEffort: "low" }, [["mistral"], ["openrouter"]]],
  ["deepseek/deepseek-flash", { seed: 7 }, "seed"],
  ["deepseek/deepseek-flash", { temperature: 0.5, topP: 0.9 }, [["deepseek", "temperature", "top_p"]]],
  ["deepseek/deepseek-v4-pro", { temperature: 0.5, reasoningEffort: "high" }, [["deepseek", "temperature"]]],
  ["deepseek/deepseek-flash", { temperature: 0.5, reasoningEffort: "none" }, [["deepseek"]]],
  ["xai/grok-4.7", { frequencyPenalty: 1 }, "frequency_penalty"],
  ["deepseek/deepseek-flash", { frequencyPenalty: 1 }, "frequency_penalty"],
  ["xai/grok-4.7", { messages: [{ role: "user", content: "Hi", name: "ana" }] }, [["xai"], ["openrouter"]]],
  [
    "xai/grok-4.7",
    {
      messages: [
        { role: "system", content: "Be kind.", name: "example_user" },
        { role: "user", content: "Hi", name: "ana" },
      ],
    },
    [
      ["xai", "messages.name"],
      ["openrouter", "messages.name"],
    ],
  ],
  ["xai/grok-4.7", { seed: 7 }, [["xai"], ["openrouter"]]],
  ["xai/grok-4.7", { stop: ["a"] }, [["openrouter"]]],
  ["xai/grok-4.7", { reasoningEffort: "none" }, [["openrouter"]]],
  ["xai/grok-4.3", { reasoningEffort: "none" }, [["xai"], ["openrouter"]]],
  ["xai/grok-4.20-non-reasoning", { stop: ["a"] }, [["xai"]]],
  ["groq/gpt-oss-120b", { responseFormat: JSON_MODE, tools: [{ name: "f" }] }, [["groq", MODE_IN_WORDS]]],
  ["groq/gpt-oss-120b", { responseFormat: JSON_MODE, ...FORCED }, [["groq"]]],
  ["cerebras/gpt-oss-120b", { responseFormat: JSON_MODE, tools: [{ name: "f" }] }, [["cerebras", MODE_IN_WORDS]]],
  ["google/gemini-2.5-flash-lite", { responseFormat: JSON_MODE, tools: [{ name: "f" }] }, [["google", MODE_IN_WORDS]]],
  [
    "groq/gpt-oss-120b",
    { responseFormat: JSON_MODE, tools: [{ name: "f" }], toolChoice: { mode: "none" } },
    [["groq"]],
  ],
  ["groq/gpt-oss-120b", { responseFormat: SCHEMA, tools: [{ name: "f" }] }, [["groq", IN_WORDS]]],
  ["groq/gpt-oss-120b", { responseFormat: SCHEMA, ...FORCED }, [["groq"]]],
  ["cerebras/gpt-oss-120b", { responseFormat: SCHEMA, tools: [{ name: "f" }] }, [["cerebras", IN_WORDS]]],
  ["google/gemini-2.5-flash-lite", { responseFormat: SCHEMA, tools: [{ name: "f" }] }, [["google", IN_WORDS]]],
  ["deepseek/deepseek-flash", { responseFormat: SCHEMA, ...FORCED }, [["deepseek", BY_ITSELF]]],
  ["groq/gpt-oss-120b", { reasoningEffort: "none" }, "reasoning_effort"],
  ["groq/qwen3.8-27b", { reasoningEffort: "none" }, [["groq"]]],
  ["deepseek/deepseek-flash", FORCED, [["deepseek", BY_ITSELF]]],
  ["deepseek/deepseek-flash", { ...FORCED, reasoningEffort: "high" }, "reasoning_effort"],
  ["openai/gpt-5.6-luna", { tools: [{ name: "f" }], reasoningEffort: "max" }, OPENAI_LAST],
  [
    "openai/gpt-5.6-sol",
    { temperature: 0.5, reasoningEffort: "none" },
    [
      ["openai", "temperature"],
      ["openai-responses", "temperature"],
    ],
  ],
  [
    "openai/gpt-5.5",
    { temperature: 0.5, reasoningEffort: "none" },
    [["openai"], ["openai-responses"], ["openrouter", "temperature"]],
  ],
  ["openai/gpt-5.2", { presencePenalty: 1 }, [["openai", "presence_penalty"]]],
  ["openai/gpt-5.2", { presencePenalty: 0, frequencyPenalty: 0 }, [["openai"]]],
  [
    "openai/gpt-6-sol",
    { frequencyPenalty: 1, reasoningEffort: "none" },
    [
      ["openai", "frequency_penalty"],
      ["openai-responses", "frequency_penalty"],
    ],
  ],
  [
    "openai/gpt-5.4-mini",
    { presencePenalty: 1, frequencyPenalty: 1 },
    [
      ["openai", "presence_penalty", "frequency_penalty"],
      ["openai-responses", "presence_penalty", "frequency_penalty"],
      ["openrouter", "presence_penalty", "frequency_penalty"],
    ],
  ],
  ["moonshotai/kimi-k3.1-pro", { presencePenalty: 1 }, [["fireworks"], ["openrouter"]]],
  ["moonshotai/kimi-k3.1-pro", FORCED, [["moonshot"], ["fireworks"], ["openrouter"]]],
  ["moonshotai/kimi-k3.1-pro", { reasoningEffort: "none" }, "reasoning_effort"],
  ["moonshotai/kimi-k3", { reasoningEffort: "none" }, "reasoning_effort"],
  ["z-ai/glm-5.3", { responseFormat: SCHEMA }, [["together"], ["fireworks"], ["openrouter"], ["zai", IN_WORDS]]],
  ["deepseek/deepseek-flash", { responseFormat: { ...SCHEMA, strict: true } }, [["deepseek", IN_WORDS]]],
  ["deepseek/deepseek-v4-pro", { responseFormat: SCHEMA, tools: [{ name: "f" }] }, [["deepseek", IN_WORDS]]],
  ["meta-llama/llama-4-scout", { responseFormat: SCHEMA }, [["openrouter", IN_WORDS]]],
  ["minimax/minimax-m3.1-flash", { responseFormat: SCHEMA }, "response_format"],
  ["z-ai/glm-5.3", { responseFormat: JSON_MODE, temperature: 0.5 }, EVERYONE],
  ["z-ai/glm-5.3-flash", stops(2), [["together"], ["fireworks"], ["openrouter"]]],
  ["z-ai/glm-5.3-flash", stops(1), EVERYONE],
  ["qwen/qwen3.8-max", FORCED, "tool_choice"],
  ["qwen/qwen3.8-max", { tools: [{ name: "f" }], responseFormat: SCHEMA }, [["alibaba"], ["openrouter"]]],
  ["meta/muse-spark-1.3", FORCED, "tool_choice"],
  ["meta/muse-spark-1.3", { stop: ["a"] }, "stop"],
  ["meta/muse-spark-1.3", { presencePenalty: 1 }, [["meta"], ["openrouter"]]],
  ["cerebras/qwen3.8-27b", { reasoningEffort: "none" }, [["cerebras"]]],
  ["cerebras/gpt-oss-120b", { reasoningEffort: "none" }, "reasoning_effort"],
])("the shipped %s with %j", (id, fields, expected) => {
  expect(adaptationOf(id, fields)).toEqual(expected);
});

test.each(
  [
    "6-astra",
    "6.2-astra",
    "6.2-sol",
    "6.1-sol",
    "6.1-terra",
    "6-sol",
    "6-luna",
    "5.6-sol",
    "5.6-terra",
    "5.6-luna",
  ].map((name) => `openai/gpt-${name}`),
)("%s is asked for the most reasoning by Responses first: chat completions have no such effort", (id) => {
  const effort = { reasoningEffort: "max" };
  const order = (adaptationOf(id, effort) as string[][]).map(([provider]) => provider);
  expect([order[0], order.at(-1)]).toEqual(["openai-responses", "openai"]);
  for (const {
    kind,
    provider,
    targets: [{ target }],
  } of candidatesOf(catalog, catalog.models.get(id)!, false)) {
    const { body } = FAMILIES.get(kind)!.chat!.toRequest({ messages: [], ...effort }, target, false);
    expect(body).toContain(provider === "openai" ? '"xhigh"' : '"max"');
  }
});
