import { createManualClock } from "@cenote/testkit";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { createAnsweringStore } from "./answering-store";
import { DEFAULT_LEDGER_LIMITS } from "./limits";

test("who reads no further closes what he read from", async () => {
  let closed = false;
  const store = createAnsweringStore({
    store: {
      ...createMemoryLedgerStore(),
      async *usageDayCalls() {
        try {
          for (;;) yield { organizationId: "org", day: "2026-01-01", throughSeq: 1, rows: [], keys: [] };
        } finally {
          closed = true;
        }
      },
    },
    clock: createManualClock(),
    limits: DEFAULT_LEDGER_LIMITS,
  });
  for await (const _ of store.usageDayCalls("org", "2026-01-01", "2026-01-01")) break;
  expect(closed).toBe(true);
});
