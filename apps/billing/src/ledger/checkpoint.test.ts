import { ChurnMap, nanoMxn } from "@cenote/core";
import { type AccountState, type BudgetUse, emptyState, type OpenHold } from "./account-state";
import { checkpointOf, faultOfCheckpoint, genesis, headOfCheckpoint, sameBudgets, sameHolds } from "./checkpoint";

const mxn = (units: number) => nanoMxn(BigInt(units));
const NOW_MS = 1_000_000_000_000;
const LATER_MS = NOW_MS * 2;

const hold: OpenHold = { amount: mxn(5), expiresAtMs: LATER_MS, budgetIds: ["day", "month"] };
const budget: BudgetUse = { limit: mxn(9), spent: mxn(2), held: mxn(5), expiresAtMs: LATER_MS };
const ended = { ...budget, expiresAtMs: 1 };

const holding = (...holds: readonly (readonly [string, OpenHold])[]): AccountState => ({
  ...emptyState(),
  openHolds: new Map(holds),
});
const spending = (...budgets: readonly (readonly [string, BudgetUse])[]): AccountState => ({
  ...emptyState(),
  budgets: new Map(budgets),
  latestForgettingMs: 0,
});

describe("a checkpoint's open holds are not those of the journal", () => {
  test.each<[string, AccountState]>([
    ["one is missing", holding()],
    ["one is of another call", holding(["other", hold])],
    ["one more is open", holding(["call", hold], ["other", hold])],
    ["an amount differs", holding(["call", { ...hold, amount: mxn(6) }])],
    ["an end differs", holding(["call", { ...hold, expiresAtMs: NOW_MS }])],
    ["a budget differs", holding(["call", { ...hold, budgetIds: ["day", "week"] }])],
    ["a budget is missing", holding(["call", { ...hold, budgetIds: ["day"] }])],
  ])("if %s", (_what, journal) => {
    expect(sameHolds(holding(["call", hold]), holding(["call", { ...hold }]))).toBe(true);
    expect(sameHolds(holding(["call", hold]), journal)).toBe(false);
    expect(sameHolds(journal, holding(["call", hold]))).toBe(false);
  });
});

describe("a checkpoint's budgets are not those of the journal", () => {
  test.each<[string, AccountState]>([
    ["one is missing", spending()],
    ["the limit differs", spending(["day", { ...budget, limit: mxn(8) }])],
    ["what was spent differs", spending(["day", { ...budget, spent: mxn(3) }])],
    ["what is held differs", spending(["day", { ...budget, held: mxn(4) }])],
    ["its end differs", spending(["day", { ...budget, expiresAtMs: LATER_MS + 1 }])],
  ])("if %s", (_what, journal) => {
    expect(sameBudgets(spending(["day", budget]), spending(["day", { ...budget }]), NOW_MS)).toBe(true);
    expect(sameBudgets(spending(["day", budget]), journal, NOW_MS)).toBe(false);
    expect(sameBudgets(journal, spending(["day", budget]), NOW_MS)).toBe(false);
  });

  it("if one has ended by the checkpoint alone", () => {
    expect(sameBudgets(spending(["day", { ...ended, spent: mxn(0) }]), spending(["day", budget]), NOW_MS)).toBe(false);
  });

  it("but those that have ended need not agree", () => {
    expect(sameBudgets(spending(["day", ended]), spending(), NOW_MS)).toBe(true);
    expect(sameBudgets(spending(), spending(["day", ended]), NOW_MS)).toBe(true);
  });
});

test("a checkpoint gives back the head that it was made of", () => {
  const budgets = new Map([
    ["day", budget],
    ["month", budget],
    ["idle", { ...budget, held: mxn(0) }],
  ]);
  const openHolds = new ChurnMap([["call", hold]] as const);
  const state = { balance: mxn(50), held: mxn(5), openHolds, budgets, latestForgettingMs: 0 };
  const opened = headOfCheckpoint(checkpointOf("org", { ...genesis(), seq: 7, state }));
  if (typeof opened === "string") throw new Error(opened);
  expect(opened).toMatchObject({ seq: 7, hash: genesis().hash, state: { balance: mxn(50), held: mxn(5) } });
  expect(opened.state.budgets).toEqual(budgets);
  expect(sameHolds(opened.state, state)).toBe(true);
});

test("a checkpoint that holds another sum than its open holds is refused", () => {
  const checkpoint = checkpointOf("org", genesis());
  expect(headOfCheckpoint({ ...checkpoint, held: mxn(1) })).toBe("held 1 differs from the sum of open holds 0");
});

test("a checkpoint is refused that differs from its block in place, hash or sums", () => {
  const head = genesis();
  const block = { seq: 0, hash: head.hash, balance: mxn(0), held: mxn(0) };
  expect(faultOfCheckpoint(head, block)).toBeUndefined();
  expect(faultOfCheckpoint(head, undefined)).toBe("there is no block 0");
  expect(faultOfCheckpoint(head, { ...block, seq: 1 })).toBe("there is no block 0");
  expect(faultOfCheckpoint(head, { ...block, hash: "other" })).toBe("its hash differs from that of block 0");
  for (const wrong of [{ balance: mxn(1) }, { held: mxn(1) }])
    expect(faultOfCheckpoint(head, { ...block, ...wrong })).toBe("its sums differ from those of block 0");
});
