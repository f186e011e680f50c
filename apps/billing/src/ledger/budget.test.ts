import { type CenoteError, nanoMxn, silentLog } from "@cenote/core";
import { createManualClock, deferred } from "@cenote/testkit";
import * as fc from "fast-check";
import { createFaultyStore } from "../testing/faulty-store";
import { sampleCharge } from "../testing/sample-charge";
import { applyEntry, availableOf, emptyState } from "./account-state";
import { createLedger } from "./create-ledger";
import { type Command, decide } from "./decide";
import type { Ledger } from "./ledger";
import type { Budget } from "./charge";
import type { Checkpoint } from "./store";
import { ORG, HOUR_MS, mxn, setUp, hold, settle, POOR } from "../testing/budget-world";
import { verify } from "../testing/verify";

describe("a budget", () => {
  it("admits calls it can pay for, holds no more than is left of it, and leaves the rest of the balance alone", async () => {
    const { replica, budget } = setUp();
    const ledger = replica();
    await ledger.credit(ORG, { id: "free", amount: mxn(100), note: "" });
    expect(await hold(ledger, "a", 6, budget)).toEqual({ held: 6n, available: 94n, budgetLeft: 4n });
    expect(await hold(ledger, "b", 6, budget)).toEqual({ held: 4n, available: 90n, budgetLeft: 0n });
    await expect(hold(ledger, "c", 1, budget)).rejects.toMatchObject(POOR);
    expect(await ledger.hold(ORG, { callId: "d", amount: mxn(1), ttlMs: 60_000 })).toEqual({
      held: 1n,
      available: 89n,
    });
    await settle(ledger, "a", 1);
    expect(await hold(ledger, "c", 1, budget)).toMatchObject({ held: 1n, budgetLeft: 4n });
    expect(await verify(ledger)).toMatchObject({ ok: true });
  });

  it("rejects a call that needs more than is left of the budget, or of the balance", async () => {
    const { replica, budget } = setUp();
    const ledger = replica();
    const needing = async (callId: string, needed: number, of = budget) =>
      ledger.hold(ORG, { callId, amount: mxn(50), needed: mxn(needed), ttlMs: 60_000, budgets: [of] });
    await ledger.credit(ORG, { id: "free", amount: mxn(12), note: "" });
    await expect(needing("a", 11)).rejects.toMatchObject(POOR);
    expect(await needing("b", 10)).toEqual({ held: 10n, available: 2n, budgetLeft: 0n });
    const other = { ...budget, id: "other" };
    await expect(needing("c", 3, other)).rejects.toMatchObject(POOR);
    expect(await needing("d", 2, other)).toEqual({ held: 2n, available: 0n, budgetLeft: 8n });
  });

  it.each<[string, { readonly amount: number; readonly most: number; readonly needed?: number }, number]>([
    ["its estimate, where that is more than a quarter of what is left", { amount: 40, most: 500 }, 40],
    ["a quarter of what is left, where its estimate is less", { amount: 5, most: 500 }, 25],
    ["no more than it may cost", { amount: 5, most: 12 }, 12],
    ["no more than half of the balance", { amount: 90, most: 500 }, 80],
    ["what it needs in any case", { amount: 90, most: 500, needed: 95 }, 95],
  ])("holds for a call %s", (_, { amount, most, needed = 0 }, held) => {
    const state = emptyState();
    applyEntry(state, { type: "credit", id: "free", amount: mxn(160), note: "" });
    const budget: Budget = { id: "token", limit: mxn(100), expiresAtMs: HOUR_MS };
    const command: Command = {
      type: "hold",
      callId: "a",
      amount: mxn(amount),
      most: mxn(most),
      needed: mxn(needed),
      expiresAtMs: 1,
      budgets: [budget],
    };
    expect(decide(state, command, undefined)).toMatchObject({ entries: [{ type: "hold", amount: mxn(held) }] });
  });

  it("is never exceeded, nor the balance overdrawn, while its calls stay within their holds", () => {
    const step = fc.record({
      type: fc.constantFrom("hold" as const, "grow" as const, "settle" as const, "release" as const, "expire" as const),
      call: fc.nat(7),
      amount: fc.nat(40),
      needed: fc.nat(6),
      budgets: fc.subarray(["token-0", "token-1", "key"], { minLength: 1 }),
      share: fc.nat(100),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: "max" }), (steps) => {
        const state = emptyState();
        applyEntry(state, { type: "credit", id: "free", amount: mxn(50), note: "" });
        for (const [index, { type, call, amount, needed, budgets, share }] of steps.entries()) {
          const callId = String(call);
          const open = state.openHolds.get(callId);
          const command: Command | undefined =
            type === "hold"
              ? {
                  type,
                  callId,
                  amount: mxn(amount),
                  needed: mxn(Math.min(needed, amount)),
                  most: mxn(amount + share),
                  expiresAtMs: index,
                  budgets: budgets.map((id) => ({ id, limit: mxn(20), expiresAtMs: 1_000 })),
                }
              : type === "grow"
                ? { type, callId, amount: mxn(amount), ...(share > 50 && { expiresAtMs: index + share }) }
                : type === "expire"
                  ? { type, nowMs: index - 20 }
                  : open === undefined
                    ? undefined
                    : type === "release"
                      ? { type, callId, charge: sampleCharge() }
                      : { type, callId, amount: nanoMxn((open.amount * BigInt(share)) / 100n), charge: sampleCharge() };
          if (command === undefined) continue;
          const decision = decide(state, command, undefined);
          for (const entry of "refused" in decision ? [] : decision.entries) applyEntry(state, entry);
          expect(availableOf(state)).toBeGreaterThanOrEqual(0n);
          for (const { limit, spent, held } of state.budgets.values()) expect(spent + held).toBeLessThanOrEqual(limit);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [1, "checkpoints"],
    [1000, "its blocks"],
  ])("is the same after a restart and on every replica (a checkpoint every %i blocks: from %s)", async (every) => {
    const { replica, budget } = setUp(every);
    const first = replica();
    await first.credit(ORG, { id: "free", amount: mxn(100), note: "" });
    await hold(first, "a", 4, budget);
    await settle(first, "a", 7);
    await hold(first, "b", 3, budget);
    await first.confirmHold(ORG, "b");
    const second = replica();
    await expect(hold(second, "c", 1, budget)).rejects.toMatchObject(POOR);
    await second.release(ORG, { callId: "b", charge: sampleCharge() });
    expect(await hold(second, "c", 3, budget)).toMatchObject({ budgetLeft: 0n });
    await second.confirmHold(ORG, "c");
    expect(await verify(first)).toMatchObject({ ok: true });
    await first.close();
    await second.close();
    await expect(hold(replica(), "d", 1, budget)).rejects.toMatchObject(POOR);
  });

  it("admits a burst on several replicas only as far as it pays", async () => {
    const { replica, budget } = setUp();
    const replicas = [replica(), replica(), replica()];
    await replicas[0]?.credit(ORG, { id: "free", amount: mxn(1000), note: "" });
    const answers = await Promise.allSettled(
      Array.from({ length: 60 }, async (_, index) => {
        const ledger = replicas[index % 3] ?? replica();
        await hold(ledger, `call-${index}`, 4, budget);
        await ledger.confirmHold(ORG, `call-${index}`);
      }),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await replicas[0]?.balance(ORG)).toMatchObject({ held: 10n });
  });

  it("holds what a call was told, or refuses the call, if another replica let calls spend the same meanwhile", async () => {
    const { replica, budget } = setUp();
    const replicas = [replica(), replica()];
    await replicas[0]?.credit(ORG, { id: "free", amount: mxn(1000), note: "" });
    await replicas[1]?.balance(ORG);
    const limited = { ...budget, limit: mxn(100) };
    const command = { amount: mxn(1), most: mxn(100), ttlMs: 60_000, budgets: [limited] };
    const answers = await Promise.allSettled(
      Array.from({ length: 16 }, async (_, index) => {
        const ledger = replicas[index % 2] ?? replica();
        const { held } = await ledger.hold(ORG, { ...command, callId: `call-${index}` });
        await ledger.confirmHold(ORG, `call-${index}`);
        return held;
      }),
    );
    const told = answers.reduce((sum, answer) => (answer.status === "fulfilled" ? sum + answer.value : sum), 0n);
    expect(told).toBeLessThanOrEqual(100n);
    expect(await replicas[0]?.balance(ORG)).toMatchObject({ held: told });
  });

  describe("of which two replicas promise the same part at once", () => {
    const LATE = {
      code: "overloaded",
      message: "Another call took this part of the budget at the same moment. Retry.",
    };

    /** The first call gets what both were told; the second needs what is given. */
    const race = async ({ budget: limit, needed }: { readonly budget: number; readonly needed: number }) => {
      const { clock, store, replica, budget } = setUp(1000);
      const appending = deferred();
      const slow = createFaultyStore(store, async (operation, run) => {
        if (operation === "append") await appending.promise;
        return run();
      });
      const [first, second] = [replica(), createLedger({ store: slow, clock, log: silentLog })];
      await first.credit(ORG, { id: "free", amount: mxn(100), note: "" });
      await second.balance(ORG);
      const budgets = [{ ...budget, limit: mxn(limit) }];
      const ask = async (ledger: Ledger, callId: string) =>
        ledger.hold(ORG, { callId, amount: mxn(8), needed: mxn(needed), ttlMs: 60_000, budgets });
      expect(await ask(second, "late")).toMatchObject({ held: 8n });
      expect(await ask(first, "early")).toMatchObject({ held: 8n });
      await Promise.all([first.confirmHold(ORG, "early", budgets), clock.advance(20)]);
      const confirm = (ledger: Ledger) => {
        const outcome = ledger.confirmHold(ORG, "late", budgets).then(
          () => "confirmed",
          ({ code, message }: CenoteError) => ({ code, message }),
        );
        appending.resolve();
        return outcome;
      };
      const waiting = async <T>(outcome: Promise<T>) => {
        for (let looks = 0; looks < 10; looks++) await clock.advance(1_000);
        return outcome;
      };
      return { first, second, budgets, ask, confirm, waiting };
    };

    it("tells the call that came too late to try again if a smaller part is left for it, and holds that then", async () => {
      const { second, ask, confirm, waiting, budgets } = await race({ budget: 10, needed: 1 });
      expect(await waiting(confirm(second))).toEqual(LATE);
      await second.release(ORG, { callId: "late", charge: sampleCharge({ budgets }) });
      expect(await confirm(second)).toEqual(LATE);
      expect(await ask(second, "again")).toMatchObject({ held: 2n, budgetLeft: 0n });
      expect(await verify(second)).toMatchObject({ ok: true });
    });

    it("tells it so at a replica that does not know its fate, too", async () => {
      const { first, confirm, waiting } = await race({ budget: 10, needed: 1 });
      expect(await waiting(confirm(first))).toEqual({
        code: "overloaded",
        message: "No money could be set aside for this call. Retry.",
      });
    });

    it("refuses it if what is left does not cover what it needs", async () => {
      const { second, confirm, waiting } = await race({ budget: 10, needed: 3 });
      expect(await waiting(confirm(second))).toMatchObject(POOR);
    });

    it("refuses it at a replica that does not know its fate if nothing is left", async () => {
      const { first, confirm, waiting } = await race({ budget: 8, needed: 1 });
      expect(await waiting(confirm(first))).toMatchObject(POOR);
    });

    it.each([
      ["charges it all the same if its answer is complete and costs no more than what is left", 1, 2, { amount: 2n }],
      ["else tells it to try again", 1, 3, { ...POOR, message: LATE.message, retryable: true }],
      ["but not if what is left does not cover what it needs", 3, 3, { ...POOR, retryable: false }],
    ])("%s", async (_what, needed, cost, outcome) => {
      const { second, budgets, confirm, waiting } = await race({ budget: 10, needed });
      void confirm(second);
      const settling = second
        .settle(ORG, { callId: "late", amount: mxn(cost), charge: sampleCharge({ budgets }), requiresHold: true })
        .catch((error: unknown) => error);
      expect(await waiting(settling)).toMatchObject(outcome);
    });
  });

  it("grows holds on several replicas no further than it pays, and tells each call what it holds", async () => {
    const { replica, budget } = setUp();
    const replicas = [replica(), replica()];
    await replicas[0]?.credit(ORG, { id: "free", amount: mxn(1000), note: "" });
    const limited = { ...budget, limit: mxn(100) };
    for (const [index, ledger] of replicas.entries()) {
      await hold(ledger, `call-${index}`, 1, limited);
      await ledger.confirmHold(ORG, `call-${index}`);
    }
    await Promise.all(replicas.map(async (ledger) => ledger.balance(ORG)));
    const told = await Promise.all(
      replicas.map(async (ledger, index) => ledger.growHold(ORG, { callId: `call-${index}`, amount: mxn(200) })),
    );
    expect(told.reduce((sum, { held }) => sum + held, 0n)).toBe(100n);
    expect(await replicas[0]?.balance(ORG)).toMatchObject({ held: 100n });
  });

  it("counts a call whose hold expired before it was charged", async () => {
    const { clock, replica, budget } = setUp();
    const ledger = replica();
    await ledger.credit(ORG, { id: "free", amount: mxn(100), note: "" });
    await hold(ledger, "a", 2, budget);
    await clock.advance(120_000);
    expect(await ledger.balance(ORG)).toMatchObject({ held: 0n });
    await settle(ledger, "a", 10, budget);
    await expect(hold(ledger, "b", 1, budget)).rejects.toMatchObject(POOR);
  });

  it("charges a call whose hold was lost only if the rest of the budget pays for it", async () => {
    const { replica, budget } = setUp();
    const ledger = replica();
    await ledger.credit(ORG, { id: "free", amount: mxn(100), note: "" });
    const late = (callId: string, amount: number) =>
      ledger.settle(ORG, {
        callId,
        amount: mxn(amount),
        charge: sampleCharge({ budgets: [budget] }),
        requiresHold: true,
      });
    expect(await late("a", 7)).toMatchObject({ amount: 7n });
    await expect(late("b", 4)).rejects.toMatchObject(POOR);
    expect(await late("c", 3)).toMatchObject({ amount: 3n });
    expect(await ledger.balance(ORG)).toMatchObject({ balance: 90n });
  });

  it("is not spent by others as long as the hold of a call is renewed, on whatever replica", async () => {
    const { clock, replica, budget } = setUp();
    const [first, second] = [replica(), replica()];
    // A replica that has not read of the renewal yet lets a call in for the moment, and does not confirm it.
    const other = async (callId: string) => {
      const held = await hold(second, callId, 1, budget);
      await second.confirmHold(ORG, callId);
      return held;
    };
    await first.credit(ORG, { id: "free", amount: mxn(100), note: "" });
    await hold(first, "slow", 10, budget);
    for (const [times, ledger] of [first, second, first].entries()) {
      await clock.advance(50_000);
      const renewing = ledger.growHold(ORG, { callId: "slow", amount: mxn(10), ttlMs: 60_000 });
      await clock.advance(5_000);
      expect(await renewing).toMatchObject({ held: 10n, budgetLeft: 0n });
      await Promise.all([expect(other(`other ${times}`)).rejects.toMatchObject(POOR), clock.advance(1)]);
    }
    await clock.advance(70_000);
    const late = other("late");
    await clock.advance(10);
    expect(await late).toMatchObject({ held: 1n });
    expect(await verify(first)).toMatchObject({ ok: true });
  });

  it("bounds the growth of a hold, as does the balance", async () => {
    const { replica, budget } = setUp();
    const ledger = replica();
    await ledger.credit(ORG, { id: "free", amount: mxn(100), note: "" });
    await hold(ledger, "a", 4, budget);
    expect(await ledger.growHold(ORG, { callId: "a", amount: mxn(8) })).toEqual({
      held: 8n,
      available: 92n,
      budgetLeft: 2n,
    });
    expect(await ledger.growHold(ORG, { callId: "a", amount: mxn(13) })).toEqual({
      held: 10n,
      available: 90n,
      budgetLeft: 0n,
    });
    await hold(ledger, "b", 1, { ...budget, id: "other" });
    await ledger.hold(ORG, { callId: "c", amount: mxn(85), ttlMs: 60_000 });
    expect(await ledger.growHold(ORG, { callId: "b", amount: mxn(9) })).toEqual({
      held: 5n,
      available: 0n,
      budgetLeft: 5n,
    });
    expect(await verify(ledger)).toMatchObject({ ok: true });
  });

  it("pays together with another for the same call, and the scarcer one decides", async () => {
    const { replica, budget } = setUp();
    const ledger = replica();
    const key: Budget = { ...budget, id: "key", limit: mxn(7) };
    const both = async (callId: string, amount: number) =>
      ledger.hold(ORG, { callId, amount: mxn(amount), ttlMs: 60_000, budgets: [budget, key] });
    await ledger.credit(ORG, { id: "free", amount: mxn(100), note: "" });
    expect(await both("a", 5)).toMatchObject({ held: 5n, budgetLeft: 2n });
    await settle(ledger, "a", 5);
    expect(await ledger.growHold(ORG, { callId: "b", amount: mxn(9) })).toMatchObject({ held: 0n });
    expect(await both("b", 1)).toMatchObject({ held: 1n, budgetLeft: 1n });
    expect(await ledger.growHold(ORG, { callId: "b", amount: mxn(9) })).toMatchObject({ held: 2n, budgetLeft: 0n });
    await expect(both("c", 1)).rejects.toMatchObject(POOR);
    expect(await hold(ledger, "c", 1, budget)).toMatchObject({ budgetLeft: 2n });
    const spent = await ledger.spent(ORG);
    expect([spent("token"), spent("key")]).toEqual([5n, 5n]);
    await ledger.close();
    await expect(hold(replica(), "d", 1, key)).rejects.toMatchObject(POOR);
    expect(await verify(replica())).toMatchObject({ ok: true });
  });

  it("may be raised and lowered, also for the holds under way", async () => {
    const { replica, budget } = setUp();
    const ledger = replica();
    await ledger.credit(ORG, { id: "free", amount: mxn(100), note: "" });
    await hold(ledger, "a", 10, budget);
    await expect(hold(ledger, "b", 1, budget)).rejects.toMatchObject(POOR);
    expect(await hold(ledger, "b", 1, { ...budget, limit: mxn(20) })).toMatchObject({ held: 1n });
    expect(await ledger.growHold(ORG, { callId: "a", amount: mxn(50) })).toMatchObject({ held: 19n, budgetLeft: 0n });
    await settle(ledger, "b", 1, { ...budget, limit: mxn(5) });
    await expect(hold(ledger, "c", 1, { ...budget, limit: mxn(5) })).rejects.toMatchObject(POOR);
    expect(await verify(ledger)).toMatchObject({ ok: true });
  });

  it("that a checkpoint lacks is found by verification", async () => {
    const { store, replica, budget } = setUp();
    const ledger = replica();
    await ledger.credit(ORG, { id: "free", amount: mxn(100), note: "" });
    await hold(ledger, "a", 10, budget);
    await settle(ledger, "a", 10);
    const { budgets: _, ...checkpoint } = (await store.readCheckpoint(ORG)) ?? {};
    const tampered = { ...store, readCheckpoint: async () => checkpoint as Checkpoint };
    expect(await verify(createLedger({ store: tampered, clock: createManualClock(), log: silentLog }))).toMatchObject({
      ok: false,
      fault: { reason: "checkpoint: its budgets differ from those of the journal" },
    });
  });

  it("is not exceeded by a growth that a replica decides for a hold of another's, and has to decide again", async () => {
    const { clock, store, replica, budget } = setUp(1000);
    const appending = deferred();
    let isSlow = false;
    const slow = createFaultyStore(store, async (operation, run) => {
      if (operation === "append" && isSlow) await appending.promise;
      return run();
    });
    const [first, second] = [replica(), createLedger({ store: slow, clock, log: silentLog })];
    await first.credit(ORG, { id: "free", amount: mxn(100), note: "" });
    await second.balance(ORG);
    await hold(first, "a", 2, budget);
    await Promise.all([first.confirmHold(ORG, "a"), clock.advance(20)]);
    isSlow = true;
    const growing = second.growHold(ORG, { callId: "a", amount: mxn(10) });
    await clock.advance(20);
    await hold(first, "b", 5, budget);
    await Promise.all([first.confirmHold(ORG, "b"), clock.advance(20)]);
    appending.resolve();
    await clock.advance(100);
    expect(await growing).toMatchObject({ held: 5n, budgetLeft: 0n });
  });

  it("is checked by verification", async () => {
    const { store, replica, budget } = setUp(1000);
    const ledger = replica();
    await ledger.credit(ORG, { id: "free", amount: mxn(100), note: "" });
    await hold(ledger, "a", 1, budget);
    await ledger.confirmHold(ORG, "a");
    const tampered = createLedger({
      clock: createManualClock(),
      log: silentLog,
      store: {
        ...store,
        async *blocksAfter(organizationId, seq) {
          for await (const block of store.blocksAfter(organizationId, seq)) {
            yield {
              ...block,
              entries: block.entries.map((entry) =>
                entry.type === "hold" ? { ...entry, budgets: [{ ...budget, limit: mxn(99) }] } : entry,
              ),
            };
          }
        },
      },
    });
    expect(await verify(tampered)).toMatchObject({ ok: false, fault: { seq: 2 } });
  });
});
