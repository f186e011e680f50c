import { createHash } from "node:crypto";
import { type BillingService, type CallContext, UsageGrouping, UsageUnit } from "@cenote/contracts";
import { type CenoteError, DAY_MS, dayOf, parseMxn } from "@cenote/core";
import { CHAT, IMAGE } from "./testing/catalog";
import { admission, chatLines, createWorld, record } from "./testing/service-world";

const sha256 = (text: string) => createHash("sha256").update(text).digest();

describe("authentication", () => {
  test("returns a key's owner, with the organization's guardrail", async () => {
    const { service, organizationId, keyId, secret } = await createWorld();
    const ask = () => service.authenticate({ keyDigest: sha256(secret) });
    expect(await ask()).toEqual({ organizationId, keyId, zdr: false });
    await service.updateOrganization({ organizationId, zdr: true });
    expect(await ask()).toEqual({ organizationId, keyId, zdr: true });
    await service.revokeApiKey({ keyId });
    await expect(ask()).rejects.toMatchObject({ code: "key_revoked" });
    await expect(service.authenticate({ keyDigest: sha256("made up") })).rejects.toMatchObject({
      code: "invalid_api_key",
    });
  });
});

describe("a call from admission to the books", () => {
  test("is told to have a stored answer as it was said to, and is kept in cells that every version reads", async () => {
    const { service, organizationId, context, stores } = await createWorld();
    const stored = { ...record, attempts: [], cached: true };
    await service.settle({ context: context(), model: CHAT.id, usage: [], record: stored, requiresHold: true });
    const { entries } = await service.listLedgerEntries({ organizationId, page: undefined });
    expect(entries[0]?.charge?.record).toEqual(stored);
    const [block] = await stores.ledger.blocksBefore(organizationId, 3, 1);
    expect(block?.texts[0]).toContain('["chat",true,"ok",[["","cached",0]],15,9]]');
  });

  test("is held, confirmed, grown, settled and listed, and shows in usage and verification", async () => {
    const { service, organizationId, keyId, context } = await createWorld();
    const call = context();
    const admitted = await service.admit(admission(call));
    expect(admitted.heldNanoMxn).toBe(parseMxn("0.00945"));
    expect(admitted.rateLimits).toEqual({
      requestsLimit: 600,
      requestsRemaining: 599,
      requestsResetMs: 60_000,
      tokensLimit: 1_000_000,
      tokensRemaining: 998_500,
      tokensResetMs: 60_000,
    });
    expect(await service.confirmHold({ context: call })).toEqual({});
    const grown = await service.growHold({ context: call, model: CHAT.id, estimate: chatLines(1_000n, 1_500n) });
    expect(grown).toEqual({ heldNanoMxn: parseMxn("0.02205"), availableNanoMxn: parseMxn("49.97795") });
    const settlement = { context: call, model: CHAT.id, usage: chatLines(1_000n, 100n), record };
    const settled = { costUsd: "0.0002205", costNanoMxn: parseMxn("0.00441"), availableNanoMxn: parseMxn("49.99559") };
    expect(await service.settle(settlement)).toEqual(settled);
    expect(await service.settle(settlement)).toEqual(settled);

    const { entries, next } = await service.listLedgerEntries({ organizationId, page: undefined });
    expect([entries.map(({ type }) => type), next]).toEqual([["settle", "hold", "hold", "credit"], ""]);
    expect(entries[0]).toMatchObject({
      requestId: call.requestId,
      amountNanoMxn: 0n - parseMxn("0.00441"),
      balanceNanoMxn: parseMxn("49.99559"),
      charge: {
        model: CHAT.id,
        keyId,
        costUsd: "0.0002205",
        markup: "1.05",
        priceVersion: "v1",
        fx: { mxnPerUsd: "20", source: "fixed" },
        usage: chatLines(1_000n, 100n),
        record,
      },
    });
    expect(await service.verifyLedger({ organizationId: "" })).toMatchObject({
      ok: true,
      organizations: 1n,
      entries: 4n,
      fault: undefined,
    });
    const { rows } = await service.getUsage({ organizationId, fromDay: "", toDay: "" });
    expect(rows).toMatchObject([
      {
        day: "2026-03-01",
        model: CHAT.id,
        calls: 1n,
        failedCalls: 0n,
        inputTokens: 1_000n,
        outputTokens: 100n,
        costNanoMxn: parseMxn("0.00441"),
      },
    ]);
  });

  test("a hold that grows by nothing lives on, as large as it was", async () => {
    const { service, clock, context, organizationId } = await createWorld();
    const call = context();
    const { heldNanoMxn } = await service.admit(admission(call));
    const held = async () => (await service.getBalance({ organizationId })).heldNanoMxn;
    await clock.advance(45_000);
    const renewed = await service.growHold({ context: call, model: CHAT.id, estimate: [], holdTtlMs: 60_000 });
    expect(renewed.heldNanoMxn).toBe(heldNanoMxn);
    await clock.advance(45_000);
    expect(await held()).toBe(heldNanoMxn);
    await clock.advance(30_000);
    expect(await held()).toBe(0n);
  });

  test("that is released leaves an entry without a rate and no charge", async () => {
    const { service, organizationId, context } = await createWorld();
    const call = context();
    await service.admit(admission(call));
    await service.release({ context: call, model: CHAT.id, record: { ...record, outcome: "provider_unavailable" } });
    const { entries } = await service.listLedgerEntries({ organizationId, page: { size: 1, cursor: "" } });
    expect(entries[0]).toMatchObject({
      type: "release",
      charge: { costUsd: "0", fx: undefined, record: { outcome: "provider_unavailable" } },
    });
    expect((await service.getBalance({ organizationId })).balanceNanoMxn).toBe(parseMxn("50"));
  });

  test("is charged whatever its record looks like: what is too long is cut, what is missing is left out", async () => {
    const { service, organizationId, context } = await createWorld();
    const attempts = Array.from({ length: 100 }, () => ({ route: "r".repeat(500), outcome: "ok", durationMs: 1 }));
    await service.settle({
      context: context(),
      model: CHAT.id,
      usage: chatLines(1n, 1n),
      record: { ...record, outcome: "x".repeat(500), attempts },
    });
    await service.settle({ context: context(), model: CHAT.id, usage: chatLines(1n, 1n), record: undefined });
    const { entries } = await service.listLedgerEntries({ organizationId, page: { size: 2, cursor: "" } });
    expect(entries.map(({ charge }) => charge?.record?.attempts.length)).toEqual([0, 64]);
    expect(entries[1]?.charge?.record?.outcome).toHaveLength(64);
  });

  test("of images is held and charged by its row of the price table", async () => {
    const { service, context } = await createWorld();
    const images = [{ unit: UsageUnit.USAGE_UNIT_IMAGE, quantity: 2n, variant: "1024x1024/hd" }];
    expect((await service.admit(admission(context(), images, IMAGE.id))).heldNanoMxn).toBe(parseMxn("3.36"));
  });
});

