import { createHash } from "node:crypto";
import { BudgetPeriod, type CallContext, type KeyBudget, type UsageLine, UsageUnit } from "@cenote/contracts";
import { parseMxn } from "@cenote/core";
import { CHAT, IMAGE, testCatalog } from "./testing/catalog";
import { admission, chatLines, createWorld, record, UNKNOWN } from "./testing/service-world";

const sha256 = (text: string) => createHash("sha256").update(text).digest();
const POOR = { code: "insufficient_balance" };

const setUp = async (budget?: KeyBudget, nowMs?: number) => {
  const world = await createWorld(nowMs);
  const { service, organizationId, clock } = world;
  const { apiKey, secret } = await service.createApiKey({ organizationId, name: "limited", budget });
  const keyId = apiKey?.id ?? "";
  let calls = 0;
  /** Ids begin with the time, as those of the gateway do. */
  const context = (changes: Partial<CallContext> = {}) =>
    world.context({
      keyId,
      requestId: `req_${clock.nowMs().toString(16).padStart(11, "0")}${(calls++).toString(16).padStart(13, "0")}`,
      ...changes,
    });
  /** A call of 0.00441 pesos. */
  const call = async (changes: Partial<CallContext> = {}) => {
    const of = context(changes);
    const { outputLimit } = await service.admit({ ...admission(of, chatLines(1_000n, 100n)), mostOutputTokens: 100 });
    await service.settle({ context: of, model: CHAT.id, usage: chatLines(1_000n, 100n), record });
    return outputLimit;
  };
  const keyNow = async () => {
    const { apiKeys } = await service.listApiKeys({ organizationId });
    return apiKeys.find(({ id }) => id === keyId);
  };
  return { ...world, keyId, secret, context, call, keyNow };
};

const budgetOf = (pesos: string, period: BudgetPeriod = BudgetPeriod.BUDGET_PERIOD_TOTAL): KeyBudget => ({
  limitNanoMxn: parseMxn(pesos),
  period,
});

