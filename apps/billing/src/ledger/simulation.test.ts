import { CenoteError, type Clock, dayOf, nanoMxn, silentLog, type Timer } from "@cenote/core";
import { createManualClock, type ManualClock } from "@cenote/testkit";
import { createFaultyStore, type Interpose } from "../testing/faulty-store";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { sampleCharge } from "../testing/sample-charge";
import { availableOf } from "./account-state";
import { type Block, followBlock, type Head } from "./block";
import { genesis } from "./checkpoint";
import { createLedger } from "./create-ledger";
import { balanceChangeOf } from "./entry";
import type { HoldCommand, Ledger } from "./ledger";
import type { LedgerStore } from "./store";
import { verify } from "../testing/verify";

/**
 * Several replicas over one store, driven by a seed: commands and their duplicates on any replica, database answers
 * that come late, never, or not at all, replicas that die in the middle, clocks that jump. After each step the journal
 * must hold every rule; at the end nothing that was acknowledged may be missing.
 *
 * Replay one seed: CENOTE_SIMULATION_SEED=17 jest simulation
 */
const SEEDS =
  process.env["CENOTE_SIMULATION_SEED"]?.split(",").map(Number) ?? Array.from({ length: 300 }, (_, index) => index + 1);
const STEPS = 120;
const ORGANIZATION = "org";

/** A refusal may be thrown. */
const hold = async (ledger: Ledger, command: HoldCommand) => ledger.hold(ORGANIZATION, command);

type Random = (below: number) => number;