describe("ids in upper case", () => {
  test("are the ids they are in lower case, of who pays too", async () => {
    const { service, context, organizationId, keyId } = await createWorld();
    const [organization, key] = [organizationId.toUpperCase(), keyId.toUpperCase()];
    expect(organization).not.toBe(organizationId);
    const call = context({ organizationId: organization, keyId: key });
    await service.admit(admission(call));
    expect((await service.getBalance({ organizationId })).heldNanoMxn).toBeGreaterThan(0n);
    await service.settle({ context: call, model: CHAT.id, usage: chatLines(1_000n, 100n), record });
    const { entries } = await service.listLedgerEntries({
      organizationId: organization,
      page: undefined,
      filter: { types: [], keyId: key },
    });
    expect(entries.map((entry) => entry.charge?.keyId)).toEqual([keyId]);
    const { clientToken } = await service.createClientToken({
      organizationId: organization,
      keyId: key,
      operations: ["chat"],
      models: [],
      origins: [],
      budgetNanoMxn: 1n,
      ttlS: 60,
    });
    const revoked = await service.revokeClientToken({
      organizationId: organization,
      clientTokenId: (clientToken?.id ?? "").toUpperCase(),
    });
    expect(revoked.clientToken).toMatchObject({ organizationId, keyId, revoked: expect.any(Date) });
  });
});