describe("an API key with a budget", () => {
  test("spends that much and no more, while other keys go on", async () => {
    const { service, call, keyNow, organizationId, context } = await setUp(budgetOf("0.01"));
    expect(await call()).toBe(100);
    await call();
    expect((await keyNow())?.budget).toEqual({ ...budgetOf("0.01"), spentNanoMxn: parseMxn("0.00882") });
    await expect(call()).rejects.toMatchObject({
      ...POOR,
      message: "The API key's remaining budget, or the balance behind it, does not cover this call.",
    });
    const other = (await service.createApiKey({ organizationId, name: "other" })).apiKey?.id ?? "";
    expect(await call({ keyId: other })).toBeUndefined();
    expect(await call({ keyId: "" })).toBeUndefined();
    const { entries } = await service.listLedgerEntries({ organizationId, page: undefined });
    expect(entries.filter(({ charge }) => charge?.clientTokenId !== undefined)).toEqual([]);
    await expect(service.admit(admission(context()))).rejects.toMatchObject(POOR);
    expect(await service.verifyLedger({ organizationId })).toMatchObject({ ok: true });
  });

  test("is kept by a call under way when the exchange rate rises", async () => {
    const { service, keyNow, context } = await setUp(budgetOf("1"));
    const of = context();
    const usage: UsageLine[] = [{ unit: UsageUnit.USAGE_UNIT_IMAGE, quantity: 1n, variant: "1024x1024" }];
    const { heldNanoMxn, terms } = await service.admit(admission(of, usage, IMAGE.id));
    await service.setFxRate({ mxnPerUsd: "40" });
    const charge = { context: of, model: IMAGE.id, usage, record, terms };
    expect(await service.settle(charge)).toMatchObject({ costUsd: "0.042", costNanoMxn: heldNanoMxn });
    expect((await keyNow())?.budget?.spentNanoMxn).toBe(parseMxn("0.84"));
    await expect(service.settle({ ...charge, terms: "no terms" })).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "terms",
    });
  });

  test("begins anew with its period; a call belongs to the period in which it began", async () => {
    const april = Date.UTC(2026, 3, 1);
    const monthly = budgetOf("0.005", BudgetPeriod.BUDGET_PERIOD_MONTH);
    const { service, clock, call, keyNow, context } = await setUp(monthly, april - 1_000);
    const late = context();
    await service.admit({ ...admission(late, chatLines(1_000n, 100n)), mostOutputTokens: 100 });
    await expect(call()).rejects.toMatchObject(POOR);
    await clock.advance(2_000);
    await service.settle({ context: late, model: CHAT.id, usage: chatLines(1_000n, 100n), record });
    expect((await keyNow())?.budget).toMatchObject({ spentNanoMxn: 0n, resets: new Date(Date.UTC(2026, 4, 1)) });
    await call();
    await expect(call()).rejects.toMatchObject({
      ...POOR,
      message:
        "The API key's remaining budget, or the balance behind it, does not cover this call. The API key's budget begins anew on 2026-05-01, at midnight UTC.",
    });
  });

  test("begins anew by the configured clock; with another clock it begins anew at once", async () => {
    const { catalog, clock, call, keyNow } = await setUp(
      budgetOf("0.005", BudgetPeriod.BUDGET_PERIOD_DAY),
      Date.UTC(2026, 2, 2, 5, 59),
    );
    await call();
    await expect(call()).rejects.toMatchObject(POOR);
    catalog.change(testCatalog({ budgetUtcOffsetMs: -6 * 3_600_000 }));
    expect((await keyNow())?.budget).toMatchObject({ spentNanoMxn: 0n, resets: new Date(Date.UTC(2026, 2, 2, 6)) });
    await call();
    await expect(call()).rejects.toMatchObject({
      ...POOR,
      message: expect.stringContaining("The API key's budget begins anew on 2026-03-02, at 06:00 UTC."),
    });
    await clock.advance(60_000);
    expect((await keyNow())?.budget).toMatchObject({ spentNanoMxn: 0n, resets: new Date(Date.UTC(2026, 2, 3, 6)) });
    await call();
  });

  test("is spent by a call under way when the clock is changed, which spends of no other", async () => {
    const { service, catalog, keyNow, context, organizationId } = await setUp(
      budgetOf("1", BudgetPeriod.BUDGET_PERIOD_DAY),
    );
    const of = context();
    await service.admit(admission(of));
    catalog.change(testCatalog({ budgetUtcOffsetMs: -6 * 3_600_000 }));
    await service.settle({ context: of, model: CHAT.id, usage: chatLines(1_000n, 100n), record });
    expect(await service.getBalance({ organizationId })).toMatchObject({ heldNanoMxn: 0n });
    expect((await keyNow())?.budget?.spentNanoMxn).toBe(0n);
    catalog.change(testCatalog());
    expect((await keyNow())?.budget?.spentNanoMxn).toBe(parseMxn("0.00441"));
    expect(await service.verifyLedger({ organizationId })).toMatchObject({ ok: true });
  });

  test("is that of the present period for a call admitted long after its own, as one taken over from a dead process is", async () => {
    const { clock, call, keyNow, context } = await setUp(budgetOf("0.005", BudgetPeriod.BUDGET_PERIOD_DAY));
    const [first, second] = [context(), context()];
    await call();
    await clock.advance(15 * 3_600_000);
    await call({ ...first, resumed: true });
    expect((await keyNow())?.budget?.spentNanoMxn).toBe(parseMxn("0.00441"));
    await expect(call({ ...second, resumed: true })).rejects.toMatchObject(POOR);
  });

  test("takes the time of a call from billing's clock where its id has none", async () => {
    const { call } = await setUp(budgetOf("0.005", BudgetPeriod.BUDGET_PERIOD_DAY));
    await call({ requestId: `req_${"f".repeat(24)}` });
    await expect(call({ requestId: `req_${"0".repeat(24)}` })).rejects.toMatchObject(POOR);
  });

  test("can be given more, another period, or no budget at all, at once", async () => {
    const { service, keyId, call } = await setUp(budgetOf("0.005"));
    const change = async (budget: KeyBudget) => (await service.updateApiKey({ keyId, budget })).apiKey?.budget;
    await call();
    await expect(call()).rejects.toMatchObject(POOR);
    expect(await change(budgetOf("0.01"))).toMatchObject({ spentNanoMxn: parseMxn("0.00441") });
    await call();
    await expect(call()).rejects.toMatchObject(POOR);
    expect(await change(budgetOf("0.005", BudgetPeriod.BUDGET_PERIOD_WEEK))).toMatchObject({
      spentNanoMxn: 0n,
      resets: new Date(Date.UTC(2026, 2, 2)),
    });
    await call();
    expect((await service.updateApiKey({ keyId, name: "renamed" })).apiKey?.budget?.period).toBe(
      BudgetPeriod.BUDGET_PERIOD_WEEK,
    );
    await expect(change({ limitNanoMxn: 0n, period: BudgetPeriod.BUDGET_PERIOD_WEEK })).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "budget.limit_nano_mxn",
    });
    await expect(call()).rejects.toMatchObject(POOR);
    expect(await change({ limitNanoMxn: 0n, period: BudgetPeriod.BUDGET_PERIOD_UNSPECIFIED })).toBeUndefined();
    expect(await call()).toBeUndefined();
  });

  test("shares it with its client tokens: both budgets pay, and the scarcer one decides", async () => {
    const { service, organizationId, keyId, call, keyNow } = await setUp(budgetOf("0.01"));
    const tokenOf = async (pesos: string) =>
      (
        await service.createClientToken({
          organizationId,
          keyId,
          operations: ["chat"],
          models: [],
          origins: [],
          budgetNanoMxn: parseMxn(pesos),
          ttlS: 60,
        })
      ).clientToken?.id ?? "";
    const [small, large] = [await tokenOf("0.005"), await tokenOf("5")];
    await call({ clientTokenId: small });
    await expect(call({ clientTokenId: small })).rejects.toMatchObject({
      message: "The client token's or API key's remaining budget, or the balance behind it, does not cover this call.",
    });
    await call({ clientTokenId: large });
    await expect(call({ clientTokenId: large })).rejects.toMatchObject(POOR);
    expect((await keyNow())?.budget?.spentNanoMxn).toBe(parseMxn("0.00882"));
    const { clientTokens } = await service.listClientTokens({ organizationId, page: undefined });
    expect(Object.fromEntries(clientTokens.map(({ id, spentNanoMxn }) => [id, spentNanoMxn]))).toEqual({
      [small]: parseMxn("0.00441"),
      [large]: parseMxn("0.00441"),
    });
    const { entries } = await service.listLedgerEntries({ organizationId, page: { size: 1, cursor: "" } });
    expect(entries[0]?.charge?.clientTokenId).toBe(large);
  });

  test("is held to it by replicas that have never seen it, and after a restart", async () => {
    const { startReplica, close, context, call } = await setUp(budgetOf("0.005"));
    await call();
    await close();
    const { service } = await startReplica();
    await expect(service.admit(admission(context()))).rejects.toMatchObject(POOR);
  });
});

