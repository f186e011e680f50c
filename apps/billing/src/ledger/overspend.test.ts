import { nanoMxn } from "@cenote/core";
import * as fc from "fast-check";
import { sampleCharge } from "../testing/sample-charge";
import { applyEntry, availableOf, emptyState } from "./account-state";
import { type Command, decide, keyOfCommand } from "./decide";
import { isPosting, keyOf, type PostingEntry } from "./entry";

const amount = (max: number) => fc.bigInt(0n, BigInt(max)).map(nanoMxn);
const callId = fc.integer({ min: 0, max: 9 }).map(String);
const charge = sampleCharge();

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    type: fc.constant("hold" as const),
    callId,
    amount: amount(1_000),
    expiresAtMs: fc.integer({ min: 0, max: 100 }),
  }),
  fc.record({ type: fc.constant("grow" as const), callId, amount: amount(1_500) }),
  fc.record({ type: fc.constant("settle" as const), callId, amount: amount(1_500), charge: fc.constant(charge) }),
  fc.record({ type: fc.constant("release" as const), callId, charge: fc.constant(charge) }),
  fc.record({ type: fc.constant("credit" as const), id: callId, amount: amount(2_000), note: fc.constant("") }),
  fc.record({ type: fc.constant("expire" as const), nowMs: fc.integer({ min: 0, max: 100 }) }),
);

/** Calls that stay within their holds: the only ones for which the balance has a guaranteed bound. */
const frugal: fc.Arbitrary<Command> = command.filter(({ type }) => type !== "grow" && type !== "settle");

const replay = (
  commands: readonly Command[],
  onDecided: (state: ReturnType<typeof emptyState>, command: Command, isAdmitted: boolean) => void,
) => {
  const state = emptyState();
  const posted = new Map<string, PostingEntry>();
  for (const command of commands) {
    const decision = decide(state, command, posted.get(keyOfCommand(command) ?? ""));
    if ("refused" in decision) continue;
    const opens = command.type === "hold" && !state.openHolds.has(command.callId) && decision.entries.length > 0;
    for (const entry of decision.entries) {
      applyEntry(state, entry);
      if (isPosting(entry)) posted.set(keyOf(entry), entry);
    }
    onDecided(state, command, opens);
  }
  return state;
};

describe("an overdrawn balance", () => {
  it("is, after an admission, less than the hold just admitted", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60, size: "max" }), (commands) => {
        replay(commands, (state, command, isAdmitted) => {
          if (command.type === "hold" && isAdmitted) expect(availableOf(state)).toBeGreaterThan(0n - command.amount);
        });
      }),
      { numRuns: 500 },
    );
  });

  it("never reaches the largest hold admitted while calls stay within their holds", () => {
    const frugalSettle = fc.record({
      type: fc.constant("frugal settle" as const),
      callId,
      share: fc.integer({ min: 0, max: 100 }),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(frugal, frugalSettle), { maxLength: 80, size: "max" }), (steps) => {
        const state = emptyState();
        let largestHold = 0n;
        for (const [index, step] of steps.entries()) {
          const hold = step.type === "frugal settle" ? state.openHolds.get(step.callId) : undefined;
          if (step.type === "frugal settle" && hold === undefined) continue;
          const command: Command =
            step.type === "frugal settle"
              ? {
                  type: "settle",
                  callId: step.callId,
                  amount: nanoMxn(((hold?.amount ?? 0n) * BigInt(step.share)) / 100n),
                  charge,
                }
              : step.type === "credit"
                ? { ...step, id: `${index}` }
                : step;
          const decision = decide(state, command, undefined);
          for (const entry of "refused" in decision ? [] : decision.entries) {
            applyEntry(state, entry);
            if (entry.type === "hold" && entry.amount > largestHold) largestHold = entry.amount;
          }
          const isWithin = availableOf(state) >= 0n || availableOf(state) > 0n - largestHold;
          expect(isWithin && state.balance >= availableOf(state)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("exceeds that only by what calls used beyond their holds", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 80, size: "max" }), (commands) => {
        const state = emptyState();
        const posted = new Map<string, PostingEntry>();
        let largestHold = 0n;
        let beyond = 0n;
        for (const command of commands) {
          const decision = decide(state, command, posted.get(keyOfCommand(command) ?? ""));
          for (const entry of "refused" in decision ? [] : decision.entries) {
            const before = "callId" in entry ? state.openHolds.get(entry.callId)?.amount : undefined;
            if (entry.type === "hold" && before === undefined && entry.amount > largestHold) largestHold = entry.amount;
            if (entry.type === "hold" && before !== undefined) beyond += entry.amount - before;
            if (entry.type === "settle" && entry.amount > (before ?? 0n)) beyond += entry.amount - (before ?? 0n);
            applyEntry(state, entry);
            if (isPosting(entry)) posted.set(keyOf(entry), entry);
          }
          expect(availableOf(state) >= 0n - largestHold - beyond).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