describe("replicas", () => {
  test("share keys, organizations, balance and rate", async () => {
    const { clock, startReplica, service, organizationId, keyId, secret, context } = await createWorld();
    const there = (await startReplica()).service;
    expect(await there.authenticate({ keyDigest: sha256(secret) })).toEqual({ organizationId, keyId, zdr: false });
    const call = context();
    await service.admit(admission(call));
    await service.confirmHold({ context: call });
    expect(
      (await there.settle({ context: call, model: CHAT.id, usage: chatLines(1_000n, 100n), record })).availableNanoMxn,
    ).toBe(parseMxn("49.99559"));
    await service.revokeApiKey({ keyId });
    await service.setFxRate({ mxnPerUsd: "21" });
    await service.updateOrganization({ organizationId, zdr: true });
    await clock.advance(1_100);
    await expect(there.authenticate({ keyDigest: sha256(secret) })).rejects.toMatchObject({ code: "key_revoked" });
    expect((await there.getFxRate({})).rate).toMatchObject({ mxnPerUsd: "21", source: "operator" });
    const { secret: another } = await there.createApiKey({ organizationId, name: "" });
    expect((await there.authenticate({ keyDigest: sha256(another) })).zdr).toBe(true);
  });
});

describe("prices", () => {
  test("are what the caller pays: including markup, per million tokens, exact in both currencies", async () => {
    const { service } = await createWorld();
    const { prices } = await service.listPrices({});
    expect(prices.find(({ model }) => model === CHAT.id)?.lines).toEqual([
      { unit: UsageUnit.USAGE_UNIT_INPUT_TOKEN, variant: "", per: 1_000_000n, usd: "0.1575", mxn: "3.15" },
      { unit: UsageUnit.USAGE_UNIT_CACHED_INPUT_TOKEN, variant: "", per: 1_000_000n, usd: "0.07875", mxn: "1.575" },
      { unit: UsageUnit.USAGE_UNIT_OUTPUT_TOKEN, variant: "", per: 1_000_000n, usd: "0.63", mxn: "12.6" },
    ]);
    expect(prices.find(({ model }) => model === IMAGE.id)?.lines).toContainEqual({
      unit: UsageUnit.USAGE_UNIT_IMAGE,
      variant: "1024x1024/hd",
      per: 1n,
      usd: "0.084",
      mxn: "1.68",
    });
  });

  test("follow the rate, which comes with its source and time", async () => {
    const { service } = await createWorld();
    const { rate } = await service.setFxRate({ mxnPerUsd: "10" });
    expect(rate).toEqual({ mxnPerUsd: "10", source: "operator", at: expect.any(Date) as Date });
    expect(await service.getFxRate({})).toEqual({ rate });
    expect((await service.listPrices({})).prices[0]?.lines[0]?.mxn).toBe("1.575");
  });
});

