import { UsageUnit } from "@cenote/contracts";
import { type Log, type NanoMxn, nanoMxn, parseMxn, silentLog } from "@cenote/core";
import { createMetrics } from "@cenote/runtime";
import { createManualClock, createSeededIds } from "@cenote/testkit";
import { createBilling } from "./compose";
import { createLowBalanceAlarm, fellBelow } from "./low-balance";
import { CHAT, testCatalog, testCatalogSource } from "./testing/catalog";
import { createMemoryStores } from "./testing/memory/stores";
import { noRate } from "./testing/no-rate";

const ORG = "11111111-1111-4111-8111-111111111111";
const METRIC = "cenote_billing_low_balances_total";

const createWatchedLog = () => {
  const warned: object[] = [];
  const log: Log = {
    ...silentLog,
    warn(fields, message) {
      warned.push({ ...fields, message });
    },
  };
  return { log, warned };
};

test.each([
  [100, 21, false, "still enough"],
  [100, 20, false, "exactly the threshold"],
  [20, 19, true, "from exactly the threshold"],
  [100, -5, true, "past zero in one step"],
  [19, 18, false, "low already"],
  [0, 10, false, "a first credit that is not enough"],
  [5, 100, false, "a credit"],
])("%d to %d with a threshold of 20: %p (%s)", (before, after, expected) => {
  const change = { before: nanoMxn(BigInt(before)), after: nanoMxn(BigInt(after)) };
  expect(fellBelow(nanoMxn(20n), change)).toBe(expected);
});

test("there is one warning each time a balance falls below the threshold in force, and none while it stays there", async () => {
  const metrics = createMetrics({ runtime: false });
  const { log, warned } = createWatchedLog();
  let threshold: NanoMxn | undefined = parseMxn("20");
  const onBalance = createLowBalanceAlarm({ metrics, log, threshold: () => threshold });
  const change = (before: string, after: string) => {
    onBalance({ organizationId: ORG, before: parseMxn(before), after: parseMxn(after), credited: false });
  };
  expect(await metrics.render()).toContain(`${METRIC} 0`);

  change("50", "19.5");
  change("19.5", "12");
  change("12", "112");
  change("112", "3");
  expect(warned).toEqual([
    { organizationId: ORG, balanceMxn: "19.5", lowBalanceMxn: "20", message: "a balance is low" },
    { organizationId: ORG, balanceMxn: "3", lowBalanceMxn: "20", message: "a balance is low" },
  ]);
  expect(await metrics.render()).toContain(`${METRIC} 2`);

  threshold = undefined;
  change("50", "1");
  threshold = parseMxn("2");
  change("3", "1");
  expect(warned).toHaveLength(3);
  expect(await metrics.render()).toContain(`${METRIC} 3`);
});

test("calls that bring a balance below low_balance_mxn cause one warning; an edit of it takes effect at once", async () => {
  const metrics = createMetrics({ runtime: false });
  const { log, warned } = createWatchedLog();
  const catalog = testCatalogSource();
  const billing = await createBilling({
    fetchRate: noRate,
    masterSecret: "master",
    catalog,
    stores: createMemoryStores(),
    clock: createManualClock(),
    ids: createSeededIds(),
    log,
    metrics,
  });
  const { organization } = await billing.service.createOrganization({ name: "Acme" });
  const organizationId = organization?.id ?? "";
  let calls = 0;
  const call = () =>
    billing.service.settle({
      context: {
        requestId: `req_${(calls++).toString(16).padStart(24, "0")}`,
        organizationId,
        keyId: "",
        zdr: false,
        idempotencyKey: "",
      },
      model: CHAT.id,
      // 3.15 pesos.
      usage: [{ unit: UsageUnit.USAGE_UNIT_INPUT_TOKEN, quantity: 1_000_000n, variant: "" }],
      record: undefined,
    });
  await call();
  catalog.change(testCatalog({ lowBalance: parseMxn("45") }));
  await call();
  await call();
  expect(warned).toEqual([{ organizationId, balanceMxn: "43.7", lowBalanceMxn: "45", message: "a balance is low" }]);
  expect(await metrics.render()).toContain(`${METRIC} 1`);
  await billing.close();
});
