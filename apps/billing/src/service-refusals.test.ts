import { type BillingService, BudgetPeriod, type UsageLine, UsageUnit } from "@cenote/contracts";
import { DAY_MS, MODEL_ID_CHARACTERS, parseMxn } from "@cenote/core";
import { CHAT, IMAGE } from "./testing/catalog";
import { admission, chatLines, createWorld, record, UNKNOWN } from "./testing/service-world";

const TOO_LONG = "m".repeat(MODEL_ID_CHARACTERS + 1);

type Refusal = readonly [
  name: string,
  param: string,
  call: (service: BillingService, world: Awaited<ReturnType<typeof createWorld>>) => Promise<unknown>,
];

const REFUSALS: readonly Refusal[] = [
  ["a digest that is none", "key_digest", (service) => service.authenticate({ keyDigest: Buffer.alloc(31) })],
  ["no context", "context", (service) => service.admit(admission(undefined))],
  [
    "a request id of another shape",
    "context.request_id",
    (service, { context }) => service.admit(admission(context({ requestId: "req_1" }))),
  ],
  [
    "an organization that is no UUID",
    "context.organization_id",
    (service, { context }) => service.admit(admission(context({ organizationId: "demo" }))),
  ],
  [
    "a key id that is no UUID",
    "context.key_id",
    (service, { context }) => service.admit(admission(context({ keyId: "cen_sk" }))),
  ],
  [
    "a unit nobody knows",
    "estimate[1].unit",
    (service, { context }) =>
      service.admit(
        admission(context(), [
          ...chatLines(1n, 1n).slice(0, 1),
          { unit: UsageUnit.USAGE_UNIT_UNSPECIFIED, quantity: 1n, variant: "" },
        ]),
      ),
  ],
  [
    "a quantity beyond all measure",
    "usage[0].quantity",
    (service, { context }) =>
      service.settle({ context: context(), model: CHAT.id, usage: chatLines(1_000_000_001n, 0n), record }),
  ],
  [
    "too many lines",
    "estimate",
    (service, { context }) =>
      service.admit(
        admission(
          context(),
          Array.from({ length: 65 }, () => chatLines(1n, 1n)[0] as UsageLine),
        ),
      ),
  ],
  [
    "a variant that is too long",
    "estimate[0].variant",
    (service, { context }) =>
      service.admit(
        admission(context(), [{ unit: UsageUnit.USAGE_UNIT_IMAGE, quantity: 1n, variant: "x".repeat(65) }], IMAGE.id),
      ),
  ],
  [
    "a model id that is too long",
    "model",
    (service, { context }) => service.admit(admission(context(), chatLines(1n, 1n), TOO_LONG)),
  ],
  [
    "a hold to grow for one",
    "model",
    (service, { context }) => service.growHold({ context: context(), model: TOO_LONG, estimate: chatLines(1n, 1n) }),
  ],
  [
    "a settlement of one",
    "model",
    (service, { context }) => service.settle({ context: context(), model: TOO_LONG, usage: chatLines(1n, 1n), record }),
  ],
  [
    "a hold for no time",
    "hold_ttl_ms",
    (service, { context }) => service.admit({ ...admission(context()), holdTtlMs: 0 }),
  ],
  [
    "a hold for days",
    "hold_ttl_ms",
    (service, { context }) => service.admit({ ...admission(context()), holdTtlMs: 2 * DAY_MS }),
  ],
  ["an empty name", "name", (service) => service.createOrganization({ name: "" })],
  [
    "a page that is too large",
    "page.size",
    (service) => service.listOrganizations({ page: { size: 1_001, cursor: "" } }),
  ],
  [
    "a cursor of somewhere else",
    "page.cursor",
    (service) => service.listOrganizations({ page: { size: 1, cursor: "12.3" } }),
  ],
  [
    "an organization id that is none",
    "organization_id",
    (service) => service.getOrganization({ organizationId: "demo" }),
  ],
  [
    "a key's name that is too long",
    "name",
    (service, { organizationId }) => service.createApiKey({ organizationId, name: "x".repeat(101) }),
  ],
  [
    "a longer one for a key that is there",
    "name",
    (service, { keyId }) => service.updateApiKey({ keyId, name: "x".repeat(101) }),
  ],
  [
    "a key's limit above its organization's",
    "limits.requests_per_minute",
    (service, { organizationId }) =>
      service.createApiKey({ organizationId, name: "", limits: { requestsPerMinute: 601 } }),
  ],
  [
    "a limit above its organization's for a key that is there",
    "limits.concurrent_requests",
    (service, { keyId }) => service.updateApiKey({ keyId, limits: { concurrentRequests: 65 } }),
  ],
  [
    "an organization's limit beyond all measure",
    "limits.tokens_per_minute",
    (service, { organizationId }) =>
      service.updateOrganization({ organizationId, limits: { tokensPerMinute: 1_000_000_001 } }),
  ],
  [
    "a negative limit",
    "limits.tokens_per_minute",
    (service, { organizationId }) => service.updateOrganization({ organizationId, limits: { tokensPerMinute: -1 } }),
  ],
  [
    "a key's budget without a period",
    "budget.period",
    (service, { organizationId }) =>
      service.createApiKey({
        organizationId,
        name: "",
        budget: { limitNanoMxn: 1n, period: BudgetPeriod.BUDGET_PERIOD_UNSPECIFIED },
      }),
  ],
  [
    "a new key's budget of nothing",
    "budget.limit_nano_mxn",
    (service, { organizationId }) =>
      service.createApiKey({
        organizationId,
        name: "",
        budget: { limitNanoMxn: 0n, period: BudgetPeriod.BUDGET_PERIOD_TOTAL },
      }),
  ],
  [
    "a negative budget for an existing key",
    "budget.limit_nano_mxn",
    (service, { keyId }) =>
      service.updateApiKey({ keyId, budget: { limitNanoMxn: -1n, period: BudgetPeriod.BUDGET_PERIOD_DAY } }),
  ],
  [
    "a key that has expired already",
    "expires",
    (service, { keyId }) => service.updateApiKey({ keyId, expiry: { at: new Date(0) } }),
  ],
  [
    "a key's model without a name",
    "models[1]",
    (service, { keyId }) => service.updateApiKey({ keyId, models: { models: ["openai/*", ""] } }),
  ],
  [
    "more models than a key may list",
    "models",
    (service, { keyId }) =>
      service.updateApiKey({ keyId, models: { models: Array.from({ length: 65 }, (_, index) => `a/${index}`) } }),
  ],
  ["the limits of a key id that is none", "key_id", (service) => service.updateApiKey({ keyId: "1", limits: {} })],
  ["a key id that is none", "key_id", (service) => service.revokeApiKey({ keyId: "1" })],
  [
    "a credit of nothing",
    "amount_nano_mxn",
    (service, { organizationId }) => service.credit({ organizationId, amountNanoMxn: 0n, id: "", note: "" }),
  ],
  [
    "a negative credit",
    "amount_nano_mxn",
    (service, { organizationId }) => service.credit({ organizationId, amountNanoMxn: -1n, id: "", note: "" }),
  ],
  [
    "a credit of everything there is",
    "amount_nano_mxn",
    (service, { organizationId }) => service.credit({ organizationId, amountNanoMxn: 2n ** 62n, id: "", note: "" }),
  ],
  [
    "a credit under the free credit's id",
    "id",
    (service, { organizationId }) => service.credit({ organizationId, amountNanoMxn: 1n, id: "free-credit", note: "" }),
  ],
  [
    "a correction by nothing",
    "amount_nano_mxn",
    (service, { organizationId }) => service.adjust({ organizationId, amountNanoMxn: 0n, id: "", note: "" }),
  ],
  [
    "a correction by everything there is",
    "amount_nano_mxn",
    (service, { organizationId }) => service.adjust({ organizationId, amountNanoMxn: -(2n ** 62n), id: "", note: "" }),
  ],
  [
    "a credit under the id of a top-up",
    "id",
    (service, { organizationId }) => service.credit({ organizationId, amountNanoMxn: 1n, id: "top-up:1", note: "" }),
  ],
  [
    "a correction under the id of a refund",
    "id",
    (service, { organizationId }) =>
      service.adjust({ organizationId, amountNanoMxn: -1n, id: "refund:re_1", note: "" }),
  ],
  [
    "a credit id that is too long",
    "id",
    (service, { organizationId }) =>
      service.credit({ organizationId, amountNanoMxn: 1n, id: "x".repeat(101), note: "" }),
  ],
  [
    "a note that is too long",
    "note",
    (service, { organizationId }) =>
      service.credit({ organizationId, amountNanoMxn: 1n, id: "", note: "x".repeat(501) }),
  ],
  [
    "a day that is none",
    "from_day",
    (service, { organizationId }) => service.getUsage({ organizationId, fromDay: "2026-02-30", toDay: "" }),
  ],
  [
    "thirty days that begin before the year 0",
    "from_day",
    (service, { organizationId }) => service.getUsage({ organizationId, fromDay: "", toDay: "0000-01-15" }),
  ],
  [
    "days the wrong way round",
    "from_day",
    (service, { organizationId }) => service.getUsage({ organizationId, fromDay: "2026-02-02", toDay: "2026-02-01" }),
  ],
  [
    "more than a year of days",
    "from_day",
    (service, { organizationId }) => service.getUsage({ organizationId, fromDay: "2025-01-01", toDay: "2026-02-01" }),
  ],
  [
    "an unknown grouping",
    "group_by",
    (service, { organizationId }) => service.getUsage({ organizationId, fromDay: "", toDay: "", groupBy: 7 as never }),
  ],
  ["a rate that can't be meant", "mxn_per_usd", (service) => service.setFxRate({ mxnPerUsd: "-1" })],
];