test("a prompt that was only estimated is not let in if a budget pays, and counts for no limit", async () => {
  const { service, keyId, context } = await setUp(budgetOf("0.005"));
  const ask = (promptEstimated: boolean) => service.admit({ ...admission(context()), promptEstimated });
  await expect(ask(true)).rejects.toMatchObject({ code: "invalid_request_error", param: "context.budgeted" });
  expect(await ask(false)).toMatchObject({ rateLimits: { requestsRemaining: 599 } });
  await service.updateApiKey({ keyId, budget: { limitNanoMxn: 0n, period: BudgetPeriod.BUDGET_PERIOD_UNSPECIFIED } });
  await ask(true);
});

test("whether a budget covers a call can be asked without a hold, and without counting for the limits", async () => {
  const { service, context, call, organizationId } = await setUp(budgetOf("0.005"));
  const ask = (input: bigint, changes: Partial<CallContext> = {}) =>
    service.admit({ ...admission(context(changes), chatLines(input, 0n)), holdTtlMs: 0, checkOnly: true });
  const before = await service.getBalance({ organizationId });
  expect(await ask(1_000n)).toMatchObject({ heldNanoMxn: 0n });
  await expect(ask(2_000_000n)).rejects.toMatchObject(POOR);
  expect(await ask(2_000_000n, { keyId: "" })).toMatchObject({ heldNanoMxn: 0n });
  expect(await service.getBalance({ organizationId })).toEqual(before);
  await call();
  await expect(ask(1_000n)).rejects.toMatchObject({
    message: expect.stringMatching(/^The API key's remaining budget/),
  });
});

test("a budget covers a call that costs all that is left of it, but nothing that the balance does not cover", async () => {
  const { service, context, keyId } = await setUp(budgetOf("0.00315"));
  const ask = (input: bigint, changes: Partial<CallContext> = {}) =>
    service.admit({ ...admission(context(changes), chatLines(input, 0n)), holdTtlMs: 0, checkOnly: true });
  expect(await ask(1_000n)).toMatchObject({ heldNanoMxn: 0n });
  await expect(ask(1_001n)).rejects.toMatchObject(POOR);
  await service.updateApiKey({ keyId, budget: budgetOf("1000") });
  expect(await ask(15_800_000n)).toMatchObject({ heldNanoMxn: 0n });
  await expect(ask(15_900_000n)).rejects.toMatchObject(POOR);
  expect(await ask(15_900_000n, { keyId: "" })).toMatchObject({ heldNanoMxn: 0n });
});

test("a call that names a key of another organization is not let in, but one that was let in is settled", async () => {
  const { service, startReplica, context } = await setUp();
  const other = (await service.createOrganization({ name: "Other" })).organization?.id ?? "";
  const foreign = () => context({ organizationId: other });
  // The replica has to look the key up.
  for (const billing of [service, (await startReplica()).service])
    await expect(billing.admit(admission(foreign()))).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "context.key_id",
      message: "`context.key_id` is of another organization.",
    });
  await service.admit(admission(context()));
  await service.settle({ context: foreign(), model: CHAT.id, usage: chatLines(1n, 1n), record });
});

