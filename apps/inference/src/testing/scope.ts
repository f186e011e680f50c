import { createHoldRenewals } from "@cenote/calls";
import type {
  Capability,
  Catalog,
  CatalogSource,
  ChatModel,
  EmbeddingModel,
  Price,
  Provider,
  ProviderCommon,
  Route,
} from "@cenote/catalog";
import type { CallContext, ChatRequest } from "@cenote/contracts";
import { createBackground, decimalOf, silentLog } from "@cenote/core";
import { createCandidateFinder, createRouter } from "@cenote/routing";
import { type ManualClock, createManualClock, createSeededIds } from "@cenote/testkit";
import type { CallScope } from "../call-scope";
import { createLeftAnswers } from "../chat/left-answers";
import { createLongAnswers } from "../chat/long-answers";
import { type FakeBilling, createFakeBilling } from "./fake-billing";
import { type FakeClient, createFakeClient } from "./fake-client";

export interface TestScope {
  readonly scope: CallScope;
  readonly billing: FakeBilling;
  readonly client: FakeClient;
  readonly clock: ManualClock;
}

const timeouts = { connectMs: 1000, firstContentMs: 5000, idleMs: 5000, totalMs: 60_000 };

/** Of any prompt. */
export const ESTIMATED_TOKENS = 10;

const provider = (name: string, options: Partial<ProviderCommon> = {}): Provider => ({
  name,
  account: name,
  kind: "openai-compatible",
  baseUrl: `https://${name}.test/v1`,
  apiKeys: ["k"],
  usable: true,
  headers: {},
  quirks: {},
  zdr: false,
  ...options,
});

const route = (providerName: string, model: string, options: Partial<Route> = {}): Route => ({
  provider: providerName,
  model,
  timeouts,
  zdr: false,
  ...options,
});

const FREE: readonly Price[] = (["input_token", "output_token"] as const).map((unit) => ({
  unit,
  variant: "",
  usdEach: decimalOf(0n),
}));

const chatModel = (id: string, routes: Route[], capabilities: Capability[] = []): ChatModel => ({
  id,
  type: "chat",
  created: 0,
  contextTokens: 128_000,
  maxOutputTokens: 4096,
  typicalOutputTokens: 100,
  capabilities: new Set(capabilities),
  unsupported: "refuse",
  prices: FREE,
  routes,
});

const embeddingModel = (id: string, routes: Route[]): EmbeddingModel => ({
  id,
  type: "embedding",
  created: 0,
  contextTokens: 128_000,
  dimensions: 8,
  prices: FREE,
  routes,
});

const catalogOf = (): Pick<Catalog, "providers" | "models"> => ({
  providers: new Map(
    [provider("one"), provider("two"), provider("keyless", { usable: false, apiKeys: [] })].map((row) => [
      row.name,
      row,
    ]),
  ),
  models: new Map(
    [
      chatModel("test/plain", [route("one", "plain")]),
      chatModel("test/able", [route("one", "able")], ["tools", "vision", "json_schema", "reasoning", "logprobs"]),
      chatModel("test/two-routes", [route("one", "first"), route("two", "second", { zdr: true })]),
      chatModel(
        "test/going-on",
        [route("one", "first"), route("two", "second")],
        ["assistant_prefix", "tools", "json_object"],
      ),
      { ...chatModel("test/dropping", [route("one", "dropping")]), unsupported: "drop" as const },
      {
        ...chatModel("test/swift", [route("one", "first"), route("two", "second")]),
        slowStart: { characters: 10, withinMs: 1_000 },
      },
      {
        ...chatModel("test/seeing", [route("one", "plain")], ["vision"]),
        imageTokens: { low: 2_833, high: 48_169 },
      },
      chatModel("test/keyless", [route("keyless", "none")]),
      embeddingModel("test/embedding", [route("one", "vectors")]),
      embeddingModel("test/keyless-embedding", [route("keyless", "none")]),
    ].map((row) => [row.id, row]),
  ),
});

/** A scope over fakes, with models with one route, two routes and none. A word counts as one token. */
export const createTestScope = (): TestScope => {
  const billing = createFakeBilling();
  const client = createFakeClient();
  const clock = createManualClock();
  const current = catalogOf() as Catalog;
  const catalog: CatalogSource = { current: () => current, onChange: () => () => {}, close: () => {} };
  const words = (text: string) => text.split(/\s+/u).filter((word) => word !== "").length;
  return {
    billing,
    client,
    clock,
    scope: {
      catalog,
      billing: billing.service,
      candidatesOf: createCandidateFinder(),
      router: createRouter({ clock, log: silentLog, random: () => 0.5 }),
      clients: new Map([["openai-compatible", client]]),
      counter: {
        estimatePrompt: () => ESTIMATED_TOKENS,
        countPrompt: () => 7,
        countPromptInTurns: async () => 7,
        countText: words,
        countTextsInTurns: async (_of, texts) => texts.reduce((sum, text) => sum + words(text), 0),
        estimateText: words,
        warmUp: () => {},
      },
      renewals: createHoldRenewals({ clock, log: silentLog }),
      longAnswers: createLongAnswers(clock),
      leftAnswers: createLeftAnswers(clock),
      clock,
      ids: createSeededIds(),
      log: silentLog,
      background: createBackground({ log: silentLog }),
    },
  };
};

export const context = (options: Partial<CallContext> = {}): CallContext => ({
  requestId: "req_00000000000000000000000a",
  organizationId: "00000000-0000-4000-8000-000000000001",
  keyId: "key",
  zdr: false,
  idempotencyKey: "",
  ...options,
});

export const chat = (modelId: string, options: Partial<ChatRequest> = {}): ChatRequest => ({
  model: modelId,
  messages: [
    {
      role: "user",
      content: [{ part: { $case: "text", value: "hello" } }],
      name: "",
      toolCalls: [],
      toolCallId: "",
      reasoning: "",
      reasoningDetails: [],
      refusal: "",
    },
  ],
  stop: [],
  responseFormat: undefined,
  tools: [],
  toolChoice: undefined,
  logitBias: {},
  fallbackModels: [],
  continueOnCut: false,
  ...options,
});
