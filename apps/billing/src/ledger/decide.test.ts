import { nanoMxn } from "@cenote/core";
import { sampleCharge } from "../testing/sample-charge";
import { applyEntry, emptyState, type MutableAccountState } from "./account-state";
import { type Command, decide, keyOfCommand } from "./decide";
import { isPosting, keyOf, type PostingEntry } from "./entry";
import type { Charge, UsageLine } from "./charge";

/**
 * Each case is a script with one command per line, followed by the decision it should lead to:
 *
 *   credit <id> <amount>      hold <call> <amount> [until <ms>]      grow <call> <amount> [until <ms>]
 *   settle <call> <amount>    release <call>     adjust <id> <±amount>     expire <ms>
 *   deliver <call> <amount>: a settlement made before anything is delivered
 *
 * and a last line `= balance held` with the resulting totals.
 */
const parse = (line: string, charge: Charge): Command => {
  const [type = "", id = "", number = "0", , until] = line.split(/\s+/);
  const amount = nanoMxn(BigInt(number));
  switch (type) {
    case "hold":
      return { type, callId: id, amount, expiresAtMs: Number(until ?? 1000) };
    case "grow":
      return { type, callId: id, amount, ...(until !== undefined && { expiresAtMs: Number(until) }) };
    case "settle":
      return { type, callId: id, amount, charge };
    case "deliver":
      return { type: "settle", callId: id, amount, charge, requiresHold: true };
    case "release":
      return { type, callId: id, charge };
    case "credit":
    case "adjust":
      return { type, id, amount, note: "" };
    case "expire":
      return { type, nowMs: Number(id) };
    default:
      throw new Error(`no command: ${line}`);
  }
};

const run = (script: string, chargeOf: (line: number) => Charge = () => sampleCharge()): string => {
  const state: MutableAccountState = emptyState();
  const posted = new Map<string, PostingEntry>();
  const lines = script
    .trim()
    .split("\n")
    .map((line) => line.split("->")[0]?.trim() ?? "")
    .filter((line) => !line.startsWith("="));
  const decided = lines.map((line, index) => {
    const command = parse(line, chargeOf(index));
    const decision = decide(state, command, posted.get(keyOfCommand(command) ?? ""));
    if ("refused" in decision) return `${line} -> ${decision.refused}`;
    for (const entry of decision.entries) {
      applyEntry(state, entry);
      if (isPosting(entry)) posted.set(keyOf(entry), entry);
    }
    const entries = decision.entries.map((entry) => `${entry.type} ${entry.amount}`).join(", ");
    return `${line} -> ${entries === "" ? "nothing" : entries}`;
  });
  return [...decided, `= ${state.balance} ${state.held}`].join("\n");
};

const expectScript = (script: string, chargeOf?: (line: number) => Charge) => {
  const tidy = script
    .trim()
    .split("\n")
    .map((line) => line.trim().replace(/\s+/g, " ").replace(" -> ", " -> "))
    .join("\n");
  expect(run(script, chargeOf).replace(/[ \t]+/g, " ")).toBe(tidy);
};

describe("a call", () => {
  it("is held, then charged for actual usage, less or more than was held", () => {
    expectScript(`
      credit free 100    -> credit 100
      hold a 30          -> hold 30
      hold b 30          -> hold 30
      settle a 12        -> settle 12
      settle b 45        -> settle 45
      = 43 0
    `);
  });

  it("is released in full if nothing was delivered", () => {
    expectScript(`
      credit free 100    -> credit 100
      hold a 30          -> hold 30
      release a          -> release 30
      release a          -> nothing
      = 100 0
    `);
  });

  it("may overdraw the balance only if some of it was available before the call", () => {
    expectScript(`
      credit free 10     -> credit 10
      hold a 9           -> hold 9
      hold b 500         -> hold 500
      hold c 1           -> insufficient_balance
      release b          -> release 500
      hold c 1           -> hold 1
      hold d 1           -> insufficient_balance
      = 10 10
    `);
  });

  it("is rejected on a balance of zero or less", () => {
    expectScript(`
      hold a 1           -> insufficient_balance
      adjust fix -5      -> adjust -5
      hold a 0           -> insufficient_balance
      = -5 0
    `);
  });

  it("may be free", () => {
    expectScript(`
      credit free 1      -> credit 1
      hold a 0           -> hold 0
      settle a 0         -> settle 0
      = 1 0
    `);
  });

  it("is held once while its hold is open", () => {
    expectScript(`
      credit free 10     -> credit 10
      hold a 6           -> hold 6
      hold a 6           -> nothing
      hold a 99          -> nothing
      = 10 6
    `);
  });

  it("lasts as long as a hold made now where another process takes the call over, and never shorter", () => {
    expectScript(`
      credit free 10     -> credit 10
      hold a 6 until 50  -> hold 6
      hold a 9 until 90  -> hold 6
      hold a 6 until 70  -> nothing
      expire 89          -> nothing
      expire 90          -> expire 6
      = 10 0
    `);
  });
});

