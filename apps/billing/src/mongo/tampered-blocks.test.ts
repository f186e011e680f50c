import { nanoMxn, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createLedger } from "../ledger/create-ledger";
import type { LedgerStore } from "../ledger/store";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { sampleCharge } from "../testing/sample-charge";
import { type BlockDocument, toBlock, toBlockDocument } from "./ledger-documents";
import { verifyLedger } from "../testing/verify";

const ORG = "org";
const mxn = (units: number) => nanoMxn(BigInt(units));

/** As it lies in the database, so that a test may change anything in it. */
type LooseDocument = { -readonly [Field in keyof BlockDocument]: unknown } & { entries: string[]; keys: string[] };

/** A journal with every kind of entry. */
const journal = async (): Promise<{ readonly store: LedgerStore; readonly documents: readonly LooseDocument[] }> => {
  const clock = createManualClock();
  const store = createMemoryLedgerStore();
  const ledger = createLedger({ store, clock, log: silentLog });
  const budgets = [{ id: "token", limit: mxn(50), expiresAtMs: clock.nowMs() + 1_000_000 }];
  const hold = async (callId: string, ttlMs: number) => {
    await ledger.hold(ORG, { callId, amount: mxn(5), ttlMs, ...(callId === "charged" && { budgets }) });
    await ledger.confirmHold(ORG, callId);
  };
  await ledger.credit(ORG, { id: "free", amount: mxn(100), note: "welcome" });
  await hold("charged", 60_000);
  await ledger.growHold(ORG, { callId: "charged", amount: mxn(7), ttlMs: 70_000 });
  await ledger.settle(ORG, { callId: "charged", amount: mxn(6), charge: sampleCharge({ budgets }) });
  await hold("released", 60_000);
  await ledger.release(ORG, { callId: "released", charge: sampleCharge() });
  await Promise.all([
    ledger.adjust(ORG, { id: "mistake", amount: mxn(-2), note: "" }),
    ledger.credit(ORG, { id: "more", amount: mxn(9), note: "" }),
  ]);
  await hold("expired", 1_000);
  await clock.advance(10_000);
  await hold("open", 60_000);
  const documents: LooseDocument[] = [];
  for await (const block of store.blocksAfter(ORG, 0))
    documents.push(structuredClone(toBlockDocument(block)) as LooseDocument);
  return { store, documents };
};

/** Nothing that is derived from the journal helps to find the fault. */
const isValid = async (store: LedgerStore, documents: readonly LooseDocument[]): Promise<boolean> => {
  const tampered: LedgerStore = {
    ...store,
    readCheckpoint: async () => undefined,
    readUsageDays: async () => [],
    usageDayEnds: async () => [],
    async *blocksAfter(_, seq) {
      for (const document of documents.slice(seq)) yield toBlock(document as BlockDocument);
    },
  };
  return (await verifyLedger(tampered, ORG)).ok;
};

type Change = readonly [what: string, change: (document: LooseDocument) => void];

const changesOf = (document: LooseDocument): Change[] => {
  const changes: Change[] = [];
  for (const field of ["org", "seq", "at", "entries", "balance", "held", "prev_hash", "hash"] as const) {
    changes.push([`no ${field}`, (changed) => delete (changed as Partial<LooseDocument>)[field]]);
    changes.push([`another ${field}`, (changed) => void Object.assign(changed, { [field]: "x" })]);
  }
  changes.push(["a number in place of an integer", (changed) => (changed.balance = Number(changed.balance))]);
  changes.push(["a millisecond", (changed) => (changed.at = new Date((changed.at as Date).getTime() + 1))]);
  changes.push(["a key more", (changed) => changed.keys.push("settle:other")]);
  changes.push(["another key", (changed) => (changed.keys = ["settle:other"])]);
  changes.push(["an entry less", (changed) => changed.entries.pop()]);
  changes.push(["an entry twice", (changed) => changed.entries.push(changed.entries[0] ?? "")]);
  for (const [index, text] of document.entries.entries()) {
    const put = (entry: string) => (changed: LooseDocument) => void (changed.entries[index] = entry);
    changes.push([`a cell more in entry ${index}`, put(`${text.slice(0, -1)},"x"]`)]);
    for (let at = 0; at < text.length; at++) {
      const other = String.fromCharCode(text.charCodeAt(at) ^ 1);
      changes.push([`character ${at} of entry ${index} less`, put(text.slice(0, at) + text.slice(at + 1))]);
      changes.push([`another character ${at} of entry ${index}`, put(text.slice(0, at) + other + text.slice(at + 1))]);
    }
  }
  return changes;
};

test("whatever is changed in a stored block, verify finds it", async () => {
  const { store, documents } = await journal();
  expect(await isValid(store, documents)).toBe(true);
  const unnoticed: string[] = [];
  for (const [index, document] of documents.entries()) {
    for (const [what, change] of changesOf(document)) {
      const changed = structuredClone([...documents]);
      change(changed[index] as LooseDocument);
      if (await isValid(store, changed)) unnoticed.push(`block ${index + 1}: ${what}`);
    }
  }
  expect(unnoticed).toEqual([]);
});