describe("organizations, keys and credit", () => {
  test("a new organization has the free credit, and is returned as stored", async () => {
    const { service, clock } = await createWorld();
    const { organization, balanceNanoMxn } = await service.createOrganization({ name: "Second" });
    expect(balanceNanoMxn).toBe(parseMxn("50"));
    expect(organization).toMatchObject({ name: "Second", zdr: false, created: new Date(clock.nowMs()) });
    const id = organization?.id ?? "";
    expect(await service.getOrganization({ organizationId: id })).toEqual({ organization });
    expect(await service.updateOrganization({ organizationId: id })).toEqual({ organization });
    const first = await service.listOrganizations({ page: { size: 1, cursor: "" } });
    const second = await service.listOrganizations({ page: { size: 1, cursor: first.next } });
    expect([...first.organizations, ...second.organizations].map(({ name }) => name).sort()).toEqual([
      "Acme",
      "Second",
    ]);
    expect(second.next).toBe("");
  });

  test("limits are an organization's or a key's own, apply from the next call, and a key's never exceed its organization's", async () => {
    const { clock, startReplica, service, organizationId, keyId, context } = await createWorld();
    const there = (await startReplica()).service;
    const inForce = async (on: BillingService, changes: Partial<CallContext> = {}) => {
      const { rateLimits } = await on.admit(admission(context(changes), chatLines(1n, 1n)));
      return [rateLimits?.requestsLimit, rateLimits?.tokensLimit];
    };
    expect([await inForce(service), await inForce(there)]).toEqual([
      [600, 1_000_000],
      [600, 1_000_000],
    ]);
    const { organization } = await service.updateOrganization({
      organizationId,
      limits: { requestsPerMinute: 1_200, tokensPerMinute: 5_000 },
    });
    expect(organization).toMatchObject({
      limits: { requestsPerMinute: 1_200, tokensPerMinute: 5_000 },
      limitsInForce: { requestsPerMinute: 1_200, tokensPerMinute: 5_000, concurrentRequests: 64 },
    });
    const { apiKey } = await service
      .updateApiKey({ keyId, name: "laptop" })
      .then(() => service.updateApiKey({ keyId, limits: { requestsPerMinute: 900 } }));
    expect(apiKey).toMatchObject({
      name: "laptop",
      limits: { requestsPerMinute: 900 },
      limitsInForce: { requestsPerMinute: 900, tokensPerMinute: 5_000, concurrentRequests: 64 },
    });
    expect([await inForce(service), await inForce(service, { keyId: "" })]).toEqual([
      [900, 5_000],
      [1_200, 5_000],
    ]);
    await clock.advance(1_000);
    expect(await inForce(there)).toEqual([900, 5_000]);
    await service.updateOrganization({ organizationId, limits: { requestsPerMinute: 100, tokensPerMinute: 0 } });
    expect(await inForce(service)).toEqual([100, 1_000_000]);
    const { apiKeys } = await service.listApiKeys({ organizationId });
    expect(apiKeys).toMatchObject([
      { limits: { requestsPerMinute: 900 }, limitsInForce: { requestsPerMinute: 100, tokensPerMinute: 1_000_000 } },
    ]);
    expect(
      (await service.createApiKey({ organizationId, name: "", limits: { requestsPerMinute: 100, tokensPerMinute: 0 } }))
        .apiKey?.limits,
    ).toEqual({ requestsPerMinute: 100 });
  });

  test("a replica that has seen neither organization nor key still finds their limits", async () => {
    const { startReplica, service, organizationId, context } = await createWorld();
    const { apiKey } = await service.createApiKey({ organizationId, name: "", limits: { requestsPerMinute: 7 } });
    const there = (await startReplica()).service;
    expect((await there.admit(admission(context({ keyId: apiKey?.id ?? "" })))).rateLimits?.requestsLimit).toBe(7);
    expect((await there.admit(admission(context({ keyId: "" })))).rateLimits?.requestsLimit).toBe(600);
  });

  test("a key's secret is shown once and never listed", async () => {
    const { service, organizationId, secret, keyId } = await createWorld();
    const { apiKeys } = await service.listApiKeys({ organizationId });
    expect(apiKeys).toMatchObject([{ id: keyId, organizationId, name: "production", revoked: undefined }]);
    expect(JSON.stringify(apiKeys)).not.toContain(secret.slice(12));
    expect((await service.revokeApiKey({ keyId })).apiKey?.revoked).toBeInstanceOf(Date);
  });

  test("a list tells when each key was last used, failed calls too, if that is requested", async () => {
    const { service, organizationId, keyId, context, clock, startReplica } = await createWorld();
    const { apiKey: unused } = await service.createApiKey({ organizationId, name: "unused" });
    const lastUsed = async (asked: BillingService = service) => {
      const { apiKeys } = await asked.listApiKeys({ organizationId, lastUsed: true });
      return new Map(apiKeys.map((key) => [key.id, key.lastUsed]));
    };
    expect(new Set((await lastUsed()).values())).toEqual(new Set([undefined]));
    await service.settle({ context: context(), model: CHAT.id, usage: chatLines(1n, 1n), record });
    const first = dayOf(clock.nowMs());
    expect(await lastUsed()).toEqual(
      new Map([
        [keyId, first],
        [unused?.id, undefined],
      ]),
    );
    await clock.advance(DAY_MS);
    const { service: there } = await startReplica();
    expect((await lastUsed(there)).get(keyId)).toBe(first);
    const failing = context();
    await service.admit(admission(failing));
    await service.release({ context: failing, model: CHAT.id, record: { ...record, outcome: "provider_unavailable" } });
    expect((await lastUsed(there)).get(keyId)).toBe(dayOf(clock.nowMs()));
    expect((await service.listApiKeys({ organizationId })).apiKeys.map((key) => key.lastUsed)).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("credit is added once per id; without an id it gets a new one", async () => {
    const { service, organizationId } = await createWorld();
    const credit = (id: string, amountNanoMxn: bigint) =>
      service.credit({ organizationId, id, amountNanoMxn, note: "OXXO" });
    expect(await credit("pay-1", parseMxn("10"))).toEqual({ id: "pay-1", balanceNanoMxn: parseMxn("60") });
    expect(await credit("pay-1", parseMxn("10"))).toEqual({ id: "pay-1", balanceNanoMxn: parseMxn("60") });
    await expect(credit("pay-1", parseMxn("11"))).rejects.toMatchObject({ code: "idempotency_conflict" });
    const own = await credit("", parseMxn("1"));
    expect([own.id, own.balanceNanoMxn]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), parseMxn("61")]);
  });

  test("a correction takes money off the balance, below zero too, once per id, and stands in the statement", async () => {
    const { service, organizationId } = await createWorld();
    const adjust = (id: string, amountNanoMxn: bigint) =>
      service.adjust({ organizationId, id, amountNanoMxn, note: "credited by mistake" });
    await service.credit({ organizationId, id: "pay-1", amountNanoMxn: parseMxn("100"), note: "OXXO" });
    expect(await adjust("pay-1", parseMxn("-175"))).toEqual({ id: "pay-1", balanceNanoMxn: parseMxn("-25") });
    expect(await adjust("pay-1", parseMxn("-175"))).toEqual({ id: "pay-1", balanceNanoMxn: parseMxn("-25") });
    await expect(adjust("pay-1", parseMxn("175"))).rejects.toMatchObject({ code: "idempotency_conflict" });
    const own = await adjust("", parseMxn("1"));
    expect([own.id, own.balanceNanoMxn]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), parseMxn("-24")]);
    const { entries } = await service.listLedgerEntries({ organizationId, page: undefined });
    expect(entries.find(({ id, type }) => type === "adjust" && id === "pay-1")).toMatchObject({
      amountNanoMxn: parseMxn("-175"),
      note: "credited by mistake",
    });
    expect(await service.getStatement({ organizationId, fromDay: "", toDay: "" })).toMatchObject({
      creditedNanoMxn: parseMxn("150"),
      adjustedNanoMxn: parseMxn("-174"),
      closingNanoMxn: parseMxn("-24"),
    });
    expect(await service.verifyLedger({ organizationId })).toMatchObject({ ok: true });
  });
});