describe("growth", () => {
  it("raises a hold and never lowers it, whatever is available", () => {
    expectScript(`
      credit free 10     -> credit 10
      hold a 6           -> hold 6
      grow a 5           -> nothing
      grow a 6           -> nothing
      grow a 60          -> hold 60
      settle a 50        -> settle 50
      = -40 0
    `);
  });

  it("that is bounded stops at the balance", () => {
    const state = emptyState();
    applyEntry(state, { type: "credit", id: "free", amount: nanoMxn(10n), note: "" });
    applyEntry(state, { type: "hold", callId: "a", amount: nanoMxn(6n), expiresAtMs: 1 });
    const grow = (amount: bigint) =>
      decide(state, { type: "grow", callId: "a", amount: nanoMxn(amount), isBounded: true }, undefined);
    expect(grow(9n)).toMatchObject({ entries: [{ type: "hold", amount: 9n }] });
    expect(grow(60n)).toMatchObject({ entries: [{ type: "hold", amount: 10n }] });
  });

  it("has no effect on a call without a hold", () => {
    expectScript(`
      credit free 10     -> credit 10
      grow a 5           -> nothing
      hold b 5           -> hold 5
      settle b 5         -> settle 5
      grow b 9           -> nothing
      = 5 0
    `);
  });

  it("renews a hold that is still open, larger or not, and never makes it end earlier", () => {
    expectScript(`
      credit free 10     -> credit 10
      hold a 6 until 50  -> hold 6
      grow a 0 until 90  -> hold 6
      grow a 6 until 80  -> nothing
      grow a 8 until 70  -> hold 8
      expire 89          -> nothing
      expire 90          -> expire 8
      grow a 8 until 99  -> nothing
      = 10 0
    `);
  });

  it("keeps the hold's expiry time", () => {
    expectScript(`
      credit free 10     -> credit 10
      hold a 6 until 50  -> hold 6
      grow a 8           -> hold 8
      expire 49          -> nothing
      expire 50          -> expire 8
      = 10 0
    `);
  });
});

const usageWith = (other: Partial<UsageLine>): UsageLine[] =>
  sampleCharge().usage.map((line, index) => (index === 0 ? { ...line, ...other } : line));

describe("a repeated command", () => {
  it("is posted once", () => {
    expectScript(`
      credit free 10     -> credit 10
      credit free 10     -> nothing
      adjust free -1     -> adjust -1
      adjust free -1     -> nothing
      hold a 4           -> hold 4
      settle a 3         -> settle 3
      settle a 3         -> nothing
      = 6 0
    `);
  });

  it("is a conflict if the amount differs", () => {
    expectScript(`
      credit free 10     -> credit 10
      credit free 11     -> idempotency_conflict
      adjust fix 1       -> adjust 1
      adjust fix -1      -> idempotency_conflict
      settle a 3         -> settle 3
      settle a 4         -> idempotency_conflict
      = 8 0
    `);
  });

  it("is not a conflict if the same usage was priced again", () => {
    const prices = [
      sampleCharge(),
      sampleCharge({ fx: { mxnPerUsd: "21", source: "banxico", atMs: 5 } }),
      sampleCharge({ priceVersion: "v2" }),
      sampleCharge({ markup: "1.06" }),
    ];
    expectScript(
      `
      settle a 3         -> settle 3
      settle a 4         -> nothing
      settle a 5         -> nothing
      settle a 6         -> nothing
      = -3 0
    `,
      (line) => prices[line] ?? sampleCharge(),
    );
  });

  it.each([
    ["unit", sampleCharge({ priceVersion: "v2", usage: usageWith({ unit: "second" }) })],
    ["quantity", sampleCharge({ priceVersion: "v2", usage: usageWith({ quantity: 1n }) })],
    [
      "unit more",
      sampleCharge({
        priceVersion: "v2",
        usage: [...sampleCharge().usage, { unit: "second", quantity: 1n, variant: "" }],
      }),
    ],
    ["variant", sampleCharge({ priceVersion: "v2", usage: usageWith({ variant: "hd" }) })],
    ["model", sampleCharge({ priceVersion: "v2", model: "openai/gpt-4.1" })],
  ])("is a conflict if it used another %s", (_, other) => {
    expectScript(
      `
      settle a 3         -> settle 3
      settle a 4         -> idempotency_conflict
      = -3 0
    `,
      (line) => (line === 0 ? sampleCharge() : other),
    );
  });

  it("releases the hold that a replayed admission opened for a settled call", () => {
    expectScript(`
      credit free 10     -> credit 10
      hold a 4           -> hold 4
      settle a 3         -> settle 3
      hold a 4           -> hold 4
      settle a 3         -> release 4
      = 7 0
    `);
  });
});

