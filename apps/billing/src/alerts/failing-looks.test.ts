import type { Callback } from "@cenote/callbacks";
import { CenoteError, nanoMxn, type NanoMxn, silentLog, ZERO_MXN } from "@cenote/core";
import { createManualClock, createSeededIds } from "@cenote/testkit";
import { createOrganizations } from "../organizations/organizations";
import { createMemoryOrganizationStore } from "../testing/memory/organization-store";
import { createBalanceAlerts } from "./balance-alerts";

const THRESHOLD = nanoMxn(20n);
const SWEEP_MS = 5_000;
const REVIEW_MS = 300_000;
const ALERT = { threshold: THRESHOLD, url: "https://acme.test/" };

/** With a balance to be set by hand, which may also fail to be read. */
const createWorld = async (names: readonly string[]) => {
  const clock = createManualClock();
  const ids = createSeededIds();
  const store = createMemoryOrganizationStore();
  const balances = new Map<string, NanoMxn>();
  /** Accounts, for their whole state. */
  const opened: string[] = [];
  const sent: Callback[] = [];
  const world = { send: async (): Promise<boolean> => true };
  for (const id of names) {
    await store.insert({ id, name: id, zdr: false, limits: {}, createdAtMs: 0, revision: 0 }, "0");
    await store.change(id, { balanceAlert: ALERT }, 0);
    balances.set(id, nanoMxn(100n));
  }
  const balanceOf = (id: string): NanoMxn => {
    const balance = balances.get(id);
    if (balance === undefined) throw new CenoteError("internal_error");
    return balance;
  };
  const ledger = {
    async balance(id: string) {
      opened.push(id);
      return { balance: balanceOf(id), held: ZERO_MXN };
    },
    newestBalance: async (id: string) => balanceOf(id),
  };
  const organizations = createOrganizations({
    store,
    ledger: { credit: () => Promise.reject(new Error("not here")) },
    clock,
    ids,
    log: silentLog,
    freeCredit: () => ZERO_MXN,
  });
  const alerts = createBalanceAlerts({
    store,
    organizations,
    ledger,
    send: (callback) => {
      sent.push(callback);
      return world.send();
    },
    clock,
    ids,
    log: silentLog,
  });
  return {
    clock,
    store,
    balances,
    opened,
    sent,
    world,
    alerts,
    organizations,
    alertOf: async (id: string) => (await store.find(id))?.balanceAlert,
    settled: () => clock.advance(0),
  };
};

test("an account that can't be read keeps no other from its review", async () => {
  const { clock, balances, sent } = await createWorld(["a", "b", "c"]);
  balances.delete("a");
  balances.set("c", nanoMxn(1n));
  await clock.advance(REVIEW_MS);
  expect(sent.map(({ organizationId }) => organizationId)).toEqual(["c"]);
});

test("a review opens no account that is as its alert says", async () => {
  const { clock, balances, opened, sent } = await createWorld(["a", "b"]);
  await clock.advance(REVIEW_MS);
  expect(opened).toEqual([]);
  balances.set("b", nanoMxn(1n));
  await clock.advance(REVIEW_MS);
  expect(new Set(opened)).toEqual(new Set(["b"]));
  expect(sent.map(({ organizationId }) => organizationId)).toEqual(["b"]);
});

test("a credit is seen though the look after it fails", async () => {
  const { clock, balances, alerts, organizations, alertOf, settled } = await createWorld(["a"]);
  await organizations.get("a");
  // What is left at the event is spent afterwards, so the credit does not show in the balance.
  balances.set("a", nanoMxn(10n));
  alerts.onRefused("a", nanoMxn(11n));
  await settled();
  expect((await alertOf("a"))?.depleted?.balance).toBe(10n);
  balances.delete("a");
  alerts.onBalance({ organizationId: "a", before: nanoMxn(0n), after: nanoMxn(5n), credited: true });
  await settled();
  balances.set("a", nanoMxn(5n));
  await clock.advance(SWEEP_MS);
  expect((await alertOf("a"))?.depleted).toBeUndefined();
});

test("an organization that sets its alert again and again has one event under way", async () => {
  const { balances, sent, world, alerts, store, settled } = await createWorld(["a", "b"]);
  balances.set("a", nanoMxn(1n));
  balances.set("b", nanoMxn(1n));
  world.send = () => new Promise<never>(() => {});
  for (let times = 0; times < 70; times++) {
    await store.change("a", { balanceAlert: "none" }, 0);
    await store.change("a", { balanceAlert: ALERT }, 0);
    alerts.onSet("a");
    await settled();
  }
  alerts.onSet("b");
  await settled();
  expect(sent.map(({ organizationId }) => organizationId)).toEqual(["a", "b"]);
});
