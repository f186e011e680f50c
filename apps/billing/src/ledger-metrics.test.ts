import { createMetrics } from "@cenote/runtime";
import { createManualClock } from "@cenote/testkit";
import type { Block } from "./ledger/block";
import { showWaitingCommands, withCommitTimes } from "./ledger-metrics";
import { createMemoryLedgerStore } from "./testing/memory/ledger-store";

const BLOCK = {} as Block;

test("commits are timed by outcome, and their outcome is passed on", async () => {
  const clock = createManualClock();
  const metrics = createMetrics({ runtime: false });
  const outcomes = [
    async () => "committed" as const,
    async () => "taken" as const,
    () => Promise.reject(new Error("the database is away")),
  ];
  const store = withCommitTimes(
    {
      ...createMemoryLedgerStore(),
      async append() {
        await clock.advance(4);
        return (outcomes.shift() ?? (async () => "taken" as const))();
      },
    },
    { metrics, clock },
  );

  expect(await store.append(BLOCK)).toBe("committed");
  expect(await store.append(BLOCK)).toBe("taken");
  await expect(store.append(BLOCK)).rejects.toThrow("the database is away");

  const text = await metrics.render();
  for (const outcome of ["committed", "taken", "failed"]) {
    expect(text).toContain(`cenote_ledger_commit_seconds_sum{outcome="${outcome}"} 0.004`);
  }
});

test("the store's other methods are passed through", async () => {
  const inner = createMemoryLedgerStore();
  const store = withCommitTimes(inner, { metrics: createMetrics({ runtime: false }), clock: createManualClock() });
  expect(Object.keys(store).sort()).toEqual(Object.keys(inner).sort());
});

test("the queue is counted when the metric is read", async () => {
  const metrics = createMetrics({ runtime: false });
  let waiting = 2;
  showWaitingCommands({ metrics }, { waitingCommands: () => waiting });
  expect(await metrics.render()).toContain("cenote_ledger_waiting_commands 2");
  waiting = 0;
  expect(await metrics.render()).toContain("cenote_ledger_waiting_commands 0");
});
