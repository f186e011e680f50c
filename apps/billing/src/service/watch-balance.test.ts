import { type BillingService, BillingServiceDefinition } from "@cenote/contracts";
import { parseMxn, silentLog } from "@cenote/core";
import { createGrpcClient } from "@cenote/rpc";
import { createGrpcServer } from "@cenote/rpc/server";
import { createManualClock, createSeededIds } from "@cenote/testkit";
import { createBilling } from "../compose";
import { testCatalog, testCatalogSource } from "../testing/catalog";
import { createMemoryStores } from "../testing/memory/stores";
import { noRate } from "../testing/no-rate";

const TOKEN = "t".repeat(32);

const createWorld = async () => {
  const clock = createManualClock();
  const stores = createMemoryStores();
  const ids = createSeededIds();
  const startReplica = () =>
    createBilling({
      fetchRate: noRate,
      catalog: testCatalogSource(testCatalog()),
      stores,
      clock,
      ids,
      log: silentLog,
      masterSecret: "master",
    });
  const billing = await startReplica();
  const { organization } = await billing.service.createOrganization({ name: "Acme" });
  const organizationId = organization?.id ?? "";
  const add = (service: BillingService, pesos: number) =>
    service.credit({ organizationId, amountNanoMxn: parseMxn(`${pesos}`), id: "", note: "" });
  return { ...billing, clock, startReplica, organizationId, add };
};

/** Collects the watched balances in a list. */
const watch = (service: BillingService, organizationId: string) => {
  const leaving = new AbortController();
  const seen: bigint[] = [];
  let wake = () => {};
  const ended = (async () => {
    for await (const { balanceNanoMxn } of service.watchBalance({ organizationId }, leaving.signal)) {
      seen.push(balanceNanoMxn);
      wake();
    }
  })();
  return {
    seen,
    ended,
    leave: () => {
      leaving.abort();
    },
    has: async (count: number) => {
      while (seen.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
  };
};
const pesos = (...amounts: number[]) => amounts.map((amount) => parseMxn(`${amount}`));

describe("a watched balance", () => {
  test("is sent at once, then after each change", async () => {
    const { service, organizationId, clock, add } = await createWorld();
    const { seen, has } = watch(service, organizationId);
    await has(1);
    await add(service, 1);
    await clock.advance(100);
    await has(2);
    await clock.advance(100);
    await add(service, 2);
    await has(3);
    expect(seen).toEqual(pesos(50, 51, 53));
  });

  test("is sent at a limited rate, only the newest value", async () => {
    const { service, organizationId, clock, add } = await createWorld();
    const { seen, has } = watch(service, organizationId);
    await has(1);
    for (let count = 0; count < 10; count++) await add(service, 1);
    await clock.advance(99);
    expect(seen).toEqual(pesos(50));
    await clock.advance(1);
    await has(2);
    expect(seen).toEqual(pesos(50, 60));
  });

  test("includes changes made by other replicas", async () => {
    const { service, organizationId, clock, startReplica, add } = await createWorld();
    const other = await startReplica();
    const { seen, has } = watch(service, organizationId);
    await has(1);
    await add(other.service, 5);
    await clock.advance(500);
    await has(2);
    expect(seen).toEqual(pesos(50, 55));
  });

  test("ends with its watcher, and with the service", async () => {
    const { service, organizationId, endWatches } = await createWorld();
    const [left, kept] = [watch(service, organizationId), watch(service, organizationId)];
    await Promise.all([left.has(1), kept.has(1)]);
    left.leave();
    await left.ended;
    endWatches();
    await kept.ended;
  });

  test("over gRPC does not hold up a drain", async () => {
    const { service, organizationId, endWatches, clock } = await createWorld();
    // This clock stands still, so the drain never times out.
    const server = createGrpcServer({ host: "127.0.0.1", port: 0, token: TOKEN, log: silentLog, clock });
    server.add(BillingServiceDefinition, service);
    const wire = createGrpcClient<BillingService>(BillingServiceDefinition, {
      address: `127.0.0.1:${await server.listen()}`,
      token: TOKEN,
      deadlineMs: 100_000,
    });
    const { has, ended } = watch(wire.client, organizationId);
    await has(1);
    endWatches();
    await server.drain(10_000);
    await ended;
    wire.close();
  });

  test("of an unknown organization is not found", async () => {
    const { service } = await createWorld();
    await expect(watch(service, "00000000-0000-4000-8000-00000000ffff").ended).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
