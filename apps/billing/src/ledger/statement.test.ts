import { type Clock, DAY_MS, dayOf, nanoMxn, silentLog, ZERO_MXN } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import fc from "fast-check";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { sampleCharge } from "../testing/sample-charge";
import { GENESIS_HASH } from "./block";
import { createLedger } from "./create-ledger";
import { balanceChangeOf } from "./entry";
import type { Ledger } from "./ledger";
import { statementOf } from "./statement";
import type { LedgerStore } from "./store";

const ORG = "org";
const FIRST_MS = Date.UTC(2026, 0, 1);
const mxn = (units: number) => nanoMxn(BigInt(units));
const dayAt = (index: number) => dayOf(FIRST_MS + index * DAY_MS);

const setUp = () => {
  const clock = createManualClock(FIRST_MS);
  const store = createMemoryLedgerStore();
  const open = (through: LedgerStore = store, by: Clock = clock) =>
    createLedger({ store: through, clock: by, log: silentLog });
  return { clock, store, open, ledger: open() };
};

let ids = 0;
const settle = (ledger: Ledger, cost: number, model = "openai/gpt-4.1") =>
  ledger.settle(ORG, { callId: `call-${ids++}`, amount: mxn(cost), charge: sampleCharge({ model }) });
const credit = (ledger: Ledger, amount: number) =>
  ledger.credit(ORG, { id: `credit-${ids++}`, amount: mxn(amount), note: "" });
const adjust = (ledger: Ledger, amount: number) =>
  ledger.adjust(ORG, { id: `adjustment-${ids++}`, amount: mxn(amount), note: "" });

