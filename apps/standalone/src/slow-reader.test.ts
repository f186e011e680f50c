import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createBilling, createFetchRate } from "@cenote/billing";
import { createMemoryStores } from "@cenote/billing/testing";
import { createCatalogSource } from "@cenote/catalog";
import {
  type BillingService,
  BillingServiceDefinition,
  BudgetPeriod,
  type CallContext,
  type ChatRequest,
  type InferenceService,
  InferenceServiceDefinition,
  type UsageLine,
  UsageUnit,
} from "@cenote/contracts";
import { parseMxn, silentLog } from "@cenote/core";
import { createAnswerCache, createIdempotency } from "@cenote/idempotency";
import { createMemoryIdempotencyStore } from "@cenote/idempotency/testing";
import { createInference } from "@cenote/inference";
import { createGrpcClient, inProcess } from "@cenote/rpc";
import { createGrpcServer } from "@cenote/rpc/server";
import { createManualClock, createSeededIds } from "@cenote/testkit";
import { startSimulator } from "./simulation";

const MODEL = "long/answers";
/** The provider's time limit is one second, so the hold lives for 61 s. */
const YAML = `
free_credit_mxn: "8"
fx: { source: fixed, mxn_per_usd: "20" }
providers: { openai: { kind: openai-compatible, base_url: http://127.0.0.1:9/v1, api_key: k } }
models:
  - id: ${MODEL}
    type: chat
    context_tokens: 1000000
    max_output_tokens: 1000000
    price_usd: { input_per_million_tokens: "1", output_per_million_tokens: "1" }
    timeouts: { total_ms: 1000 }
    routes: [{ provider: openai, model: long }]
`;
const TOKENS = 400_000;
/** More than any connection buffers for a reader. */
const QUESTION = "[[sim words=150000]]";
const STILL_MS = 50;
const STILL_LOOKS = 5;
const STEP_MS = 20_000;
const STEPS = 12;
const POOR = { code: "insufficient_balance" };
const never = new AbortController().signal;

const onClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of onClose.splice(0).reverse()) await close();
});

/** Connects a caller to a service: the only difference between the modes. */
interface Wire {
  billing(service: BillingService): Promise<BillingService>;
  inference(service: InferenceService): Promise<InferenceService>;
}

const options = { token: "t", log: silentLog };
const overGrpc = async (add: (server: ReturnType<typeof createGrpcServer>) => void): Promise<string> => {
  const server = createGrpcServer({ ...options, host: "127.0.0.1", port: 0 });
  add(server);
  const port = await server.listen();
  onClose.push(() => server.drain(1_000));
  return `127.0.0.1:${port}`;
};
const WIRES: [string, Wire][] = [
  [
    "in one process",
    {
      billing: async (service) => inProcess<BillingService>(BillingServiceDefinition, service, { log: silentLog }),
      inference: async (service) =>
        inProcess<InferenceService>(InferenceServiceDefinition, service, { log: silentLog }),
    },
  ],
  [
    "over gRPC",
    {
      async billing(service) {
        const address = await overGrpc((server) => {
          server.add(BillingServiceDefinition, service);
        });
        const connected = createGrpcClient<BillingService>(BillingServiceDefinition, {
          ...options,
          address,
          deadlineMs: 30_000,
        });
        onClose.push(() => {
          connected.close();
        });
        return connected.client;
      },
      async inference(service) {
        const address = await overGrpc((server) => {
          server.add(InferenceServiceDefinition, service);
        });
        const connected = createGrpcClient<InferenceService>(InferenceServiceDefinition, {
          ...options,
          address,
          deadlineMs: 30_000,
        });
        onClose.push(() => {
          connected.close();
        });
        return connected.client;
      },
    },
  ],
];

const openWorld = async (wire: Wire) => {
  const clock = createManualClock(Date.UTC(2026, 2, 1));
  const folder = await mkdtemp(join(tmpdir(), "cenote-slow-reader-"));
  onClose.push(() => rm(folder, { recursive: true }));
  const path = join(folder, "cenote.yaml");
  await writeFile(path, YAML);
  const parts = { clock, ids: createSeededIds(), log: silentLog };
  const catalog = createCatalogSource({ ...parts, path, env: {} });
  onClose.push(() => {
    catalog.close();
  });
  const simulator = await startSimulator(silentLog, folder);
  onClose.push(() => simulator.close());
  const made = await createBilling({
    fetchRate: createFetchRate(undefined),
    ...parts,
    catalog,
    stores: createMemoryStores(),
    masterSecret: "master",
  });
  onClose.push(() => made.close());
  const billing = await wire.billing(made.service);
  const stored = { ...parts, store: createMemoryIdempotencyStore(), secret: "s" };
  const inference = await createInference({
    ...parts,
    catalog,
    billing,
    idempotency: createIdempotency(stored),
    cache: createAnswerCache(stored),
    simulatorUrl: simulator.url,
  });
  onClose.push(() => inference.close());
  let taken = 0;
  const counted: InferenceService = {
    ...inference.service,
    async *streamChatCompletion(...given) {
      for await (const message of inference.service.streamChatCompletion(...given)) {
        taken++;
        yield message;
      }
    },
  };
  /** Waits until the connection buffers no more for a reader that takes nothing: sockets are filled in real time. */
  const untilFilled = async () => {
    for (let still = 0, before = taken; still < STILL_LOOKS; before = taken) {
      await setTimeout(STILL_MS);
      still = taken === before ? still + 1 : 0;
    }
  };
  return { clock, billing, inference: await wire.inference(counted), untilFilled };
};

