import { createBoundedMap, nanoMxn } from "@cenote/core";
import * as fc from "fast-check";
import { ledgerBudgetOf } from "../keys/key-budget";
import { sampleCharge } from "../testing/sample-charge";
import { type AccountState, applyEntry, copyState } from "./account-state";
import { type Block, followBlock } from "./block";
import { genesis } from "./checkpoint";
import type { Command } from "./decide";
import { isPosting, keyOf } from "./entry";
import type { Budgets } from "./charge";
import { createPostings } from "./postings";
import { createOpenAccount, type OpenAccount } from "./open-account";

const ORG = "org";
const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 0, 1, 22);
const mxn = (units: number) => nanoMxn(BigInt(units));

/** More of one, so that it is more frequent. */
const STEPS = [
  ...(["hold", "hold", "hold", "settle", "settle", "settle", "grow", "release", "expire", "credit", "adjust"] as const),
  ...(["commit", "commit", "commit", "commit", "jump"] as const),
];
const step = fc.record({
  type: fc.constantFrom(...STEPS),
  replica: fc.nat({ max: 1 }),
  call: fc.nat({ max: 30 }),
  amount: fc.nat({ max: 12 }),
  minutes: fc.integer({ min: -200, max: 300 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A call's token ends soon, the day of its key a little later. */
const budgetsOf = (call: number, atMs: number): { readonly budgets?: Budgets } => {
  const token = { id: "token", limit: mxn(12), expiresAtMs: START_MS + 30 * MINUTE_MS };
  const key = ledgerBudgetOf("k", { limit: mxn(20), period: "day" }, { atMs, utcOffsetMs: 0 });
  const budgets = [[], [token], [key], [token, key]][call % 4] ?? [];
  return budgets.length === 0 ? {} : { budgets };
};

/** A duplicate has another body now and then. */
const commandOf = ({ type, call, amount, minutes }: Step, nowMs: number): Command | undefined => {
  const callId = String(call);
  const expiresAtMs = nowMs + Math.abs(minutes) * (MINUTE_MS / 10);
  const paidBy = budgetsOf(call, nowMs);
  const charge = sampleCharge(paidBy);
  switch (type) {
    case "hold":
      return { type, callId, amount: mxn(amount), most: mxn(amount + 4), needed: mxn(1), expiresAtMs, ...paidBy };
    case "grow":
      return { type, callId, amount: mxn(amount), isBounded: amount % 2 === 0, expiresAtMs };
    case "settle":
      return { type, callId, amount: mxn((call % 7) + (amount % 2)), charge, requiresHold: amount % 3 === 0 };
    case "release":
      return { type, callId, charge };
    case "expire":
      return { type, nowMs };
    case "credit":
    case "adjust":
      return { type, id: callId, amount: mxn(type === "credit" ? 20 + (amount % 2) : amount - 6), note: "" };
    case "commit":
    case "jump":
      return undefined;
  }
};

/** A budget that nothing was used of is the same as none. */
const stateOf = ({ balance, held, openHolds, budgets }: AccountState) => ({
  balance,
  held,
  openHolds: Object.fromEntries(openHolds),
  budgets: Object.fromEntries(
    [...budgets].filter(([, use]) => use.spent !== 0n || use.held !== 0n).map(([id, use]) => [id, { ...use }]),
  ),
});

const plusQueue = ({ head, queue }: OpenAccount): AccountState => {
  const state = copyState(head.state);
  for (const { entries } of queue) for (const entry of entries) applyEntry(state, entry);
  return state;
};

/** Follows the journal as whoever verifies it does. */
const createAuditor = () => {
  const head = genesis();
  const posted = new Set<string>();
  /** What calls cost beyond their holds, by budget. */
  const excessOf = new Map<string, bigint>();
  return (block: Block): void => {
    const open = new Map(head.state.openHolds);
    expect(followBlock(head, block)).toBeUndefined();
    for (const entry of block.entries) {
      if (isPosting(entry)) {
        expect(posted).not.toContain(keyOf(entry));
        posted.add(keyOf(entry));
      }
      switch (entry.type) {
        case "hold": {
          const budgetIds = open.get(entry.callId)?.budgetIds ?? entry.budgets?.map(({ id }) => id) ?? [];
          open.set(entry.callId, { ...entry, budgetIds });
          break;
        }
        case "settle": {
          const hold = open.get(entry.callId);
          const over = entry.amount - (hold?.amount ?? 0n);
          for (const id of hold?.budgetIds ?? entry.charge.budgets?.map((budget) => budget.id) ?? [])
            if (over > 0n) excessOf.set(id, (excessOf.get(id) ?? 0n) + over);
          open.delete(entry.callId);
          break;
        }
        case "release":
        case "expire":
          open.delete(entry.callId);
          break;
        case "credit":
        case "adjust":
          break;
      }
    }
    for (const [id, { limit, spent, held }] of head.state.budgets)
      expect(spent + held).toBeLessThanOrEqual(limit + (excessOf.get(id) ?? 0n));
  };
};

/** Two replicas, whose clocks jump by hours, forth and back, over budgets that end meanwhile. */
const simulate = (early: number, steps: readonly Step[]): void => {
  const journal: Block[] = [];
  const audit = createAuditor();
  const start = () => {
    const postings = createPostings(ORG, createBoundedMap<string>(1_000));
    return { postings, account: createOpenAccount(genesis(), postings), nowMs: START_MS };
  };
  const replicas = [start(), start()] as const;

  /** Its block, of the first entries, or those that were faster. */
  const commit = ({ account, postings, nowMs }: ReturnType<typeof start>, maxEntries: number): void => {
    const missed = journal.slice(account.head.seq);
    for (const block of missed) {
      expect(followBlock(account.head, block)).toBeUndefined();
      postings.remember(block);
    }
    if (missed.length > 0) account.redecide();
    else {
      const batch = account.batch(maxEntries);
      if (batch.entries.length > 0) {
        const block = account.seal(ORG, batch, nowMs);
        journal.push(block);
        audit(block);
        account.advance(block);
      }
      account.remove(batch);
    }
  };

  for (let block = 0; block < early; block++) {
    replicas[0].account.submit({ type: "credit", id: `early ${block}`, amount: mxn(9), note: "" });
    commit(replicas[0], 1);
  }
  for (const one of steps) {
    const replica = replicas[one.replica === 0 ? 0 : 1];
    const command = commandOf(one, replica.nowMs);
    if (command !== undefined) replica.account.submit(command);
    if (one.type === "commit") commit(replica, 1 + (one.amount % 5));
    if (one.type === "jump") replica.nowMs = START_MS + one.minutes * MINUTE_MS;
    expect(stateOf(replica.account.pendingState)).toEqual(stateOf(plusQueue(replica.account)));
  }
};

test("an account ahead of its journal is what the queue makes of it, and what is decided on it is what may stand", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 8, max: 14 }),
      fc.array(step, { minLength: 40, maxLength: 120, size: "max" }),
      simulate,
    ),
    // To make a failure smaller takes minutes: `endOnFailure: false`, and its seed and path.
    { numRuns: 100, endOnFailure: true },
  );
});