describe("a statement", () => {
  it("tells how the balance came from that before its first day to that after its last", async () => {
    const { ledger, clock } = setUp();
    await ledger.credit(ORG, { id: "free", amount: mxn(50), note: "free credit" });
    await settle(ledger, 1);
    await clock.advance(DAY_MS);
    await ledger.credit(ORG, { id: "top-up", amount: mxn(100), note: "invoice 7" });
    await ledger.adjust(ORG, { id: "refund", amount: mxn(-3), note: "" });
    await settle(ledger, 5, "a/b");
    await settle(ledger, 7, "a/a");
    await settle(ledger, 8, "a/b");
    await clock.advance(DAY_MS);
    await settle(ledger, 20);
    await ledger.credit(ORG, { id: "later", amount: mxn(1), note: "" });
    const statement = await ledger.statement(ORG, "2026-01-02", "2026-01-02");
    expect(statement).toMatchObject({
      opening: 49n,
      credited: 100n,
      adjusted: -3n,
      charged: 20n,
      closing: 126n,
      postings: [
        { type: "credit", id: "top-up", amount: 100n, atMs: FIRST_MS + DAY_MS, note: "invoice 7" },
        { type: "adjust", id: "refund", amount: -3n, note: "" },
      ],
      postingsLeftOut: 0,
      models: [
        { model: "a/a", calls: 1, cost: 7n },
        { model: "a/b", calls: 2, cost: 13n },
      ],
    });
  });

  it("names the block it was read up to, with its hash", async () => {
    const { ledger, store } = setUp();
    await credit(ledger, 50);
    await settle(ledger, 1);
    const { seq, hash } = await ledger.statement(ORG, "2026-01-01", "2026-01-01");
    const [newest] = await store.blocksBefore(ORG, seq + 1, 1);
    expect([seq, hash]).toEqual([2, newest?.hash]);
  });

  it("lists the first thousand credits and counts the others", () => {
    const postings = Array.from({ length: 1_002 }, (_, index) => ({
      type: "credit" as const,
      id: `${index}`,
      amount: mxn(1),
      atMs: FIRST_MS + index,
      note: "",
    }));
    const since = { seq: 1_002, hash: "", balance: mxn(1_002), days: [], postings };
    const statement = statementOf(since, "2026-01-01");
    expect(statement).toMatchObject({ credited: 1_002n, closing: 1_002n, postingsLeftOut: 2 });
    expect(statement.postings).toEqual(postings.slice(0, 1_000));
  });

  it("of an organization without a journal is all zero", async () => {
    const { ledger } = setUp();
    expect(await ledger.statement("nobody", "2026-01-01", "2026-01-31")).toEqual({
      opening: 0n,
      credited: 0n,
      adjusted: 0n,
      charged: 0n,
      closing: 0n,
      postings: [],
      postingsLeftOut: 0,
      models: [],
      seq: 0,
      hash: GENESIS_HASH,
    });
  });

  it("is of one moment although another replica projects while days are read", async () => {
    const { store, open, clock } = setUp();
    const other = open();
    await credit(other, 100);
    await settle(other, 1);
    await clock.advance(DAY_MS);
    let reads = 0;
    const ledger = open({
      ...store,
      async readUsageDaysByModel(...given) {
        const days = await store.readUsageDaysByModel(...given);
        if (given[1] !== given[2] && reads++ === 0) {
          await settle(other, 10);
          await other.usage(ORG, "2026-01-01", "2026-01-02");
        }
        return days;
      },
    });
    const { opening, closing, charged, seq } = await ledger.statement(ORG, "2026-01-02", "2026-01-02");
    expect({ opening, closing, charged, seq }).toEqual({ opening: 99n, closing: 89n, charged: 10n, seq: 3 });
    expect(reads).toBe(2);
  });

  it("is of one moment although another replica posts between the reading of charges and that of balance and credits", async () => {
    const { store, open } = setUp();
    const other = open();
    await credit(other, 100);
    await settle(other, 1);
    let isPosted = false;
    const ledger = open({
      ...store,
      async blocksBefore(...given) {
        if (!isPosted) {
          isPosted = true;
          await settle(other, 10);
          await credit(other, 5);
        }
        return store.blocksBefore(...given);
      },
    });
    expect(await ledger.statement(ORG, "2026-01-01", "2026-01-01")).toMatchObject({
      opening: 0n,
      credited: 100n,
      charged: 1n,
      closing: 99n,
      seq: 2,
    });
    expect(isPosted).toBe(true);
  });

  it("continues where the one before ended and adds up to the journal, whatever was posted and however clocks differ", async () => {
    const step = fc.record({
      what: fc.constantFrom("settle", "settle", "credit", "adjust", "wait"),
      amount: fc.integer({ min: 1, max: 1_000 }),
      replica: fc.nat({ max: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40, size: "max" }),
        fc.integer({ min: -DAY_MS, max: DAY_MS }),
        fc.tuple(fc.nat({ max: 8 }), fc.nat({ max: 8 }), fc.nat({ max: 8 })),
        async (steps, skewMs, cuts) => {
          const { clock, store, open } = setUp();
          let nowMs = FIRST_MS + 2 * DAY_MS;
          const first = open(store, { ...clock, nowMs: () => nowMs });
          const replicas = [first, open(store, { ...clock, nowMs: () => nowMs + skewMs })];
          for (const { what, amount, replica } of steps) {
            const ledger = replicas[replica] ?? first;
            if (what === "wait") nowMs += amount * 200_000;
            if (what === "settle") await settle(ledger, amount);
            if (what === "credit") await credit(ledger, amount);
            if (what === "adjust") await adjust(ledger, amount - 500);
          }
          const [from = 0, middle = 0, to = 0] = cuts.toSorted((a, b) => a - b);
          const before = await first.statement(ORG, dayAt(from), dayAt(middle));
          const after = await first.statement(ORG, dayAt(middle + 1), dayAt(to + 1));
          const whole = await first.statement(ORG, dayAt(from), dayAt(to + 1));
          expect(after.opening).toBe(before.closing);
          expect([whole.opening, whole.closing]).toEqual([before.opening, after.closing]);
          expect(whole.charged).toBe(before.charged + after.charged);
          expect(whole.closing).toBe(whole.opening + whole.credited + whole.adjusted - whole.charged);
          let balance = ZERO_MXN;
          for await (const block of store.blocksAfter(ORG, 0)) {
            if (dayOf(block.atMs) >= dayAt(from)) continue;
            for (const entry of block.entries) balance = nanoMxn(balance + balanceChangeOf(entry));
          }
          expect(whole.opening).toBe(balance);
          for (const ledger of replicas) await ledger.close();
        },
      ),
      { numRuns: 60 },
    );
  });
});
