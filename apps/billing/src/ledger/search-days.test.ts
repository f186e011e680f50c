import { DAY_MS, nanoMxn, silentLog } from "@cenote/core";
import { createManualClock, seededRandom } from "@cenote/testkit";
import { createFaultyStore } from "../testing/faulty-store";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { sampleCharge } from "../testing/sample-charge";
import { createLedger } from "./create-ledger";
import type { EntryFilter, EntryView } from "./ledger-reads";

const ORG = "11111111-1111-4111-8111-111111111111";
const START_MS = Date.UTC(2026, 2, 1);

const setUp = async (maxSearchedEntries = 2_000) => {
  let nowMs = START_MS;
  let looks = 0;
  const memory = createMemoryLedgerStore();
  const store = createFaultyStore(memory, (operation, run) => {
    if (operation === "blocksBefore") looks++;
    return run();
  });
  const clock = { ...createManualClock(), nowMs: () => nowMs };
  const ledger = createLedger({ store, clock, log: silentLog, limits: { maxSearchedEntries } });
  await ledger.credit(ORG, { id: "free", amount: nanoMxn(1_000_000n), note: "" });
  let calls = 0;
  const call = async (atMs: number, model: string, { keyId = "key-1", outcome = "ok" } = {}) => {
    nowMs = atMs;
    const callId = `call-${calls++}`;
    const sample = sampleCharge();
    const charge = { ...sample, model, keyId, record: { ...sample.record, outcome } };
    if (outcome === "ok") return void (await ledger.settle(ORG, { callId, amount: nanoMxn(1n), charge }));
    await ledger.hold(ORG, { callId, amount: nanoMxn(1n), ttlMs: 60_000 });
    await ledger.confirmHold(ORG, callId);
    await ledger.release(ORG, { callId, charge });
  };
  const search = async (filter?: EntryFilter, size = 100) => {
    const found: EntryView[] = [];
    let pages = 0;
    for (let cursor: string | undefined; ;) {
      const page = await ledger.entries(ORG, {
        size,
        ...(filter !== undefined && { filter }),
        ...(cursor !== undefined && { cursor }),
      });
      pages++;
      found.push(...page.entries);
      if (page.next === undefined) return { found, pages };
      cursor = page.next;
    }
  };
  const project = () => ledger.usage(ORG, "2026-01-01", "2026-01-01");
  return { memory, call, search, project, looks: () => looks };
};

test("days without a match are skipped, in a page that is bounded", async () => {
  const { call, search, project, looks } = await setUp();
  await call(START_MS, "a/rare");
  for (let day = 0; day < 60; day++)
    for (let index = 0; index < 60; index++) await call(START_MS + day * DAY_MS + index, "a/one");
  await project();
  const before = looks();
  const { found, pages } = await search({ model: "a/rare" });
  expect([found.map(({ id }) => id), pages]).toEqual([["settle:call-0"], 1]);
  expect(looks() - before).toBeLessThan(6);
});

test("a page ends where the days that it knows end, and the next one goes on from there", async () => {
  const { call, search, project } = await setUp();
  await call(START_MS, "a/rare");
  for (let day = 0; day < 1_000; day++) await call(START_MS + day * DAY_MS + 1, "a/one");
  await project();
  const { found, pages } = await search({ model: "a/rare" });
  expect([found.map(({ id }) => id), pages]).toEqual([["settle:call-0"], 3]);
});

/** As many as the first read takes, so that the next begins before them. */
const FIRST_READ = 16;

test("a call of the next day that stands before one of this day is not skipped", async () => {
  const { call, search, project } = await setUp();
  await call(START_MS + DAY_MS + 10_000, "a/rare");
  for (let index = 0; index < FIRST_READ; index++) await call(START_MS + DAY_MS - 5_000 + index, "a/one");
  await project();
  expect((await search({ model: "a/rare" })).found).toHaveLength(1);
});

test("a day on which keys were not counted is not skipped", async () => {
  const { memory, call, search, project } = await setUp();
  await call(START_MS, "a/one", { keyId: "key-2" });
  for (let index = 0; index < FIRST_READ; index++) await call(START_MS + DAY_MS, "a/one");
  await project();
  const [day] = await memory.readUsageDays(ORG, "2026-03-01", "2026-03-01");
  if (day === undefined) throw new Error("not projected");
  await memory.writeUsageDay({ ...day, keys: [] }, day.throughSeq);
  expect((await search({ keyId: "key-2" })).found).toHaveLength(1);
});

test("nor are calls of the day before the days it knows, which stand after one of the first of these", async () => {
  const { call, search, project } = await setUp();
  await call(START_MS + 5_000, "a/rare");
  await call(START_MS - 10_000, "a/rare");
  for (let index = 0; index < FIRST_READ; index++) await call(START_MS + 365 * DAY_MS, "a/one");
  await project();
  expect((await search({ model: "a/rare" })).found).toHaveLength(2);
});

// Clocks differ, midnights come, usage lags behind, and a day may have come from a version that counted no keys.
test.each(Array.from({ length: 20 }, (_, index) => index + 1))(
  "seed %d: a search finds what a look at every entry finds",
  async (seed) => {
    const random = seededRandom(seed);
    const below = (limit: number) => Math.floor(random() * limit);
    const { memory, call, search, project } = await setUp(10 + below(60));
    const lag = below(4) * 20;
    let atMs = START_MS;
    for (let index = 0; index < 200; index++) {
      // Often a little, sometimes past midnight or a year.
      const steps = [1_000, 10_000, DAY_MS / 3, DAY_MS * 5];
      atMs += below(60) === 0 ? 400 * DAY_MS : steps[below(4)]!;
      if (below(4) === 0) atMs = Math.ceil(atMs / DAY_MS) * DAY_MS;
      const rare = below(40) === 0;
      await call(atMs + below(28_000), rare ? "b/rare" : "a/one", {
        keyId: below(30) === 0 ? "key-2" : "key-1",
        outcome: below(20) === 0 ? "provider_unavailable" : "ok",
      });
      if (index === 200 - lag) await project();
    }
    if (below(2) === 0) {
      const [day] = await memory.readUsageDays(ORG, "2026-03-01", "2026-03-01");
      if (day !== undefined) await memory.writeUsageDay({ ...day, keys: [] }, day.throughSeq);
    }
    const { found: all } = await search();
    const isFailed = ({ charge }: EntryView) => charge?.record.outcome === "provider_unavailable";
    const filters: [EntryFilter, (entry: EntryView) => boolean][] = [
      [{ model: "b/rare" }, ({ charge }) => charge?.model === "b/rare"],
      [{ model: "b/*" }, ({ charge }) => charge?.model === "b/rare"],
      [{ keyId: "key-2" }, ({ charge }) => charge?.keyId === "key-2"],
      [{ outcome: "failed" }, isFailed],
      [{ outcome: "failed", keyId: "key-2" }, (entry) => isFailed(entry) && entry.charge?.keyId === "key-2"],
      [{ kind: "video" }, () => false],
      [{ types: new Set(["credit"]) }, ({ type }) => type === "credit"],
    ];
    for (const [filter, matches] of filters)
      expect((await search(filter, 1 + below(5))).found.map(({ id }) => id)).toEqual(
        all.filter(matches).map(({ id }) => id),
      );
  },
);
