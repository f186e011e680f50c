import { DAY_MS, nanoMxn, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { sampleCharge } from "../testing/sample-charge";
import { createLedger } from "./create-ledger";
import type { UsageDay } from "./store";
import { createUsageCheck } from "./usage-check";
import { verifyLedger } from "../testing/verify";

const ORG = "org";

/** Two calls on each of five days. */
const setUp = async (change: (day: UsageDay) => UsageDay = (day) => day) => {
  const clock = createManualClock();
  const store = createMemoryLedgerStore();
  const ledger = createLedger({ store, clock, log: silentLog });
  for (let call = 0; call < 10; call++) {
    await ledger.settle(ORG, { callId: `${call}`, amount: nanoMxn(1n), charge: sampleCharge() });
    if (call % 2 === 1) await clock.advance(DAY_MS);
  }
  await ledger.usage(ORG, "2026-01-01", "2026-01-31");
  const read: string[] = [];
  const check = await createUsageCheck(
    {
      usageDayEnds: (organizationId) => store.usageDayEnds(organizationId),
      async readUsageDays(...given) {
        read.push(`${given[1]} ${given[2]}`);
        return (await store.readUsageDays(...given)).map(change);
      },
    },
    ORG,
  );
  const readBy: Record<number, readonly string[]> = { 0: read.splice(0) };
  for await (const block of store.blocksAfter(ORG, 0)) {
    check.add(block);
    if (!check.isDue(block.seq)) continue;
    await check.compare(block.seq);
    readBy[block.seq] = read.splice(0);
  }
  return { fault: check.fault(10), readBy };
};

test("a day is read where the journal has come to its end, but for the newest two", async () => {
  expect(await setUp()).toEqual({
    fault: undefined,
    readBy: {
      0: ["2026-01-04 9999-12-31"],
      2: ["2026-01-01 2026-01-01"],
      4: ["2026-01-02 2026-01-02"],
      6: ["2026-01-03 2026-01-03"],
      8: [],
      10: [],
    },
  });
});

test.each(["2026-01-02", "2026-01-05"])("a wrong sum of %s is found", async (wrong) => {
  const { fault } = await setUp((usage) => (usage.day === wrong ? { ...usage, rows: [] } : usage));
  expect(fault).toMatchObject({
    derived: true,
    reason: expect.stringMatching(`^usage of ${wrong}: .*in the journal$`),
  });
});

test("a day that moved on since is no proof of anything, and is looked at again", async () => {
  const { fault } = await setUp((usage) =>
    usage.day === "2026-01-01" ? { ...usage, throughSeq: usage.throughSeq + 1 } : usage,
  );
  expect(fault).toMatchObject({ derived: true, seq: 2 });
});

test("today may be written meanwhile, also after a clock was ahead on two days", async () => {
  const clock = createManualClock();
  const store = createMemoryLedgerStore();
  const ledger = createLedger({ store, clock, log: silentLog });
  let calls = 0;
  const call = async (by = ledger) => {
    await by.settle(ORG, { callId: `${calls++}`, amount: nanoMxn(1n), charge: sampleCharge() });
    await by.usage(ORG, "2026-01-01", "2026-12-31");
  };
  await call();
  for (const days of [30, 60]) {
    const ahead = createManualClock();
    await ahead.advance(days * DAY_MS);
    await call(createLedger({ store, clock: ahead, log: silentLog }));
  }
  await call();
  const meanwhile = {
    ...store,
    async *blocksAfter(...given: Parameters<typeof store.blocksAfter>) {
      await call();
      yield* store.blocksAfter(...given);
    },
  };
  expect(await verifyLedger(meanwhile, ORG)).toMatchObject({ ok: true });
});