const chat: ChatRequest = {
  model: MODEL,
  messages: [
    {
      role: "user",
      content: [{ part: { $case: "text", value: QUESTION } }],
      name: "",
      toolCalls: [],
      toolCallId: "",
      reasoning: "",
      reasoningDetails: [],
      refusal: "",
    },
  ],
  maxTokens: TOKENS,
  stop: [],
  responseFormat: undefined,
  tools: [],
  toolChoice: undefined,
  logitBias: {},
  fallbackModels: [],
  continueOnCut: false,
};
const prompt = (tokens: bigint): UsageLine[] => [
  { unit: UsageUnit.USAGE_UNIT_INPUT_TOKEN, quantity: tokens, variant: "" },
];

/** The answer may cost 8.4 pesos. Each payer has a little more or, as a balance, a little less. */
const PAYERS: [string, (billing: BillingService, organizationId: string) => Promise<Partial<CallContext>>][] = [
  ["the balance", async () => ({})],
  [
    "the budget of an API key",
    async (billing, organizationId) => {
      await billing.credit({ organizationId, amountNanoMxn: parseMxn("92"), id: "more", note: "" });
      const budget = { limitNanoMxn: parseMxn("9"), period: BudgetPeriod.BUDGET_PERIOD_TOTAL };
      const { apiKey } = await billing.createApiKey({ organizationId, name: "limited", budget });
      return { keyId: apiKey?.id ?? "" };
    },
  ],
  [
    "the budget of a client token",
    async (billing, organizationId) => {
      await billing.credit({ organizationId, amountNanoMxn: parseMxn("92"), id: "more", note: "" });
      const { apiKey } = await billing.createApiKey({ organizationId, name: "server" });
      const keyId = apiKey?.id ?? "";
      const { clientToken } = await billing.createClientToken({
        organizationId,
        keyId,
        operations: ["chat"],
        models: [],
        origins: [],
        budgetNanoMxn: parseMxn("9"),
        ttlS: 3600,
      });
      return { keyId, clientTokenId: clientToken?.id ?? "" };
    },
  ],
];

describe.each(WIRES)("a reader slower than the life of a hold, %s", (_mode, wire) => {
  test.each(PAYERS)("has %s to himself until he has read or left", async (_what, payerOf) => {
    const { clock, billing, inference, untilFilled } = await openWorld(wire);
    const { organization } = await billing.createOrganization({ name: "Acme" });
    const organizationId = organization?.id ?? "";
    const payer = await payerOf(billing, organizationId);
    let calls = 0;
    const context = (): CallContext => ({
      requestId: `req_${clock.nowMs().toString(16).padStart(11, "0")}${(calls++).toString(16).padStart(13, "0")}`,
      organizationId,
      keyId: "",
      zdr: false,
      idempotencyKey: "",
      ...payer,
    });
    /** A call that needs more than the answer leaves. */
    const other = () =>
      billing.admit({ context: context(), model: MODEL, estimate: prompt(40_000n), holdTtlMs: 60_000 });

    const slow = inference.streamChatCompletion({ context: context(), chat }, never)[Symbol.asyncIterator]();
    expect((await slow.next()).done).toBe(false);
    await untilFilled();
    for (let step = 0; step < STEPS; step++) {
      await clock.advance(STEP_MS);
      await expect(other()).rejects.toMatchObject(POOR);
    }
    await slow.return?.();
    // A caller who has left pays for what was made, and the rest is released.
    for (;;) {
      const { heldNanoMxn } = await billing.getBalance({ organizationId });
      if (heldNanoMxn === 0n) break;
      await clock.advance(1);
    }
    const { entries } = await billing.listLedgerEntries({ organizationId, page: undefined });
    expect(entries.filter(({ charge }) => charge !== undefined)).toHaveLength(1);
    expect(entries.filter(({ type }) => type === "expire")).toEqual([]);
    await other();
    expect(await billing.verifyLedger({ organizationId })).toMatchObject({ ok: true });
  });
});
