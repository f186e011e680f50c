import { nanoMxn, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createFaultyStore, type StoreOperation } from "../testing/faulty-store";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { sampleCharge } from "../testing/sample-charge";
import { createLedger } from "./create-ledger";
import type { Ledger } from "./ledger";

const ORG = "org";
const mxn = (units: number) => nanoMxn(BigInt(units));
const charge = sampleCharge();

/** Ledgers over one store; each notes the changes that it tells, as `100>93`, with `+` where money was added. */
const setUp = () => {
  const clock = createManualClock();
  const memory = createMemoryLedgerStore();
  const replica = () => {
    const told: string[] = [];
    const lost: StoreOperation[] = [];
    const store = createFaultyStore(memory, async (operation, run) => {
      const answer = await run();
      if (operation !== lost[0]) return answer;
      lost.shift();
      throw new Error("connection reset");
    });
    const ledger = createLedger({
      store,
      clock,
      log: silentLog,
      onBalance: ({ organizationId, before, after, credited }) => {
        told.push(`${organizationId} ${before}>${after}${credited ? " +" : ""}`);
      },
    });
    return { told, ledger, lost };
  };
  return { ...replica(), replica, clock };
};

const credit = (ledger: Ledger, id: string, amount: number) =>
  ledger.credit(ORG, { id, amount: mxn(amount), note: "" });
const settle = (ledger: Ledger, callId: string, amount: number) =>
  ledger.settle(ORG, { callId, amount: mxn(amount), charge });

test("each change of a balance is told with the balance before it; a hold and a repeated command are none", async () => {
  const { ledger, told } = setUp();
  await credit(ledger, "free", 100);
  await ledger.hold(ORG, { callId: "a", amount: mxn(30), ttlMs: 60_000 });
  await ledger.confirmHold(ORG, "a");
  expect(told).toEqual(["org 0>100 +"]);
  await settle(ledger, "a", 7);
  await settle(ledger, "a", 7);
  await ledger.adjust(ORG, { id: "mistake", amount: mxn(-3), note: "" });
  expect(told).toEqual(["org 0>100 +", "org 100>93", "org 93>90"]);
});

test("what shares a block is told as one change", async () => {
  const { ledger, told } = setUp();
  await credit(ledger, "free", 100);
  await Promise.all([settle(ledger, "a", 1), settle(ledger, "b", 2), settle(ledger, "c", 3)]);
  expect(told).toEqual(["org 0>100 +", "org 100>94"]);
});

test("a credit is told even if the charges of its block took more, or as much", async () => {
  const { ledger, told } = setUp();
  await Promise.all([credit(ledger, "c", 3), settle(ledger, "a", 5)]);
  await Promise.all([ledger.adjust(ORG, { id: "gift", amount: mxn(4), note: "" }), settle(ledger, "b", 4)]);
  expect(told).toEqual(["org 0>-2 +", "org -2>-2 +"]);
});

test("a change is told by the replica that made it, and not again after a restart", async () => {
  const { ledger, told, replica } = setUp();
  const other = replica();
  await credit(ledger, "free", 100);
  await settle(other.ledger, "a", 1);
  await settle(ledger, "b", 2);
  await settle(other.ledger, "c", 3);
  await ledger.balance(ORG);
  expect(told).toEqual(["org 0>100 +", "org 99>97"]);
  expect(other.told).toEqual(["org 100>99", "org 97>94"]);
  await ledger.close();
  const restarted = replica();
  expect(await restarted.ledger.balance(ORG)).toEqual({ balance: 94n, held: 0n });
  expect(restarted.told).toEqual([]);
});

test("a change whose commit was only learned of by reading the journal is told, once", async () => {
  const { ledger, told, lost, clock } = setUp();
  await credit(ledger, "free", 100);
  lost.push("append");
  const settled = settle(ledger, "a", 7);
  await clock.advance(1_000);
  await settled;
  await settle(ledger, "b", 1);
  expect(told).toEqual(["org 0>100 +", "org 100>93", "org 93>92"]);
});
