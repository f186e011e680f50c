import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { UsageUnit } from "@cenote/contracts";
import { type Log, parseMxn, silentLog, systemClock } from "@cenote/core";
import { createMetrics } from "@cenote/runtime";
import { createSeededIds } from "@cenote/testkit";
import { createBilling } from "../compose";
import { CHAT, testCatalogSource } from "../testing/catalog";
import { createMemoryStores } from "../testing/memory/stores";
import { noRate } from "../testing/no-rate";

/** Between refused calls, of which a key may make ten a second. */
const PAUSE_MS = 100;

/** Billing as a whole, with a receiver. */
describe("an alert", () => {
  const received: { readonly id: unknown; readonly body: string }[] = [];
  let server: Server;
  let origin = "";
  let news: () => void = () => {};

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = "";
      request
        .setEncoding("utf8")
        .on("data", (text: string) => {
          body += text;
        })
        .on("end", () => {
          received.push({ id: request.headers["webhook-id"], body });
          response.writeHead(204).end();
          news();
        });
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });
  beforeEach(() => {
    received.length = 0;
  });

  const events = async (count: number) => {
    while (received.length < count)
      await new Promise<void>((resolve) => {
        news = resolve;
      });
    return received.map(({ body }) => JSON.parse(body) as { readonly type: string; readonly data: object });
  };

  const createWorld = async (log: Log = silentLog) => {
    const metrics = createMetrics({ runtime: false });
    const stores = createMemoryStores();
    const { service, close } = await createBilling({
      fetchRate: noRate,
      catalog: testCatalogSource(),
      stores,
      clock: systemClock,
      ids: createSeededIds(),
      log,
      metrics,
      masterSecret: "master",
      callbackOrigins: [origin],
    });
    const { organization } = await service.createOrganization({ name: "Acme" });
    const organizationId = organization?.id ?? "";
    let calls = 0;
    const context = () => ({
      requestId: `req_${(calls++).toString(16).padStart(24, "0")}`,
      organizationId,
      keyId: "",
      zdr: false,
      idempotencyKey: "",
    });
    const tokens = (quantity: bigint) => [{ unit: UsageUnit.USAGE_UNIT_INPUT_TOKEN, quantity, variant: "" }];
    return {
      service,
      close,
      /** The credit before was seen. */
      armed: async () => {
        const alertOf = async () => (await stores.organizations.find(organizationId))?.balanceAlert;
        for (let alert = await alertOf(); alert?.low ?? alert?.depleted; alert = await alertOf())
          await new Promise((resolve) => {
            setImmediate(resolve);
          });
      },
      metrics,
      organizationId,
      set: (threshold: string | undefined, url?: string) =>
        service.updateOrganization({
          organizationId,
          balanceAlert: { ...(threshold !== undefined && { thresholdNanoMxn: parseMxn(threshold) }), url },
        }),
      /** 3.15 pesos each. */
      settle: (millions: bigint) =>
        service.settle({ context: context(), model: CHAT.id, usage: tokens(1_000_000n * millions), record: undefined }),
      admit: () => service.admit({ context: context(), model: CHAT.id, estimate: tokens(1_000n), holdTtlMs: 60_000 }),
      credit: (pesos: string) =>
        service.credit({ organizationId, amountNanoMxn: parseMxn(pesos), id: `c-${++calls}`, note: "" }),
    };
  };

  test("tells a low balance, a depleted one, and both again after a credit", async () => {
    const { set, settle, admit, credit, armed, close, metrics } = await createWorld();
    await set("20", `${origin}/hook?token=secret`);
    await settle(9n);
    await settle(1n);
    expect(await events(1)).toMatchObject([
      { type: "balance.low", data: { balance_mxn: 18.5, held_mxn: 0, available_mxn: 18.5, threshold_mxn: 20 } },
    ]);
    await settle(6n);
    for (let times = 0; times < 3; times++)
      await expect(admit()).rejects.toMatchObject({ code: "insufficient_balance" });
    expect((await events(2))[1]).toMatchObject({ type: "balance.depleted", data: { balance_mxn: -0.4 } });
    await credit("30");
    await armed();
    await settle(4n);
    expect((await events(3))[2]).toMatchObject({ type: "balance.low", data: { balance_mxn: 17 } });
    await settle(6n);
    await expect(admit()).rejects.toMatchObject({ code: "insufficient_balance" });
    expect((await events(4))[3]).toMatchObject({ type: "balance.depleted" });
    expect(new Set(received.map(({ id }) => id)).size).toBe(4);
    await close();
    expect(received).toHaveLength(4);
    expect(await metrics.render()).toContain('cenote_billing_callbacks_total{outcome="taken"} 4');
  });

  test("tells a depleted balance again after a credit that the charges of its block used up", async () => {
    const { set, settle, admit, credit, close } = await createWorld();
    await set("1", origin);
    await settle(16n);
    await expect(admit()).rejects.toMatchObject({ code: "insufficient_balance" });
    await events(2);
    await Promise.all([credit("3"), settle(1n)]);
    const told = events(3);
    // Until the credit is seen a refusal tells nothing new.
    while (received.length < 3) {
      await expect(admit()).rejects.toMatchObject({ code: "insufficient_balance" });
      await setTimeout(PAUSE_MS);
    }
    expect((await told).map(({ type }) => type).sort()).toEqual([
      "balance.depleted",
      "balance.depleted",
      "balance.low",
    ]);
    await close();
  });

  test("tells at once that the balance is below a new threshold, and is changed field by field and removed", async () => {
    const { set, service, organizationId, close } = await createWorld();
    await set("60", `${origin}/`);
    expect(await events(1)).toMatchObject([{ data: { balance_mxn: 50, threshold_mxn: 60 } }]);
    expect((await set("70")).organization?.balanceAlert).toEqual({
      thresholdNanoMxn: parseMxn("70"),
      url: `${origin}/`,
    });
    expect((await set("0")).organization?.balanceAlert).toBeUndefined();
    expect((await service.getOrganization({ organizationId })).organization?.balanceAlert).toBeUndefined();
    await close();
    expect(received).toHaveLength(1);
  });

  test.each([
    ["20", undefined, "balance_alert.url"],
    [undefined, "https://acme.test/", "balance_alert.threshold_nano_mxn"],
    ["-1", "https://acme.test/", "balance_alert.threshold_nano_mxn"],
    ["1000000000.1", "https://acme.test/", "balance_alert.threshold_nano_mxn"],
    ["20", "http://10.0.0.1/", "balance_alert.url"],
    ["20", "", "balance_alert.url"],
  ])("of %p pesos to %p is refused", async (threshold, url, param) => {
    const { set, service, organizationId, close } = await createWorld();
    await expect(set(threshold, url)).rejects.toMatchObject({ code: "invalid_request_error", param });
    expect((await service.getOrganization({ organizationId })).organization?.balanceAlert).toBeUndefined();
    await close();
  });

  test("that can't be delivered is logged without path and query of its address", async () => {
    const lines: string[] = [];
    const { promise: logged, resolve } = Promise.withResolvers<void>();
    const log: Log = {
      ...silentLog,
      info(fields, message) {
        lines.push(JSON.stringify({ ...fields, message }));
        if (message.includes("alert")) resolve();
      },
    };
    const { set, close } = await createWorld(log);
    await set("60", "http://localhost.invalid:1/path?token=secret");
    await logged;
    await close();
    expect(lines.join()).toContain("http://localhost.invalid:1");
    expect(lines.join()).not.toMatch(/secret|path|whsec/);
  });
});
