import { nanoMxn, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createFaultyStore } from "../testing/faulty-store";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { sampleCharge } from "../testing/sample-charge";
import { createLedger } from "./create-ledger";

const ORG = "org";
const charge = sampleCharge();
const mxn = (units: number) => nanoMxn(BigInt(units));

const setUp = async () => {
  const clock = createManualClock();
  const memory = createMemoryLedgerStore();
  const world = { isAway: false };
  const ended: string[] = [];
  const store = createFaultyStore(memory, async (_operation, run) => {
    if (world.isAway) throw new Error("away");
    return run();
  });
  const ledger = createLedger({
    store,
    clock,
    log: silentLog,
    onEnded: ({ callId }) => {
      ended.push(callId);
    },
  });
  const other = createLedger({ store: memory, clock, log: silentLog });
  const soon = async <T>(answer: Promise<T>): Promise<T> => {
    const [answered] = await Promise.all([answer, clock.advance(30_000)]);
    return answered;
  };
  await soon(ledger.credit(ORG, { id: "free", amount: mxn(100), note: "" }));
  return { ledger, other, ended, world, soon };
};

const hold = { amount: mxn(10), ttlMs: 600_000 };

test("a call that is charged or released is told, here and at a replica that reads of it; one that expires is not", async () => {
  const { ledger, other, ended, soon } = await setUp();
  await ledger.hold(ORG, { ...hold, callId: "a" });
  await soon(ledger.settle(ORG, { callId: "a", amount: mxn(1), charge }));
  await other.hold(ORG, { ...hold, callId: "b" });
  await soon(other.release(ORG, { callId: "b", charge }));
  await ledger.hold(ORG, { ...hold, callId: "c", ttlMs: 1_000 });
  await soon(ledger.balance(ORG));
  expect(ended).toEqual(["a", "b"]);
});

test("one that ends elsewhere while the account is not in memory is told when it is opened again", async () => {
  const { ledger, other, ended, world, soon } = await setUp();
  await ledger.hold(ORG, { ...hold, callId: "a" });
  await soon(ledger.confirmHold(ORG, "a"));
  world.isAway = true;
  await soon(ledger.balance(ORG).catch(() => {}));
  await soon(other.settle(ORG, { callId: "a", amount: mxn(1), charge }));
  world.isAway = false;
  await soon(ledger.balance(ORG));
  expect(ended).toEqual(["a"]);
});