describe("usage", () => {
  test("can be summed by key; a client token's calls count for its key", async () => {
    const { service, organizationId, keyId, context } = await createWorld();
    const other = (await service.createApiKey({ organizationId, name: "other" })).apiKey?.id ?? "";
    const { clientToken } = await service.createClientToken({
      organizationId,
      keyId: other,
      operations: ["chat"],
      models: [],
      origins: [],
      budgetNanoMxn: parseMxn("1"),
      ttlS: 60,
    });
    const contexts = [
      context(),
      context({ zdr: true }),
      context({ keyId: other, clientTokenId: clientToken?.id ?? "" }),
    ];
    for (const call of contexts)
      await service.settle({ context: call, model: CHAT.id, usage: chatLines(1n, 1n), record });
    const wanted = { organizationId, fromDay: "", toDay: "" };
    const { rows } = await service.getUsage({ ...wanted, groupBy: UsageGrouping.USAGE_GROUPING_KEY });
    expect(rows.map(({ day, model, keyId: id, calls }) => [day, model, id, calls])).toEqual(
      [
        ["2026-03-01", "", keyId, 2n],
        ["2026-03-01", "", other, 1n],
      ].sort(([, , a], [, , b]) => (String(a) < String(b) ? -1 : 1)),
    );
    const byModel = await service.getUsage(wanted);
    expect(byModel.rows).toMatchObject([{ model: CHAT.id, calls: 3n }]);
    expect(byModel.rows[0]).not.toHaveProperty("keyId");
    expect(rows.reduce((sum, { costNanoMxn }) => sum + costNanoMxn, 0n)).toBe(byModel.rows[0]?.costNanoMxn);
  });

  test("covers the last 30 days by default", async () => {
    const { clock, service, organizationId, context } = await createWorld();
    const use = () => service.settle({ context: context(), model: CHAT.id, usage: chatLines(1n, 1n), record });
    const days = async (fromDay: string, toDay: string) =>
      (await service.getUsage({ organizationId, fromDay, toDay })).rows.map(({ day }) => day);
    await use();
    await clock.advance(1_000);
    jest.spyOn(clock, "nowMs").mockImplementation(() => Date.UTC(2026, 2, 1, 12) + 29 * DAY_MS);
    await use();
    expect(await days("", "")).toEqual(["2026-03-01", "2026-03-30"]);
    expect(await days("2026-03-02", "")).toEqual(["2026-03-30"]);
    expect(await days("", "2026-03-29")).toEqual(["2026-03-01"]);
    expect(await days("2026-03-30", "2026-03-30")).toEqual(["2026-03-30"]);
  });
});