const createRandom = (seed: number): Random => {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

interface Replica {
  readonly ledger: Ledger;
  /** Operations waiting to be let through. */
  readonly gated: (() => void)[];
  alive: boolean;
  /** How far its wall clock is off. */
  skewMs: number;
}

/** Timers of a dead process never fire. */
const clockOf = (replica: Pick<Replica, "alive" | "skewMs">, clock: ManualClock): Clock => ({
  nowMs: () => clock.nowMs() + replica.skewMs,
  monotonicMs: () => clock.monotonicMs(),
  setTimer: (callback, delayMs): Timer =>
    clock.setTimer(() => {
      if (replica.alive) callback();
    }, delayMs),
});

/** @param faultOneIn One operation in this many fails, for each of three kinds of failure. */
const startReplica = (store: LedgerStore, clock: ManualClock, random: Random, faultOneIn: number): Replica => {
  const gated: (() => void)[] = [];
  const state = { alive: true, skewMs: 0 };
  const interpose: Interpose = (operation, run) =>
    new Promise((resolve, reject) => {
      gated.push(() => {
        const fate = random(faultOneIn);
        if (fate === 0) {
          reject(new Error("connection refused"));
          return;
        }
        // Sent by a process that died, and lost in transit.
        if (!state.alive && random(2) === 0) return;
        const isNeverAnswered = operation === "append" && fate === 2;
        run()
          .then((answer) => {
            if (fate === 1) reject(new Error(`answer of ${operation} lost`));
            else if (state.alive && !isNeverAnswered) resolve(answer);
          })
          .catch(reject);
      });
    });
  const ledger = createLedger({
    store: createFaultyStore(store, interpose),
    clock: clockOf(state, clock),
    log: silentLog,
    limits: {
      maxBlockEntries: 4,
      checkpointEveryBlocks: 5,
      storeTries: 3,
      storeBackoffMs: 10,
      busyPauseMs: 0,
      maxRememberedPostings: 6,
      confirmTries: 2,
    },
  });
  return Object.assign(state, { ledger, gated });
};

/** Follows the journal from outside and checks its invariants. */
const createAuditor = (store: LedgerStore) => {
  const head: Head = genesis();
  const posted = new Map<string, bigint>();
  /** Of the balance, by each entry, with the time of its block. */
  const changes: (readonly [atMs: number, change: bigint])[] = [];
  const held = new Set<string>();
  /** What calls cost beyond their holds, by budget: a budget may be exceeded by that, and by nothing else. */
  const excessOf = new Map<string, bigint>();
  let largestHold = 0n;
  let excess = 0n;
  let money = 0n;

  const audit = (block: Block) => {
    const openBefore = new Map(head.state.openHolds);
    const fault = followBlock(head, block);
    if (fault !== undefined) throw new Error(`block ${block.seq}: ${fault}`);
    for (const entry of block.entries) {
      changes.push([block.atMs, balanceChangeOf(entry)]);
      if (entry.type === "hold") {
        largestHold = entry.amount > largestHold ? entry.amount : largestHold;
        const budgetIds = openBefore.get(entry.callId)?.budgetIds ?? entry.budgets?.map(({ id }) => id);
        openBefore.set(entry.callId, { ...entry, ...(budgetIds !== undefined && { budgetIds }) });
        held.add(entry.callId);
      }
      if (entry.type === "credit" || entry.type === "adjust") {
        if (posted.has(`${entry.type}:${entry.id}`)) throw new Error(`${entry.type} ${entry.id} was posted twice`);
        posted.set(`${entry.type}:${entry.id}`, entry.amount);
        money += entry.amount;
      }
      if (entry.type === "settle") {
        if (posted.has(`settle:${entry.callId}`)) throw new Error(`${entry.callId} was settled twice`);
        posted.set(`settle:${entry.callId}`, entry.amount);
        money -= entry.amount;
        const hold = openBefore.get(entry.callId);
        const over = entry.amount - (hold?.amount ?? 0n);
        if (over > 0n) {
          excess += over;
          const ids = hold === undefined ? entry.charge.budgets?.map(({ id }) => id) : hold.budgetIds;
          for (const id of ids ?? []) excessOf.set(id, (excessOf.get(id) ?? 0n) + over);
        }
      }
    }
    for (const [id, { limit, spent, held: heldNow }] of head.state.budgets) {
      if (spent + heldNow > limit + (excessOf.get(id) ?? 0n)) throw new Error(`budget ${id} was exceeded`);
    }
    const sumOfHolds = [...head.state.openHolds.values()].reduce((sum, hold) => sum + hold.amount, 0n);
    if (head.state.balance !== money)
      throw new Error(`balance ${head.state.balance} is not the sum of postings ${money}`);
    if (head.state.held !== sumOfHolds)
      throw new Error(`held ${head.state.held} is not the sum of holds ${sumOfHolds}`);
    if (availableOf(head.state) < 0n - largestHold - excess) throw new Error("overspent beyond the bound");
  };

  return {
    posted,
    changes,
    held,
    head,
    async catchUp() {
      for await (const block of store.blocksAfter(ORGANIZATION, head.seq)) audit(block);
    },
  };
};

/** What callers were told; the journal must agree. */
interface Acknowledged {
  readonly postings: Map<string, bigint>;
  readonly confirmed: Set<string>;
}

const TOLERATED = new Set(["overloaded", "insufficient_balance"]);
const ONLY_OVERLOADED = new Set(["overloaded"]);

const simulate = async (seed: number): Promise<void> => {
  const random = createRandom(seed);
  const clock = createManualClock();
  const store = createMemoryLedgerStore();
  const auditor = createAuditor(store);
  const acknowledged: Acknowledged = { postings: new Map(), confirmed: new Set() };
  // From a good network to one that lets hardly anything through.
  const faultOneIn = [40, 20, 8, 5][seed % 4] ?? 20;
  const start = () => startReplica(store, clock, random, faultOneIn);
  const replicas = [start(), start(), start()];
  const failures: unknown[] = [];
  let calls = 0;
  let credits = 0;

  const watch = <T>(
    replica: Replica,
    command: Promise<T>,
    onAnswer: (answer: T) => void,
    tolerated: ReadonlySet<string> = TOLERATED,
  ) => {
    command.then(
      (answer) => {
        if (replica.alive) onAnswer(answer);
      },
      (error: unknown) => {
        if (!(error instanceof CenoteError && tolerated.has(error.code))) failures.push(error);
      },
    );
  };
  /** Amounts follow from ids, so that a duplicate has the same body. */
  const amountOf = (number: number) => nanoMxn(BigInt((number * 7) % 13));

  const command = (replica: Replica) => {
    const { ledger } = replica;
    const call = random(4) === 0 ? calls++ : random(Math.max(1, calls));
    const callId = `call-${call}`;
    const idsOfBudgets = [["token-0", "key"], [], ["key"], ["token-1"]][call % 4] ?? [];
    const paidBy =
      idsOfBudgets.length === 0
        ? {}
        : { budgets: idsOfBudgets.map((id) => ({ id, limit: nanoMxn(15n), expiresAtMs: clock.nowMs() + 600_000 })) };
    const charge = sampleCharge({ model: `model-${call % 2}`, ...paidBy });
    switch (random(9)) {
      case 0: {
        const id = `credit-${random(3) === 0 ? credits++ : random(credits + 1)}`;
        return watch(replica, ledger.credit(ORGANIZATION, { id, amount: nanoMxn(20n), note: "" }), () =>
          acknowledged.postings.set(`credit:${id}`, 20n),
        );
      }
      case 1:
      case 2:
      case 3:
        watch(
          replica,
          hold(ledger, {
            callId,
            amount: nanoMxn(amountOf(call) + 2n),
            ttlMs: 1_000 + random(30_000),
            ...paidBy,
          }),
          () => {},
        );
        return watch(replica, ledger.confirmHold(ORGANIZATION, callId), () => acknowledged.confirmed.add(callId));
      case 4:
      case 5:
      case 6:
        return watch(
          replica,
          ledger.settle(ORGANIZATION, { callId, amount: amountOf(call), charge, requiresHold: random(2) === 0 }),
          (posted) => {
            if (posted.amount !== amountOf(call)) failures.push(new Error(`${callId} answered ${posted.amount}`));
            acknowledged.postings.set(`settle:${callId}`, posted.amount);
          },
          // Who is charged is never told that the balance did not cover it.
          auditor.posted.has(`settle:${callId}`) ? ONLY_OVERLOADED : TOLERATED,
        );
      case 7:
        return watch(replica, ledger.release(ORGANIZATION, { callId, charge }), () => {});
      default:
        return watch(
          replica,
          ledger.growHold(ORGANIZATION, {
            callId,
            amount: nanoMxn(amountOf(call) + BigInt(random(9))),
            ...(random(2) === 0 && { ttlMs: 1_000 + random(30_000) }),
          }),
          () => {},
        );
    }
  };

  const letThrough = (replica: Replica) => {
    const [next] = replica.gated.splice(random(Math.max(1, replica.gated.length)), 1);
    next?.();
  };

  const step = async () => {
    const index = random(replicas.length);
    const replica = replicas[index];
    if (replica === undefined) return;
    const action = random(100);
    if (action < 45) command(replica);
    else if (action < 92) letThrough(replica);
    else if (action < 96) await clock.advance(random(8_000));
    // Its wall clock jumps by hours, over midnight too, or is set right again.
    else if (action < 97) replica.skewMs = random(3) === 0 ? 0 : (random(601) - 300) * 60_000;
    else if (action < 99) {
      // The process dies; what it had sent may still arrive.
      replica.alive = false;
      for (const late of replica.gated.splice(0)) late();
      replicas[index] = start();
    } else await clock.advance(60_000);
    await turn();
    await auditor.catchUp();
  };

  for (let count = 0; count < STEPS; count++) await step();

  // Then the faults end and everything has to settle down.
  for (let quiet = 0; quiet < 3;) {
    const waiting = replicas.reduce((sum, replica) => sum + replica.gated.length, 0);
    quiet = waiting === 0 ? quiet + 1 : 0;
    for (const replica of replicas) while (replica.gated.length > 0) letThrough(replica);
    await clock.advance(500);
  }
  await auditor.catchUp();
  if (failures.length > 0) throw failures[0];
  for (const [key, amount] of acknowledged.postings) {
    if (auditor.posted.get(key) !== amount) throw new Error(`${key} was acknowledged and is lost`);
  }
  for (const callId of acknowledged.confirmed) {
    if (!auditor.held.has(callId) && !auditor.posted.has(`settle:${callId}`))
      throw new Error(`hold of ${callId} was confirmed and is lost`);
  }

  const survivor = createLedger({ store, clock, log: silentLog });
  const days = await survivor.usage(ORGANIZATION, "2025-12-31", "2026-12-31");
  const settled = [...auditor.posted].filter(([key]) => key.startsWith("settle:"));
  const cost = settled.reduce((sum, [, amount]) => sum + amount, 0n);
  expect(days.reduce((sum, row) => sum + row.cost, 0n)).toBe(cost);
  const balance = await survivor.balance(ORGANIZATION);
  expect(balance.balance).toBe(auditor.head.state.balance);
  expect(await verify(survivor)).toMatchObject({ ok: true });
  // What a statement reckons back from the end is what the entries until then add up to.
  for (const day of ["2025-12-31", "2026-01-01"]) {
    const { closing } = await survivor.statement(ORGANIZATION, day, day);
    expect(closing).toBe(
      auditor.changes.reduce((sum, [atMs, change]) => (dayOf(atMs) <= day ? sum + change : sum), 0n),
    );
  }
  await survivor.close();
};

describe("replicas that crash, race and repeat themselves", () => {
  it.each(SEEDS)("keep every rule of the ledger, seed %i", async (seed) => {
    await simulate(seed);
  });
});
