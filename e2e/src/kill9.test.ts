import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "@cenote/testkit";
import { nanoOf } from "./harness/exact";
import { allEntries, balanceOf, entriesAfter, type LedgerEntry } from "./harness/ledger";
import { expectAllPaid } from "./harness/expect-all-paid";
import { startLoad, type Answered } from "./harness/load";
import { currentMode } from "./harness/mode";
import { withSystem } from "./harness/with-system";

const KILLS = currentMode() === "start" ? 20 : 5;
const SEED = Number(process.env.CENOTE_E2E_SEED ?? "20260721");
const CALLERS = 12;
const LEAST_MS = 150;
const SPREAD_MS = 900;

const harness = withSystem({ database: "own" });

test(`${KILLS} kills at random moments under load (seed ${SEED}): whoever saw a finished answer has paid for it, once`, async () => {
  const { system, client } = harness();
  const random = seededRandom(SEED);
  const answered: Answered[] = [];
  const entries: LedgerEntry[] = [];
  await system.cenote("credit", "demo", "100000");

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const load = startLoad({ client, callers: CALLERS, random });
    // A slow machine may need longer than the pause for its first answers: a kill before them would prove nothing.
    await Promise.all([pause(LEAST_MS + random() * SPREAD_MS), load.answers(CALLERS)]);
    load.expectDeath();
    // Every other time the database server is killed too, as if the machine had failed.
    await system.kill9({ database: kill % 2 === 0 });
    await load.stop();
    answered.push(...load.answered);
    await system.restart();
    // `ledger verify` checks that the entries from before the last kill still exist.
    entries.unshift(...(await entriesAfter(system, "demo", entries[0]?.seq ?? 0)));
    expectAllPaid(answered, entries);
    expect(await system.cenote("ledger", "verify")).toMatchObject({ ok: true });
  }
  expect(answered.length).toBeGreaterThanOrEqual(KILLS * CALLERS);

  const moved = (await allEntries(system, "demo")).filter(
    ({ type }) => type === "credit" || type === "settle" || type === "adjust",
  );
  const { balance_mxn: balance } = await balanceOf(system, "demo");
  expect(nanoOf(balance)).toBe(moved.reduce((sum, { amount_mxn: amount }) => sum + nanoOf(amount), 0n));
}, 1_500_000);