describe("a statement", () => {
  test("is of the month so far by default, or of whole days", async () => {
    const { clock, service, organizationId, context } = await createWorld();
    const use = () => service.settle({ context: context(), model: CHAT.id, usage: chatLines(1_000n, 0n), record });
    await use();
    await clock.advance(1_000);
    jest.spyOn(clock, "nowMs").mockImplementation(() => Date.UTC(2026, 3, 2));
    const { rows } = await service.getUsage({ organizationId, fromDay: "2026-03-01", toDay: "" });
    const cost = rows[0]?.costNanoMxn ?? 0n;
    await use();
    await service.credit({ organizationId, amountNanoMxn: 7n, id: "top-up", note: "invoice" });
    expect(await service.getStatement({ organizationId, fromDay: "", toDay: "" })).toMatchObject({
      fromDay: "2026-04-01",
      toDay: "2026-04-02",
      openingNanoMxn: parseMxn("50") - cost,
      creditedNanoMxn: 7n,
      adjustedNanoMxn: 0n,
      chargedNanoMxn: cost,
      closingNanoMxn: parseMxn("50") - 2n * cost + 7n,
      postings: [{ id: "top-up", type: "credit", amountNanoMxn: 7n, note: "invoice" }],
      models: [{ model: CHAT.id, calls: 1n, inputTokens: 1_000n, costNanoMxn: cost }],
    });
    const march = await service.getStatement({ organizationId, fromDay: "", toDay: "2026-03-31" });
    expect(march).toMatchObject({ fromDay: "2026-03-01", openingNanoMxn: 0n, closingNanoMxn: parseMxn("50") - cost });
  });

  test("refuses days the wrong way around, and more than 366", async () => {
    const { service, organizationId } = await createWorld();
    const param = async (fromDay: string, toDay: string) =>
      service.getStatement({ organizationId, fromDay, toDay }).catch((error: CenoteError) => error.param);
    expect(await param("2026-03-02", "2026-03-01")).toBe("from_day");
    expect(await param("2025-02-28", "2026-03-01")).toBe("from_day");
    expect(await param("2026-02-30", "")).toBe("from_day");
  });
});

test("closing commits what is pending and leaves consistent books for the next process", async () => {
  const { service, close, startReplica, organizationId, context } = await createWorld();
  const call = context();
  await service.admit(admission(call));
  await close();
  const next = (await startReplica()).service;
  expect((await next.getBalance({ organizationId })).heldNanoMxn).toBe(parseMxn("0.00945"));
  expect((await next.verifyLedger({ organizationId })).ok).toBe(true);
});
