import { createMemoryLedgerStore } from "./testing/memory/ledger-store";
import { createWorld } from "./testing/service-world";

describe("a check of the ledger", () => {
  const first = async (steps: AsyncIterable<unknown>) => {
    for await (const step of steps) return step;
    return undefined;
  };

  test("ends with the result that one call would give", async () => {
    const { service, organizationId } = await createWorld();
    const step = await first(service.checkLedger({ organizationId }));
    const result = await service.verifyLedger({ organizationId });
    expect(result).toMatchObject({ ok: true, organizations: 1n, blocks: 1n, entries: 1n });
    expect(step).toEqual({ organizations: 1n, blocks: 1n, entries: 1n, result });
  });

  test("finds a journal that is gone by the organization's row", async () => {
    const { stores, startReplica, organizationId } = await createWorld();
    Object.assign(stores, { ledger: createMemoryLedgerStore() });
    const { service } = await startReplica();
    const broken = {
      ok: false,
      organizations: 1n,
      fault: { organizationId, seq: 0n, reason: "its journal is gone" },
    };
    expect(await service.verifyLedger({ organizationId: "" })).toMatchObject(broken);
    expect(await service.verifyLedger({ organizationId })).toMatchObject(broken);
  });

  test("stops once nobody waits for it any more, in either form", async () => {
    const { service } = await createWorld();
    const left = AbortSignal.abort();
    await expect(first(service.checkLedger({ organizationId: "" }, left))).rejects.toMatchObject({ code: "cancelled" });
    await expect(service.verifyLedger({ organizationId: "" }, left)).rejects.toMatchObject({ code: "cancelled" });
  });

  test("ends with the service, which does not wait for it", async () => {
    const { service, endWatches } = await createWorld();
    endWatches();
    await expect(first(service.checkLedger({ organizationId: "" }))).rejects.toMatchObject({ code: "overloaded" });
  });
});
