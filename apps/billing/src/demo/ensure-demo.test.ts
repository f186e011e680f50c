import type { BillingService } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { createManualClock, createSeededIds, deferred, type ManualClock } from "@cenote/testkit";
import { createBilling } from "../compose";
import { testCatalogSource } from "../testing/catalog";
import { createMemoryStores } from "../testing/memory/stores";
import { createRecordingLog } from "../testing/recording-log";
import { type DemoKey, ensureDemo } from "./ensure-demo";
import { noRate } from "../testing/no-rate";

const createWorld = async () => {
  const clock = createManualClock();
  const stores = createMemoryStores();
  const log = createRecordingLog();
  const { service } = await createBilling({
    fetchRate: noRate,
    catalog: testCatalogSource(),
    stores,
    clock,
    ids: createSeededIds(),
    log,
    masterSecret: "master",
  });
  const delivered: DemoKey[] = [];
  const start = (
    deliver: (key: DemoKey) => Promise<void> | void = (key) => {
      delivered.push(key);
    },
    overrides: Partial<BillingService> = {},
  ) => ensureDemo({ service: { ...service, ...overrides }, store: stores.demo, clock, log, deliver });
  const organizations = async () => (await service.listOrganizations({ page: undefined })).organizations;
  return { clock, service, log, delivered, start, organizations };
};

/** Lets time pass until a start is over. */
const passing = async <Outcome>(clock: ManualClock, start: Promise<Outcome>): Promise<Outcome> => {
  const progress = { over: false };
  const end = () => {
    progress.over = true;
  };
  start.then(end, end);
  while (!progress.over) await clock.advance(200);
  return start;
};

describe("a first start", () => {
  test("creates the organization `demo` with the free credit and delivers a working key, once", async () => {
    const { service, delivered, start, organizations } = await createWorld();
    const key = await start();
    expect(delivered).toEqual([key]);
    expect(key?.secret).toMatch(/^cen_sk_live_/);
    const [demo, ...others] = await organizations();
    expect([demo?.name, others]).toEqual(["demo", []]);
    expect((await service.getBalance({ organizationId: key?.organizationId ?? "" })).balanceNanoMxn).toBe(
      50_000_000_000n,
    );

    expect(await start()).toBeUndefined();
    expect(delivered).toHaveLength(1);
  });

  test("does nothing if there are organizations already", async () => {
    const { service, delivered, start, organizations } = await createWorld();
    await service.createOrganization({ name: "Acme" });
    expect(await start()).toBeUndefined();
    expect([delivered, (await organizations()).length]).toEqual([[], 1]);
  });

  test("waits for a billing that is too busy to answer, and creates one organization though an answer was lost", async () => {
    const { clock, service, delivered, start, organizations } = await createWorld();
    const busy = new CenoteError("overloaded");
    let refusals = 3;
    let lost = 1;
    const started = start(undefined, {
      listOrganizations: (request) => (refusals-- > 0 ? Promise.reject(busy) : service.listOrganizations(request)),
      async createOrganization(request) {
        const created = await service.createOrganization(request);
        if (lost-- > 0) throw busy;
        return created;
      },
    });
    const key = await passing(clock, started);
    expect(delivered).toEqual([key]);
    expect((await organizations()).map(({ id, name }) => [id, name])).toEqual([[key?.organizationId, "demo"]]);
  });

  test("fails if billing is too busy for a minute", async () => {
    const { clock, start } = await createWorld();
    const started = start(undefined, { listOrganizations: () => Promise.reject(new CenoteError("overloaded")) });
    await expect(passing(clock, started)).rejects.toMatchObject({ code: "overloaded" });
    expect(clock.monotonicMs()).toBeGreaterThanOrEqual(60_000);
  });

  test("by several processes at once is done by one; the others wait until it is done", async () => {
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

  test.each(["createOrganization", "createApiKey"] as const)(
    "that died in %s is completed by the next, with one organization and one credit",
    async (step) => {
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
    },
  );

  test("that failed to deliver its key delivers another on the next try", async () => {
    const { clock, delivered, start } = await createWorld();
    await expect(
      start(() => {
        throw new Error("the disk is full");
      }),
    ).rejects.toThrow("disk");
    const next = start();
    await clock.advance(20_000);
    expect(await next).toBeDefined();
    expect(delivered).toHaveLength(1);
  });

  test("wrongly taken for dead leaves two working keys, and logs it", async () => {
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
    expect(log.lines).toContain(
      "warn: another process wrongly assumed that this one had died, and delivered a second demo key",
    );
    const { apiKeys } = await service.listApiKeys({ organizationId: delivered[0]?.organizationId ?? "" });
    expect(apiKeys.map(({ revoked }) => revoked)).toEqual([undefined, undefined]);
    expect(new Set(delivered.map(({ secret }) => secret)).size).toBe(2);
  });
});
