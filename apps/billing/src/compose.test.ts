import { createHash } from "node:crypto";
import { UsageUnit } from "@cenote/contracts";
import { createRandomIds, parseMxn, silentLog, systemClock } from "@cenote/core";
import { startTestDatabase, type TestDatabase } from "@cenote/mongo/testing";
import { testModel } from "@cenote/pricing/testing";
import { createBilling } from "./compose";
import { connectBillingStores } from "./mongo/connect-stores";
import { CHAT, testCatalog, testCatalogSource } from "./testing/catalog";
import { noRate } from "./testing/no-rate";

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => {
  await database?.stop();
});

/** A billing process from start to close. */
const inProcess = async <T>(
  use: (service: Awaited<ReturnType<typeof createBilling>>["service"]) => Promise<T>,
): Promise<T> => {
  const stores = await connectBillingStores({ uri: database.uri, log: silentLog, clock: systemClock });
  const billing = await createBilling({
    fetchRate: noRate,
    masterSecret: "master",
    catalog: testCatalogSource(),
    stores,
    clock: systemClock,
    ids: createRandomIds(),
    log: silentLog,
  });
  try {
    return await use(billing.service);
  } finally {
    await billing.close();
    await stores.close();
  }
};

describe("billing over MongoDB", () => {
  test("keeps everything across a restart: key, guardrail, balance, open hold, rate", async () => {
    const usage = [{ unit: UsageUnit.USAGE_UNIT_INPUT_TOKEN, quantity: 1_000n, variant: "" }];
    const context = (requestId: string, organizationId: string) => ({
      requestId,
      organizationId,
      keyId: "",
      zdr: false,
      idempotencyKey: "",
    });
    const [settled, open] = [`req_${"a".repeat(24)}`, `req_${"b".repeat(24)}`];

    const { organizationId, secret } = await inProcess(async (service) => {
      const { organization } = await service.createOrganization({ name: "Acme" });
      const id = organization?.id ?? "";
      const key = await service.createApiKey({ organizationId: id, name: "production" });
      await service.updateOrganization({ organizationId: id, zdr: true });
      await service.setFxRate({ mxnPerUsd: "10" });
      for (const requestId of [settled, open]) {
        await service.admit({ context: context(requestId, id), model: CHAT.id, estimate: usage, holdTtlMs: 600_000 });
        await service.confirmHold({ context: context(requestId, id) });
      }
      await service.settle({ context: context(settled, id), model: CHAT.id, usage, record: undefined });
      return { organizationId: id, secret: key.secret };
    });

    await inProcess(async (service) => {
      const keyDigest = createHash("sha256").update(secret).digest();
      expect(await service.authenticate({ keyDigest })).toMatchObject({ organizationId, zdr: true });
      expect((await service.getFxRate({})).rate).toMatchObject({ mxnPerUsd: "10", source: "operator" });
      const price = parseMxn("0.001575");
      expect(await service.getBalance({ organizationId })).toEqual({
        balanceNanoMxn: parseMxn("50") - price,
        heldNanoMxn: price,
        availableNanoMxn: parseMxn("50") - price - price,
      });
      const again = { context: context(open, organizationId), model: CHAT.id, usage, record: undefined };
      const charged = await service.settle(again);
      expect(await service.settle(again)).toEqual(charged);
      expect((await service.verifyLedger({ organizationId: "" })).ok).toBe(true);
    });
  });

  test("does not start with a catalog that lacks a price", async () => {
    const stores = await connectBillingStores({ uri: database.uri, log: silentLog, clock: systemClock });
    const catalog = testCatalogSource(testCatalog({}, [testModel("a/b", "chat", [])]));
    await expect(
      createBilling({
        fetchRate: noRate,
        catalog,
        stores,
        clock: systemClock,
        ids: createRandomIds(),
        log: silentLog,
        masterSecret: "master",
      }),
    ).rejects.toThrow("a/b has no price");
    await stores.close();
  });
});