test("a call that names a key which is not there is not let in: no budget and no limit of it would apply", async () => {
  const { service, context } = await setUp();
  const mistyped = context({ keyId: UNKNOWN });
  for (const checkOnly of [undefined, true])
    await expect(service.admit({ ...admission(mistyped), checkOnly })).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "context.key_id",
      message: "`context.key_id` is no API key.",
    });
});

describe("the scope of a restricted API key", () => {
  test("comes with its authentication, and with that of its client tokens", async () => {
    const { service, clock, organizationId, keyId, secret } = await setUp();
    const scope = async (of = secret) => (await service.authenticate({ keyDigest: sha256(of) })).keyScope;
    expect(await scope()).toBeUndefined();
    await service.updateApiKey({ keyId, models: { models: ["openai/*", "openai/*", CHAT.id] } });
    expect(await scope()).toEqual({ models: ["openai/*", CHAT.id], budgeted: false, networks: [] });
    await service.updateApiKey({ keyId, models: { models: [] }, budget: budgetOf("1") });
    expect(await scope()).toEqual({ models: [], budgeted: true, networks: [] });
    const token = await service.createClientToken({
      organizationId,
      keyId,
      operations: ["chat"],
      models: [],
      origins: [],
      budgetNanoMxn: parseMxn("1"),
      ttlS: 60,
    });
    expect(await scope(token.secret)).toEqual({ models: [], budgeted: true, networks: [] });
    const at = new Date(clock.nowMs() + 60_000);
    const budget = budgetOf("0", BudgetPeriod.BUDGET_PERIOD_UNSPECIFIED);
    await service.updateApiKey({ keyId, budget, expiry: { at } });
    expect(await scope()).toEqual({ models: [], budgeted: false, networks: [] });
  });

  test.each(["*", "openai/gpt-*", "open*/gpt", "*/gpt", "/*", ""])("can't have the model %p", async (model) => {
    const { service, keyId } = await setUp();
    await expect(service.updateApiKey({ keyId, models: { models: [CHAT.id, model] } })).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "models[1]",
    });
  });

  test("has the networks it was given, each once, and can't have what is no network", async () => {
    const { service, organizationId, keyId } = await setUp();
    const change = async (networks: string[]) =>
      (await service.updateApiKey({ keyId, networks: { networks } })).apiKey?.networks?.networks;
    expect(await change(["203.0.113.0/24", "::1", "::1"])).toEqual(["203.0.113.0/24", "::1"]);
    expect(await change([])).toBeUndefined();
    for (const network of ["example.com", "10.0.0.0/33", "10.0.0", ""])
      await expect(change(["::1", network])).rejects.toMatchObject({ param: "networks[1]" });
    await expect(change(Array.from({ length: 65 }, (_, index) => `10.0.0.${index}`))).rejects.toMatchObject({
      param: "networks",
    });
    const networks = { networks: ["10.0.0.0/8"] };
    expect((await service.createApiKey({ organizationId, name: "", networks })).apiKey?.networks).toEqual(networks);
  });

  test.each([[0], [Date.UTC(10_000, 0)], [Number.NaN]])("has an end that is a time to come: not %s", async (atMs) => {
    const { service, keyId } = await setUp();
    await expect(service.updateApiKey({ keyId, expiry: { at: new Date(atMs) } })).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "expires",
    });
  });

  test("includes its end, after which neither it nor its client tokens work", async () => {
    const { service, clock, organizationId, keyId, secret } = await setUp();
    const expires = new Date(clock.nowMs() + 60_000);
    expect((await service.updateApiKey({ keyId, expiry: { at: expires } })).apiKey).toMatchObject({ expires });
    const token = await service.createClientToken({
      organizationId,
      keyId,
      operations: ["chat"],
      models: [],
      origins: [],
      budgetNanoMxn: parseMxn("1"),
      ttlS: 600,
    });
    await clock.advance(60_000);
    const keyDigests = [sha256(secret), sha256(token.secret)];
    for (const keyDigest of keyDigests)
      await expect(service.authenticate({ keyDigest })).rejects.toMatchObject({ code: "key_revoked" });
    const { refused } = await service.findRefused({ keyDigests });
    expect(refused.map(({ expired }) => expired)).toEqual([true, true]);
    expect((await service.updateApiKey({ keyId, expiry: {} })).apiKey?.expires).toBeUndefined();
    expect((await service.findRefused({ keyDigests })).refused).toEqual([]);
    expect((await service.listApiKeys({ organizationId })).apiKeys).toHaveLength(2);
  });
});
