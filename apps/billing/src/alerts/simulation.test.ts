import type { Callback } from "@cenote/callbacks";
import { type Clock, type NanoMxn, nanoMxn, parseMxn, silentLog, type Timer, ZERO_MXN } from "@cenote/core";
import { createManualClock, createSeededIds, seededRandom } from "@cenote/testkit";
import type { Block } from "../ledger/block";
import { createLedger } from "../ledger/create-ledger";
import type { OrganizationStore } from "../organizations/organization-store";
import { createOrganizations } from "../organizations/organizations";
import { createFaultyStore } from "../testing/faulty-store";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { createMemoryOrganizationStore } from "../testing/memory/organization-store";
import { sampleCharge } from "../testing/sample-charge";
import { createBalanceAlerts } from "./balance-alerts";

/**
 * Two replicas over one store, driven by a seed: credits, holds, charges and refusals on either, each of which may die
 * between any two of its reads and writes, also between a commit and the look at the alert, or between a delivery and
 * the note of it. A receiver that fails at times. The journal says how many events there may be, and must be.
 *
 * Replay one seed: CENOTE_SIMULATION_SEED=17 jest alerts/simulation
 */
const SEEDS =
  process.env["CENOTE_SIMULATION_SEED"]?.split(",").map(Number) ?? Array.from({ length: 60 }, (_, index) => index + 1);
const STEPS = 80;
const THRESHOLD = parseMxn("20");
/** A lease, a pause and a review are over. */
const WHILE_MS = 360_000;

const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

const turns = async (count: number) => {
  for (let left = count; left > 0; left--) await turn();
};

const createWorld = async (seed: number) => {
  const clock = createManualClock();
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const ids = createSeededIds();
  const journal = createMemoryLedgerStore();
  const rows = createMemoryOrganizationStore();
  const received: { readonly id: string; readonly type: string }[] = [];
  const tried = new Set<string>();
  const organizationId = ids.uuid();
  await rows.insert(
    { id: organizationId, name: "Acme", zdr: false, limits: {}, createdAtMs: 0, revision: 0 },
    ZERO_MXN.toString(),
  );
  await rows.change(organizationId, { balanceAlert: { threshold: THRESHOLD, url: "https://acme.test/" } }, 0);

  const startReplica = () => {
    let alive = true;
    const never = new Promise<never>(() => {});
    const mortal: Clock = {
      nowMs: () => clock.nowMs(),
      monotonicMs: () => clock.monotonicMs(),
      setTimer: (callback, delayMs): Timer =>
        clock.setTimer(() => {
          if (alive) callback();
        }, delayMs),
    };
    /** Takes a while in both directions. What a dead process asks for does not happen, and it gets no answer. */
    const pass = async <T>(run: () => Promise<T>): Promise<T> => {
      await turns(below(3));
      const answer = alive ? await run() : await never;
      await turns(below(3));
      return alive ? answer : never;
    };
    const store = Object.fromEntries(
      Object.entries(rows).map(([name, method]: [string, (...given: unknown[]) => Promise<unknown>]) => [
        name,
        (...given: unknown[]) => pass(() => method(...given)),
      ]),
    ) as unknown as OrganizationStore;
    const ledger = createLedger({
      store: createFaultyStore(journal, (_operation, run) => pass(run)),
      clock: mortal,
      log: silentLog,
      onBalance: (change) => {
        if (alive) alerts.onBalance(change);
      },
    });
    const organizations = createOrganizations({
      store,
      ledger,
      clock: mortal,
      ids,
      log: silentLog,
      freeCredit: () => ZERO_MXN,
    });
    const send = ({ id, body }: Callback) =>
      pass(async () => {
        const isFirst = !tried.has(id);
        tried.add(id);
        if (isFirst && below(4) === 0) throw new Error("answered 500");
        received.push({ id, type: (JSON.parse(body) as { readonly type: string }).type });
        return true;
      });
    const alerts = createBalanceAlerts({ store, organizations, ledger, send, clock: mortal, ids, log: silentLog });
    let calls = 0;
    return {
      async credit(amount: NanoMxn) {
        await organizations.get(organizationId);
        await ledger.credit(organizationId, { id: ids.uuid(), amount, note: "" });
      },
      async call(held: NanoMxn, amount: NanoMxn) {
        await organizations.get(organizationId);
        const callId = `${ids.uuid()}-${++calls}`;
        try {
          await ledger.hold(organizationId, { callId, amount: held, ttlMs: 60_000 });
          await ledger.confirmHold(organizationId, callId);
        } catch {
          if (alive) alerts.onRefused(organizationId, ZERO_MXN);
          return;
        }
        await ledger.settle(organizationId, { callId, amount, charge: sampleCharge() });
      },
      kill() {
        alive = false;
      },
    };
  };

  return {
    clock,
    below,
    startReplica,
    received,
    alert: async () => (await rows.find(organizationId))?.balanceAlert,
    blocks: async () => {
      const blocks: Block[] = [];
      for await (const block of journal.blocksAfter(organizationId, 0)) blocks.push(block);
      return blocks;
    },
  };
};