describe("a hold that is never closed", () => {
  it("expires when due and not before; a late settlement is posted once", () => {
    expectScript(`
      credit free 10     -> credit 10
      hold a 4 until 20  -> hold 4
      hold b 3 until 30  -> hold 3
      expire 19          -> nothing
      expire 20          -> expire 4
      expire 20          -> nothing
      settle a 5         -> settle 5
      settle a 5         -> nothing
      release a          -> nothing
      = 5 3
    `);
  });

  it("can still settle before delivery if some balance is available, else it is rejected", () => {
    expectScript(`
      credit free 10     -> credit 10
      hold a 4 until 20  -> hold 4
      expire 20          -> expire 4
      deliver a 5        -> settle 5
      hold b 5           -> hold 5
      deliver c 1        -> insufficient_balance
      deliver b 4        -> settle 4
      deliver b 4        -> nothing
      deliver a 5        -> nothing
      = 1 0
    `);
  });

  it("may be missing from the journal: its settlement is posted all the same", () => {
    expectScript(`
      settle a 5         -> settle 5
      = -5 0
    `);
  });
});

test("an organization may have 20,000 open holds, and no more; 500 of them expire at a time", () => {
  const state = emptyState();
  applyEntry(state, { type: "credit", id: "free", amount: nanoMxn(1n), note: "" });
  const hold = (call: number) =>
    decide(state, { type: "hold", callId: String(call), amount: nanoMxn(0n), expiresAtMs: 1 }, undefined);
  for (let call = 1; call <= 20_000; call++) {
    const decision = hold(call);
    for (const entry of "refused" in decision ? [] : decision.entries) applyEntry(state, entry);
  }
  expect(state.openHolds.size).toBe(20_000);
  expect(hold(20_001)).toEqual({ refused: "overloaded" });
  expect(decide(state, { type: "expire", nowMs: 1 }, undefined)).toMatchObject({ entries: { length: 500 } });
});

describe("the range of the database's 64-bit integer", () => {
  it("is never exceeded", () => {
    const state = { ...emptyState(), balance: nanoMxn(2n ** 63n - 2n) };
    const credit = (amount: bigint): Command => ({ type: "credit", id: "c", amount: nanoMxn(amount), note: "" });
    expect(decide(state, credit(2n), undefined)).toEqual({ refused: "invalid_request_error" });
    expect(decide(state, credit(1n), undefined)).toMatchObject({ entries: [{ type: "credit" }] });
    const indebted = { ...emptyState(), balance: nanoMxn(1n - 2n ** 63n) };
    const settle = (amount: bigint): Command => ({
      type: "settle",
      callId: "a",
      amount: nanoMxn(amount),
      charge: sampleCharge(),
    });
    expect(decide(indebted, settle(2n), undefined)).toEqual({ refused: "invalid_request_error" });
    expect(decide(indebted, settle(1n), undefined)).toMatchObject({ entries: [{ type: "settle" }] });
  });

  it("is never exceeded by what is held", () => {
    const state = { ...emptyState(), balance: nanoMxn(2n ** 63n - 1n) };
    const hold = (callId: string, amount: bigint): Command => ({
      type: "hold",
      callId,
      amount: nanoMxn(amount),
      expiresAtMs: 9,
    });
    applyEntry(state, { type: "hold", callId: "a", amount: nanoMxn(2n ** 63n - 3n), expiresAtMs: 9 });
    expect(decide(state, hold("b", 3n), undefined)).toEqual({ refused: "overloaded" });
    expect(decide(state, hold("b", 2n), undefined)).toMatchObject({ entries: [{ amount: 2n }] });
    const grow: Command = { type: "grow", callId: "a", amount: nanoMxn(2n ** 63n + 5n) };
    expect(decide(state, grow, undefined)).toMatchObject({ entries: [{ amount: 2n ** 63n - 1n }] });
  });
});
