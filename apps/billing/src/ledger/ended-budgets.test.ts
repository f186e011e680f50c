import { silentLog } from "@cenote/core";
import { deferred } from "@cenote/testkit";
import { sampleCharge } from "../testing/sample-charge";
import { applyEntry, copyState, emptyState, forgetEndedBudgets } from "./account-state";
import { type Block, GENESIS_HASH, sealBlock } from "./block";
import { checkpointOf } from "./checkpoint";
import { createLedger } from "./create-ledger";
import type { Entry } from "./entry";
import { ORG, HOUR_MS, LONG_MS, mxn, setUp, hold, settle, POOR, commitBlocks } from "../testing/budget-world";
import { verify } from "../testing/verify";

describe("an ended budget", () => {
  it("is forgotten long after it expires, not before", async () => {
    const { clock, store, replica, budget } = setUp();
    const ledger = replica();
    await ledger.credit(ORG, { id: "free", amount: mxn(100), note: "" });
    await hold(ledger, "a", 1, budget);
    await settle(ledger, "a", 1);
    const remembered = async () => {
      await commitBlocks(ledger, String(clock.nowMs()));
      return (await store.readCheckpoint(ORG))?.budgets?.length ?? 0;
    };
    await clock.advance(HOUR_MS + 47 * HOUR_MS);
    expect(await remembered()).toBe(1);
    await clock.advance(HOUR_MS + 120_000);
    expect(await remembered()).toBe(0);
    expect(await verify(ledger)).toMatchObject({ ok: true });
  });

  it("may be charged and used after it was forgotten: neither verification nor an opening finds a fault", async () => {
    for (const every of [1, 1000]) {
      const { clock, replica, budget } = setUp(every);
      const ledger = replica();
      await ledger.credit(ORG, { id: "free", amount: mxn(84), note: "" });
      await hold(ledger, "a", 10, budget);
      await settle(ledger, "a", 10);
      await clock.advance(LONG_MS);
      await commitBlocks(ledger, "later");
      await settle(ledger, "b", 2, budget);
      expect(await verify(ledger)).toMatchObject({ ok: true });
      await hold(ledger, "c", 1, budget);
      await ledger.confirmHold(ORG, "c");
      expect(await replica().balance(ORG)).toEqual({ balance: 88n, held: 1n });
      expect(await verify(ledger)).toMatchObject({ ok: true });
    }
  });

  it.each([
    ["is not spent twice because the clock of one replica jumped for a moment", LONG_MS, false],
    ["is not spent twice because blocks were committed while the clock was two days ahead", 48 * HOUR_MS, true],
    ["is forgotten by all if blocks were committed while the clock was further ahead", LONG_MS, true],
  ])("%s, and no replica finds a fault", async (_, jumpMs, isCommitting) => {
    const { clock, store, replica, budget } = setUp(1000);
    let aheadMs = 0;
    const jumping = { ...clock, nowMs: () => clock.nowMs() + aheadMs };
    const [other, jumped] = [replica(), createLedger({ store, clock: jumping, log: silentLog })];
    await jumped.credit(ORG, { id: "free", amount: mxn(100), note: "" });
    await hold(jumped, "a", 10, budget);
    await settle(jumped, "a", 10);
    aheadMs = jumpMs;
    await clock.advance(10_000);
    if (isCommitting) await commitBlocks(jumped, "jumped");
    aheadMs = 0;
    const again = hold(jumped, "b", 10, budget);
    if (isCommitting && jumpMs === LONG_MS) expect(await again).toMatchObject({ held: 10n });
    else await expect(again).rejects.toMatchObject(POOR);
    await settle(jumped, "b", 1);
    expect(await other.balance(ORG)).toEqual(await replica().balance(ORG));
    expect(await verify(other)).toMatchObject({ ok: true });
  });

  it.each([
    ["its blocks", false],
    ["a checkpoint", true],
  ])(
    "that an earlier version forgot early, as its clock was ahead, and let calls spend again: no fault (opened from %s)",
    async (_, hasCheckpoint) => {
      const { clock, store, replica, budget } = setUp(1000);
      const atMs = clock.nowMs();
      const state = emptyState();
      let head = { organizationId: ORG, seq: 0, hash: GENESIS_HASH };
      const commit = async (blockAtMs: number, ...entries: readonly Entry[]) => {
        for (const entry of entries) applyEntry(state, entry);
        const block = sealBlock(head, state, entries, blockAtMs);
        head = block;
        await store.append(block);
      };
      const spend = async (callId: string) => {
        const call = { callId, amount: budget.limit };
        await commit(atMs, { type: "hold", ...call, expiresAtMs: atMs + 60_000, budgets: [budget] });
        await commit(atMs, { type: "settle", ...call, charge: sampleCharge({ budgets: [budget] }) });
      };
      await commit(atMs, { type: "credit", id: "free", amount: mxn(100), note: "" });
      await spend("a");
      while (head.seq < 16)
        await commit(atMs + 3 * HOUR_MS, { type: "credit", id: `ahead ${head.seq}`, amount: mxn(1), note: "" });
      state.budgets.clear();
      if (hasCheckpoint) await store.writeCheckpoint(checkpointOf(ORG, { ...head, state }));
      await spend("b");
      expect(await replica().balance(ORG)).toMatchObject({ balance: 93n });
      expect(await verify(replica())).toMatchObject({ ok: true });
    },
  );

  it("is among the ten thousand ended ones that are remembered, unless more ended after it", () => {
    const state = emptyState();
    const atMs = 48 * HOUR_MS;
    const use = { limit: mxn(10), spent: mxn(1), held: mxn(0) };
    for (let index = 10_001; index >= 0; index--)
      state.budgets.set(`token-${index}`, { ...use, expiresAtMs: HOUR_MS + Math.trunc(index / 2) });
    state.budgets.set("held", { ...use, held: mxn(1), expiresAtMs: 1 });
    state.budgets.set("open", { ...use, expiresAtMs: atMs });
    const copy = { ...copyState(state), budgets: new Map([...state.budgets].reverse()) };
    for (const each of [state, copy]) {
      forgetEndedBudgets(each, { seq: 16, atMs });
      expect(each.budgets.size).toBe(10_002);
      expect(["token-0", "token-1", "token-2", "held", "open"].filter((id) => each.budgets.has(id))).toEqual([
        "token-2",
        "held",
        "open",
      ]);
    }
  });

  it("that was forgotten while a charge waited for the next block is known again by it: nothing is spent twice", async () => {
    const { clock, store, replica, budget } = setUp(1000);
    let aheadMs = 0;
    let inserted: Promise<void> | undefined;
    const slow = { ...store, append: async (block: Block) => (await inserted, store.append(block)) };
    const jumping = { ...clock, nowMs: () => clock.nowMs() + aheadMs };
    const ledger = createLedger({ store: slow, clock: jumping, log: silentLog });
    await commitBlocks(ledger, "before", 14);
    await hold(ledger, "a", 10, budget);
    await ledger.confirmHold(ORG, "a");
    const insert = deferred();
    inserted = insert.promise;
    aheadMs = LONG_MS;
    const forgetting = ledger.credit(ORG, { id: "block 16", amount: mxn(100), note: "" });
    await clock.advance(10);
    const settling = settle(ledger, "a", 10);
    insert.resolve();
    await Promise.all([forgetting, settling]);
    aheadMs = 0;
    await expect(hold(ledger, "b", 10, budget)).rejects.toMatchObject(POOR);
    expect(await verify(replica())).toMatchObject({ ok: true });
  });
});
