import type { BillingService } from "@cenote/contracts";
import { createManualClock, createSeededIds, deferred } from "@cenote/testkit";
import { createBilling } from "../compose";
import { createMemoryStores } from "../stores";
import { testCatalogSource } from "../testing/catalog";
import { createRecordingLog } from "../testing/recording-log";
import { type DemoKey, ensureDemo } from "./ensure-demo";

const createWorld = async () => {
  const clock = createManualClock();
  const stores = createMemoryStores();
  const log = createRecordingLog();
  const { service } = await createBilling({ catalog: testCatalogSource(), stores, clock, ids: createSeededIds(), log });
  const delivered: DemoKey[] = [];
  const start = (deliver: (key: DemoKey) => Promise<void> | void = (key) => { delivered.push(key); }, overrides: Partial<BillingService> = {}) =>
    ensureDemo({ service: { ...service, ...overrides }, store: stores.demo, clock, log, deliver });
  const organizations = async () => (await service.listOrganizations({ page: undefined })).organizations;
  return { clock, service, log, delivered, start, organizations };
};

describe("a first start", () => {
  test("makes the organization `demo` with the free credit and delivers a key that works, once", async () => {
    const { service, delivered, start, organizations } = await createWorld();
    const key = await start();
    expect(delivered).toEqual([key]);
    expect(key?.secret).toMatch(/^cen_sk_live_/);
    const [demo, ...others] = await organizations();
    expect([demo?.name, others]).toEqual(["demo", []]);
    expect((await service.getBalance({ organizationId: key?.organizationId ?? "" })).balanceNanoMxn).toBe(50_000_000_000n);

    expect(await start()).toBeUndefined();
    expect(delivered).toHaveLength(1);
  });

  test("does nothing where there are organizations already", async () => {
    const { service, delivered, start, organizations } = await createWorld();
    await service.createOrganization({ name: "Acme" });
    expect(await start()).toBeUndefined();
    expect([delivered, (await organizations()).length]).toEqual([[], 1]);
  });

  test("of several processes at once is made by one; the others wait until it is done", async () => {
    const { clock, delivered, start, organizations } = await createWorld();
    const gate = deferred();
    const slow = start(async (key) => {
      await gate.promise;
      delivered.push(key);
    });
    const waited = { done: false };
    const others = Promise.all([start(), start()]).then((keys) => {
      waited.done = true;
      return keys;
    });
    await clock.advance(1_000);
    expect(waited.done).toBe(false);
    gate.resolve();
    await slow;
    await clock.advance(1_000);
    expect(await others).toEqual([undefined, undefined]);
    expect([delivered.length, (await organizations()).length]).toEqual([1, 1]);
  });

  test.each(["createOrganization", "createApiKey"] as const)("that died in %s is finished by the next, on one organization with one credit", async (step) => {
    const { clock, service, delivered, start, organizations } = await createWorld();
    const dying = start(undefined, {
      [step]: async (...request: Parameters<BillingService[typeof step]>) => {
        await (service[step] as (...request: unknown[]) => Promise<unknown>)(...request);
        throw new Error("the process died");
      },
    });
    await expect(dying).rejects.toThrow("died");
    const next = start();
    await clock.advance(20_000);
    expect((await next)?.secret).toMatch(/^cen_sk_live_/);
    expect(delivered).toHaveLength(1);
    const [demo, ...others] = await organizations();
    expect(others).toEqual([]);
    expect((await service.getBalance({ organizationId: demo?.id ?? "" })).balanceNanoMxn).toBe(50_000_000_000n);
  });

  test("whose key could not be handed over delivers another the next time", async () => {
    const { clock, delivered, start } = await createWorld();
    await expect(start(() => { throw new Error("the disk is full"); })).rejects.toThrow("disk");
    const next = start();
    await clock.advance(20_000);
    expect(await next).toBeDefined();
    expect(delivered).toHaveLength(1);
  });

  test("that was taken for dead though it lived leaves two keys that work, and says so", async () => {
    const { clock, service, log, delivered, start } = await createWorld();
    const gate = deferred();
    const paused = start(async (key) => {
      await gate.promise;
      delivered.push(key);
    });
    await clock.advance(0);
    const next = start();
    await clock.advance(20_000);
    await next;
    gate.resolve();
    await paused;
    expect(log.lines).toContain("warn: another process took this one for dead and delivered a second demo key");
    const { apiKeys } = await service.listApiKeys({ organizationId: delivered[0]?.organizationId ?? "" });
    expect(apiKeys.map(({ revoked }) => revoked)).toEqual([undefined, undefined]);
    expect(new Set(delivered.map(({ secret }) => secret)).size).toBe(2);
  });
});
