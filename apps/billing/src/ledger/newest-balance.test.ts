import { nanoMxn, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createFaultyStore, type StoreOperation } from "../testing/faulty-store";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { createLedger } from "./create-ledger";

const BUSY = "11111111-1111-4111-8111-111111111111";
const QUIET = "22222222-2222-4222-8222-222222222222";

const setUp = () => {
  const clock = createManualClock();
  const store = createMemoryLedgerStore();
  const operations: [StoreOperation, unknown][] = [];
  const seen = createFaultyStore(store, (operation, run, argument) => {
    operations.push([operation, argument]);
    return run();
  });
  const replica = () =>
    createLedger({ store: seen, clock, log: silentLog, limits: { maxAccounts: 1, checkpointEveryBlocks: 4 } });
  return { store, operations, replica, ledger: replica() };
};

const credit = (ledger: ReturnType<typeof createLedger>, organizationId: string, id: string) =>
  ledger.credit(organizationId, { id, amount: nanoMxn(10n), note: "" });

test("is that after the newest block, before, at and after a checkpoint", async () => {
  const { store, ledger, replica } = setUp();
  const other = replica();
  expect(await other.newestBalance(BUSY)).toBe(0n);
  for (let blocks = 1; blocks <= 9; blocks++) {
    await credit(ledger, BUSY, `credit-${blocks}`);
    expect(await ledger.newestBalance(BUSY)).toBe(nanoMxn(BigInt(blocks) * 10n));
    expect(await other.newestBalance(BUSY)).toBe(nanoMxn(BigInt(blocks) * 10n));
  }
  expect(await store.readCheckpoint(BUSY)).toMatchObject({ seq: 8 });
});

test("is the journal's, whatever a checkpoint says", async () => {
  const { store, ledger, replica } = setUp();
  await credit(ledger, BUSY, "credit");
  const lie = { organizationId: BUSY, hash: "", balance: nanoMxn(7n), held: nanoMxn(0n), openHolds: [] };
  for (const seq of [1, 99]) {
    await store.writeCheckpoint({ ...lie, seq });
    expect(await replica().newestBalance(BUSY)).toBe(10n);
  }
});

test("asking for it takes the place of no account in memory, which sees other replicas' blocks", async () => {
  const { ledger, replica, operations } = setUp();
  await credit(replica(), QUIET, "quiet");
  await credit(ledger, BUSY, "busy");
  expect(await ledger.newestBalance(QUIET)).toBe(10n);
  await credit(replica(), BUSY, "elsewhere");
  operations.length = 0;
  expect(await ledger.newestBalance(BUSY)).toBe(20n);
  expect((await ledger.balance(BUSY)).balance).toBe(20n);
  // Opened again, it would begin with its checkpoint.
  expect(operations).not.toContainEqual(["readCheckpoint", BUSY]);
});