describe("an invalid request is rejected, naming the field:", () => {
  test.each(REFUSALS)("%s", async (_name, param, call) => {
    const world = await createWorld();
    await expect(call(world.service, world)).rejects.toMatchObject({ code: "invalid_request_error", param });
    expect(await world.service.getBalance({ organizationId: world.organizationId })).toMatchObject({
      balanceNanoMxn: parseMxn("50"),
      heldNanoMxn: 0n,
    });
  });
});

describe("an unknown organization is not found by", () => {
  const organizationId = UNKNOWN;
  test.each([
    ["getOrganization", (service: BillingService) => service.getOrganization({ organizationId })],
    ["updateOrganization", (service: BillingService) => service.updateOrganization({ organizationId, zdr: true })],
    ["createApiKey", (service: BillingService) => service.createApiKey({ organizationId, name: "" })],
    ["listApiKeys", (service: BillingService) => service.listApiKeys({ organizationId })],
    ["credit", (service: BillingService) => service.credit({ organizationId, amountNanoMxn: 1n, id: "", note: "" })],
    ["adjust", (service: BillingService) => service.adjust({ organizationId, amountNanoMxn: -1n, id: "", note: "" })],
    ["getBalance", (service: BillingService) => service.getBalance({ organizationId })],
    ["listLedgerEntries", (service: BillingService) => service.listLedgerEntries({ organizationId, page: undefined })],
    ["verifyLedger", (service: BillingService) => service.verifyLedger({ organizationId })],
    ["getUsage", (service: BillingService) => service.getUsage({ organizationId, fromDay: "", toDay: "" })],
    [
      "admit",
      (service: BillingService) =>
        service.admit(
          admission({ requestId: `req_${"0".repeat(24)}`, organizationId, keyId: "", zdr: false, idempotencyKey: "" }),
        ),
    ],
    ["revokeApiKey, a key", (service: BillingService) => service.revokeApiKey({ keyId: UNKNOWN })],
  ])("%s", async (_method, call) => {
    const { service } = await createWorld();
    await expect(call(service)).rejects.toMatchObject({ code: "not_found" });
  });
});
