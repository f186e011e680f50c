import { nanoMxn, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createFaultyStore } from "../testing/faulty-store";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { sampleCharge } from "../testing/sample-charge";
import { createLedger, type LedgerOptions } from "./create-ledger";
import type { Ledger } from "./ledger";

const ORG = "org";
const mxn = (units: number) => nanoMxn(BigInt(units));
const charge = sampleCharge();

const setUp = (limits: LedgerOptions["limits"] = {}) => {
  const clock = createManualClock();
  const memory = createMemoryLedgerStore();
  let appends = 0;
  const store = createFaultyStore(memory, (operation, run) => {
    if (operation === "append") appends++;
    return run();
  });
  const replica = () => createLedger({ store, clock, log: silentLog, limits });
  return { clock, ledger: replica(), replica, appends: () => appends };
};

const credit = (ledger: Ledger) => ledger.credit(ORG, { id: "free", amount: mxn(10), note: "" });
/** Of an answer that nobody has got yet. */
const settleUndelivered = (ledger: Ledger, callId: string, amount: number, isNew = false) =>
  ledger.settle(ORG, { callId, amount: mxn(amount), charge, requiresHold: true, isNew });

describe("a settlement that requires a hold", () => {
  it("is answered with its charge after a restart, too, though by now nothing is left", async () => {
    const { ledger, replica } = setUp();
    await credit(ledger);
    await ledger.hold(ORG, { callId: "last", amount: mxn(10), ttlMs: 60_000 });
    const charged = await settleUndelivered(ledger, "last", 12);
    expect(charged).toMatchObject({ amount: 12n, balance: -2n });
    // Which writes a checkpoint after the charge: opening the account does not read it again.
    await ledger.close();
    expect(await settleUndelivered(replica(), "last", 12)).toEqual(charged);
    await expect(settleUndelivered(replica(), "another", 1)).rejects.toMatchObject({ code: "insufficient_balance" });
  });

  it("is answered with its charge by another replica, too, though by now nothing is left", async () => {
    const { ledger, replica } = setUp();
    const other = replica();
    await other.balance(ORG);
    await credit(ledger);
    const charged = await settleUndelivered(ledger, "last", 12);
    expect(await settleUndelivered(other, "last", 12)).toEqual(charged);
    await expect(settleUndelivered(other, "last", 13)).rejects.toMatchObject({ code: "idempotency_conflict" });
  });

  it("is not refused for a balance that another replica has credited", async () => {
    const { ledger, replica } = setUp();
    const other = replica();
    await expect(settleUndelivered(ledger, "hit", 0, true)).rejects.toMatchObject({ code: "insufficient_balance" });
    await credit(other);
    expect(await settleUndelivered(ledger, "hit", 0, true)).toMatchObject({ amount: 0n, balance: 10n });
  });

  it("is not refused for what a hold keeps that is due", async () => {
    const { clock, ledger } = setUp();
    await credit(ledger);
    await ledger.hold(ORG, { callId: "dead", amount: mxn(10), ttlMs: 20 });
    await ledger.confirmHold(ORG, "dead");
    await expect(settleUndelivered(ledger, "hit", 0, true)).rejects.toMatchObject({ code: "insufficient_balance" });
    await clock.advance(20);
    expect(await settleUndelivered(ledger, "hit", 0, true)).toMatchObject({ amount: 0n, available: 10n });
  });
});

test("a settlement of long ago, repeated with its admission, is answered with its charge and not with the hold that it releases", async () => {
  const { ledger } = setUp({ maxRememberedPostings: 1 });
  const call = async () => {
    await ledger.hold(ORG, { callId: "a", amount: mxn(5), ttlMs: 60_000 });
    await ledger.confirmHold(ORG, "a");
    return ledger.settle(ORG, { callId: "a", amount: mxn(3), charge });
  };
  await credit(ledger);
  const charged = await call();
  await ledger.adjust(ORG, { id: "another", amount: mxn(0), note: "" });
  expect(await call()).toEqual(charged);
  expect(await ledger.balance(ORG)).toEqual({ balance: 7n, held: 0n });
});

test("settlements of long ago, repeated at once, are all found, however many others were posted with them", async () => {
  const { ledger, replica, appends } = setUp({ maxBlockEntries: 4, maxRememberedPostings: 4 });
  const settle = (on: Ledger, callId: string) => on.settle(ORG, { callId, amount: mxn(1), charge });
  for (const block of ["a", "b", "c", "d"])
    await Promise.all([1, 2, 3, 4].map((index) => settle(ledger, `${block}${index}`)));
  await ledger.close();
  const before = appends();
  const repeated = await Promise.all(["a1", "b2", "c3", "d4"].map(settle.bind(undefined, replica())));
  expect(repeated.map(({ balance }) => balance)).toEqual([-16n, -16n, -16n, -16n]);
  expect(appends() - before).toBe(1);
});