const distinct = (events: readonly { readonly id: string; readonly type: string }[], type: string) =>
  new Set(events.filter((event) => event.type === type).map(({ id }) => id));

test.each(SEEDS)("seed %d: one event for each time that the balance falls, none lost for good", async (seed) => {
  const { clock, below, startReplica, received, alert, blocks } = await createWorld(seed);
  const replicas = [startReplica(), startReplica()];
  const pesos = (most: number) => nanoMxn(BigInt(below(most * 1_000) + 1) * 1_000_000n);
  const passTime = async (ms: number) => {
    await turns(100);
    await clock.advance(ms);
    await turns(100);
  };
  const ignore = (work: Promise<void>) => {
    work.catch(() => {});
  };
  ignore(replicas[0]!.credit(parseMxn("50")));
  for (let step = 0; step < STEPS; step++) {
    const index = below(2);
    const action = below(20);
    if (action === 0) {
      replicas[index]!.kill();
      replicas[index] = startReplica();
    } else if (action < 4) ignore(replicas[index]!.credit(pesos(30)));
    else ignore(replicas[index]!.call(pesos(10), pesos(8)));
    if (below(3) > 0) await clock.advance(below(200));
    else await turns(below(6));
  }
  // Whatever died is made up for by who lives.
  await passTime(WHILE_MS);

  const journal = await blocks();
  const balances = [ZERO_MXN, ...journal.map(({ balance }) => balance)];
  const falls = balances.filter((balance, index) => balance < THRESHOLD && (balances[index - 1] ?? 0n) >= THRESHOLD);
  const credits = journal.flatMap(({ entries }) => entries.filter(({ type }) => type === "credit"));
  expect(distinct(received, "balance.low").size).toBeLessThanOrEqual(falls.length + 1);
  expect(distinct(received, "balance.depleted").size).toBeLessThanOrEqual(credits.length + 1);
  const isLow = (balances.at(-1) ?? 0n) < THRESHOLD;
  const atEnd = await alert();
  expect(atEnd?.low !== undefined).toBe(isLow);
  for (const event of [atEnd?.low, atEnd?.depleted]) {
    if (event === undefined) continue;
    expect(event.dueAtMs).toBeUndefined();
    expect(received.filter(({ id }) => id === event.id).length).toBeGreaterThan(0);
  }

  // From here on nothing dies: each fall is told exactly once.
  const [first, second] = replicas as [(typeof replicas)[0], (typeof replicas)[0]];
  await first.credit(parseMxn("5000"));
  await passTime(20_000);
  const armed = await alert();
  expect([armed?.low, armed?.depleted]).toEqual([undefined, undefined]);
  received.length = 0;
  for (let times = 1; times <= 3; times++) {
    const balance = (await blocks()).at(-1)?.balance ?? ZERO_MXN;
    await second.call(parseMxn("1"), nanoMxn(balance + 1n));
    await Promise.all([first.call(parseMxn("1"), ZERO_MXN), second.call(parseMxn("1"), ZERO_MXN)]);
    await passTime(20_000);
    expect(received.filter(({ type }) => type === "balance.low")).toHaveLength(times);
    expect(received.filter(({ type }) => type === "balance.depleted")).toHaveLength(times);
    await first.credit(parseMxn("100"));
    await passTime(20_000);
  }
});
