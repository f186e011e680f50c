import { type CallContext, type UsageLine, UsageUnit } from "@cenote/contracts";
import { silentLog } from "@cenote/core";
import { createManualClock, createSeededIds } from "@cenote/testkit";
import { createBilling } from "../compose";
import { CHAT, testCatalog, testCatalogSource } from "./catalog";
import { createMemoryStores } from "./memory/stores";
import { noRate } from "./no-rate";

export const UNKNOWN = "00000000-0000-4000-8000-00000000ffff";

/** @param nowMs When it begins: by default 1 March 2026 at noon, a Sunday. */
export const createWorld = async (nowMs = Date.UTC(2026, 2, 1, 12)) => {
  const clock = createManualClock(nowMs);
  const stores = createMemoryStores();
  const catalog = testCatalogSource(testCatalog());
  const ids = createSeededIds();
  const startReplica = () =>
    createBilling({ fetchRate: noRate, catalog, stores, clock, ids, log: silentLog, masterSecret: "master" });
  const { service, close, endWatches } = await startReplica();
  const { organization } = await service.createOrganization({ name: "Acme" });
  const organizationId = organization?.id ?? "";
  const { apiKey, secret } = await service.createApiKey({ organizationId, name: "production" });
  let count = 0;
  const context = (changes: Partial<CallContext> = {}): CallContext => ({
    requestId: `req_${(count++).toString(16).padStart(24, "0")}`,
    organizationId,
    keyId: apiKey?.id ?? "",
    zdr: false,
    idempotencyKey: "",
    ...changes,
  });
  const keyId = apiKey?.id ?? "";
  return { clock, catalog, stores, startReplica, service, close, endWatches, organizationId, keyId, secret, context };
};

export const chatLines = (input: bigint, output: bigint): UsageLine[] => [
  { unit: UsageUnit.USAGE_UNIT_INPUT_TOKEN, quantity: input, variant: "" },
  { unit: UsageUnit.USAGE_UNIT_OUTPUT_TOKEN, quantity: output, variant: "" },
];
export const record = {
  kind: "chat",
  stream: true,
  outcome: "ok",
  attempts: [{ route: "openai/chat", outcome: "ok", durationMs: 12 }],
  durationMs: 15,
  firstContentMs: 9,
};
export const admission = (context: CallContext | undefined, estimate = chatLines(1_000n, 500n), model = CHAT.id) => ({
  context,
  model,
  estimate,
  holdTtlMs: 60_000,
});
