import { nanoMxn, silentLog } from "@cenote/core";
import { createManualClock, type Deferred, deferred } from "@cenote/testkit";
import { createFaultyStore, type StoreOperation } from "../testing/faulty-store";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { sampleCharge } from "../testing/sample-charge";
import type { Block } from "./block";
import { createLedger, type LedgerOptions } from "./create-ledger";
import type { Ledger } from "./ledger";

const ORG = "org";
const mxn = (units: number) => nanoMxn(BigInt(units));
const charge = sampleCharge();

/**
 * What happens to an operation: it fails, it succeeds but its answer is lost, or it waits for the test. By default it
 * succeeds.
 */
type Fate = "refuse" | "lose answer" | "never answer" | Deferred<void>;

const setUp = async (limits: LedgerOptions["limits"] = {}) => {
  const clock = createManualClock();
  const memory = createMemoryLedgerStore();
  const fates = new Map<StoreOperation, Fate[]>();
  const appended: Block[] = [];
  const store = createFaultyStore(memory, async (operation, run, argument) => {
    if (operation === "append") appended.push(argument as Block);
    const fate = fates.get(operation)?.shift();
    if (fate === "refuse") throw new Error("connection refused");
    if (typeof fate === "object") await fate.promise;
    const answer = await run();
    if (fate === "lose answer") throw new Error("connection reset");
    return fate === "never answer" ? new Promise<never>(() => {}) : answer;
  });
  const ledger = createLedger({ store, clock, log: silentLog, limits });
  const rival = createLedger({ store: memory, clock, log: silentLog });
  await rival.credit(ORG, { id: "free", amount: mxn(100), note: "" });
  await ledger.balance(ORG);
  const types = async () => {
    const list: string[] = [];
    for await (const block of memory.blocksAfter(ORG, 1)) list.push(block.entries.map((entry) => entry.type).join("+"));
    return list;
  };
  return {
    clock,
    ledger,
    rival,
    memory,
    appended,
    types,
    /** The fates of the next operations of a kind. */
    next: (operation: StoreOperation, ...list: Fate[]) => {
      fates.set(operation, list);
    },
  };
};

const hold = async (ledger: Ledger, callId: string, amount: number) =>
  ledger.hold(ORG, { callId, amount: mxn(amount), ttlMs: 60_000 });
const settle = (ledger: Ledger, callId: string, amount: number) =>
  ledger.settle(ORG, { callId, amount: mxn(amount), charge });
const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
/** Awaited later: a rejection in the meantime is not an unhandled one. */
const watched = <T>(promise: Promise<T>): Promise<T> => {
  promise.catch(() => {});
  return promise;
};

describe("commits", () => {
  it("group commands that arrive together, and those that arrive while another commit is under way", async () => {
    const { clock, ledger, next, types } = await setUp();
    const gate = deferred();
    next("append", gate);
    await Promise.all([hold(ledger, "a", 1), hold(ledger, "b", 1)]);
    await clock.advance(10);
    const later = [settle(ledger, "a", 1), settle(ledger, "b", 1), settle(ledger, "c", 1)];
    gate.resolve();
    await Promise.all(later);
    expect(await types()).toEqual(["hold+hold", "settle+settle+settle"]);
  });

  it("write the hold and settlement of a quick call together: a hold that nobody waits for is delayed a little", async () => {
    const { ledger, types } = await setUp();
    await hold(ledger, "a", 1);
    await turn();
    await settle(ledger, "a", 1);
    expect(await types()).toEqual(["hold+settle"]);
  });

  it("write a lone hold after a short delay, or at once if somebody waits for it", async () => {
    const { clock, ledger, types } = await setUp();
    await hold(ledger, "a", 1);
    await clock.advance(10);
    expect(await types()).toEqual(["hold"]);
    await hold(ledger, "b", 1);
    await ledger.confirmHold(ORG, "b");
    expect(await types()).toEqual(["hold", "hold"]);
  });

  it("charge a call that has delivered nothing only if its hold survived another replica spending the balance", async () => {
    const { ledger, rival } = await setUp();
    await hold(ledger, "a", 1);
    await rival.settle(ORG, { callId: "elsewhere", amount: mxn(100), charge });
    await expect(ledger.settle(ORG, { callId: "a", amount: mxn(1), charge, requiresHold: true })).rejects.toMatchObject(
      { code: "insufficient_balance" },
    );
    expect((await ledger.balance(ORG)).balance).toBe(0n);
    await settle(ledger, "a", 1);
    expect((await ledger.balance(ORG)).balance).toBe(-1n);
  });

  it("hold at most the maximum number of entries", async () => {
    const { ledger, types } = await setUp({ maxBlockEntries: 2 });
    await Promise.all(["a", "b", "c", "d", "e"].map((call) => settle(ledger, call, 1)));
    expect(await types()).toEqual(["settle+settle", "settle+settle", "settle"]);
  });

  it("are awaited by a settlement, not by a hold", async () => {
    const { ledger, next } = await setUp();
    const gate = deferred();
    next("append", gate);
    await hold(ledger, "a", 1);
    let isSettled = false;
    const settled = settle(ledger, "a", 1).then(() => {
      isSettled = true;
    });
    await turn();
    await turn();
    expect(isSettled).toBe(false);
    gate.resolve();
    await settled;
  });

  it("pause between blocks of a busy account, but never make a lone caller wait", async () => {
    const { ledger, clock, types } = await setUp({ busyBlockCommands: 3, busyPauseMs: 5 });
    await settle(ledger, "alone", 1);
    await settle(ledger, "alone again", 1);
    await Promise.all(["a", "b", "c"].map((call) => settle(ledger, call, 1)));
    const first = settle(ledger, "d", 1);
    await turn();
    const second = settle(ledger, "e", 1);
    await clock.advance(5);
    await Promise.all([first, second]);
    expect(await types()).toEqual(["settle", "settle", "settle+settle+settle", "settle+settle"]);
  });
});

test("a read shows what another replica has committed, also if what waits for a commit changes nothing", async () => {
  const { ledger, rival } = await setUp();
  await settle(ledger, "a", 1);
  await settle(rival, "b", 1);
  const [, { balance }] = await Promise.all([settle(ledger, "a", 1), ledger.balance(ORG)]);
  expect(balance).toBe(98n);
});

describe("a lost race", () => {
  it("is decided again on top of the winner's block, and everything is posted once", async () => {
    const { ledger, rival, next, types } = await setUp();
    const gate = deferred();
    next("append", gate);
    const ours = [settle(ledger, "a", 1), settle(ledger, "b", 2)];
    await turn();
    await settle(rival, "b", 2);
    await settle(rival, "c", 3);
    gate.resolve();
    expect((await Promise.all(ours)).map((posted) => posted.balance)).toEqual([94n, 94n]);
    expect(await types()).toEqual(["settle", "settle", "settle"]);
    expect(await ledger.balance(ORG)).toEqual(await rival.balance(ORG));
  });

  it("rejects the confirmation of a call the winner left no balance for; its late settlement is posted", async () => {
    const { ledger, rival, next } = await setUp();
    const gate = deferred();
    next("append", gate);
    expect(await hold(ledger, "a", 50)).toEqual({ held: 50n, available: 50n });
    const confirmed = watched(ledger.confirmHold(ORG, "a"));
    await turn();
    await hold(rival, "b", 100);
    await rival.confirmHold(ORG, "b");
    gate.resolve();
    await expect(confirmed).rejects.toMatchObject({ code: "insufficient_balance" });
    await expect(ledger.confirmHold(ORG, "a")).rejects.toMatchObject({ code: "insufficient_balance" });
    expect(await settle(ledger, "a", 7)).toMatchObject({ balance: 93n });
    expect(await ledger.balance(ORG)).toEqual({ balance: 93n, held: 100n });
  });

  it("rejects that confirmation for the same reason where another replica refused the hold", async () => {
    const { ledger, rival, clock, next } = await setUp();
    const gate = deferred();
    next("append", gate);
    await hold(ledger, "a", 50);
    await turn();
    await hold(rival, "b", 100);
    await rival.confirmHold(ORG, "b");
    gate.resolve();
    const confirmed = watched(rival.confirmHold(ORG, "a"));
    for (let looks = 0; looks < 10; looks++) await clock.advance(1_000);
    await expect(confirmed).rejects.toMatchObject({ code: "insufficient_balance" });
  });

  it("does not open a hold for a call the winner has settled, since nothing would close it before it expires", async () => {
    const { ledger, rival, next, types } = await setUp();
    const gate = deferred();
    next("append", gate);
    await hold(ledger, "a", 50);
    const confirmed = ledger.confirmHold(ORG, "a");
    await turn();
    await settle(rival, "a", 7);
    gate.resolve();
    await confirmed;
    expect(await types()).toEqual(["settle"]);
    expect(await ledger.balance(ORG)).toEqual({ balance: 93n, held: 0n });
  });

  it("releases a hold even if the release came before the other replica had committed the hold", async () => {
    const { ledger, rival, clock, next, types } = await setUp();
    const gate = deferred();
    next("append", gate);
    await hold(ledger, "a", 50);
    const confirmed = ledger.confirmHold(ORG, "a");
    const released = rival.release(ORG, { callId: "a", charge });
    await clock.advance(60);
    gate.resolve();
    await confirmed;
    for (let looks = 0; looks < 10; looks++) await clock.advance(1_000);
    await released;
    expect(await types()).toEqual(["hold", "release"]);
    expect(await ledger.balance(ORG)).toEqual({ balance: 100n, held: 0n });
  });

  it("is no reason to refuse the confirmation of a hold that another replica has closed since", async () => {
    const { ledger, rival } = await setUp();
    await hold(ledger, "a", 50);
    await ledger.confirmHold(ORG, "a");
    await rival.release(ORG, { callId: "a", charge });
    expect(await ledger.balance(ORG)).toEqual({ balance: 100n, held: 0n });
    await ledger.confirmHold(ORG, "a");
  });

  it("does not make a call that is admitted later look rejected", async () => {
    const { ledger, rival, next } = await setUp();
    const gates = [deferred(), deferred(), deferred()];
    next("append", ...gates);
    await hold(ledger, "a", 50);
    const refused = watched(ledger.confirmHold(ORG, "a"));
    const settled = settle(ledger, "z", 1);
    await turn();
    await hold(rival, "b", 100);
    await rival.confirmHold(ORG, "b");
    gates[0]?.resolve();
    await turn();
    await turn();
    const credited = ledger.credit(ORG, { id: "more", amount: mxn(500), note: "" });
    expect(await hold(ledger, "a", 50)).toMatchObject({ held: 50n });
    gates[1]?.resolve();
    await settled;
    await expect(refused).rejects.toMatchObject({ code: "insufficient_balance" });
    const confirmed = ledger.confirmHold(ORG, "a");
    gates[2]?.resolve();
    await Promise.all([confirmed, credited]);
    expect(await ledger.balance(ORG)).toEqual({ balance: 599n, held: 150n });
  });
});

describe("a lost answer", () => {
  it.each(["lose answer", "never answer"] as const)("to a commit that succeeded posts it once: %s", async (fate) => {
    const { ledger, clock, next, types, appended } = await setUp();
    next("append", fate, fate);
    const done = [
      watched(settle(ledger, "a", 1)),
      watched(ledger.credit(ORG, { id: "more", amount: mxn(5), note: "" })),
    ];
    await clock.advance(20_000);
    await Promise.all(done);
    expect(await types()).toEqual(["settle+credit"]);
    expect(new Set(appended.map((block) => block.hash)).size).toBe(1);
  });

  it("admits a call that used the whole balance and has ended by the time the commit is known", async () => {
    const { ledger, clock, next, types } = await setUp();
    next("append", "lose answer");
    await hold(ledger, "a", 100);
    const done = [watched(ledger.confirmHold(ORG, "a")), watched(settle(ledger, "a", 100))];
    await clock.advance(1_000);
    await Promise.all(done);
    expect(await types()).toEqual(["hold+settle"]);
  });

  it("to a commit that failed posts it once", async () => {
    const { ledger, clock, next, types } = await setUp();
    next("append", "refuse", "refuse");
    const done = watched(settle(ledger, "a", 1));
    await clock.advance(20_000);
    await done;
    expect(await types()).toEqual(["settle"]);
  });

  it("may be followed by a rival's blocks, and both stand", async () => {
    const { ledger, rival, clock, next, types } = await setUp();
    next("append", "lose answer");
    const done = watched(settle(ledger, "a", 1));
    await turn();
    await turn();
    await settle(rival, "b", 1);
    await clock.advance(1_000);
    await done;
    expect(await types()).toEqual(["settle", "settle"]);
    expect(await ledger.balance(ORG)).toEqual({ balance: 98n, held: 0n });
  });
});

describe("an unreachable database", () => {
  const away: Fate[] = Array.from({ length: 6 }, () => "refuse");

  it("fails commands as overloaded after several tries; the same commands work once it is back", async () => {
    const { ledger, clock, next, types } = await setUp();
    next("append", ...away);
    await hold(ledger, "a", 10);
    const failed = [
      watched(ledger.confirmHold(ORG, "a")),
      watched(settle(ledger, "b", 1)),
      watched(ledger.balance(ORG)),
    ];
    await clock.advance(60_000);
    for (const each of failed) await expect(each).rejects.toMatchObject({ code: "overloaded" });
    await expect(ledger.confirmHold(ORG, "a")).rejects.toMatchObject({ code: "overloaded" });
    expect(await types()).toEqual([]);
    await settle(ledger, "b", 1);
    expect(await ledger.balance(ORG)).toEqual({ balance: 99n, held: 0n });
  });

  it("recognizes its own block that arrived after all", async () => {
    const { ledger, clock, next, types } = await setUp();
    next("append", "lose answer", ...away.slice(1));
    await hold(ledger, "a", 10);
    const failed = watched(settle(ledger, "b", 1));
    await clock.advance(10_000);
    await expect(failed).rejects.toMatchObject({ code: "overloaded" });
    expect(await settle(ledger, "b", 1)).toMatchObject({ amount: 1n, balance: 99n, available: 89n });
    expect(await types()).toEqual(["hold+settle"]);
  });

  it("keeps no hold that arrived after all, although its call was released before", async () => {
    const { ledger, clock, next, types } = await setUp();
    const gate = deferred();
    next("append", gate, ...away.slice(1));
    await hold(ledger, "a", 10);
    const failed = watched(ledger.confirmHold(ORG, "a"));
    await clock.advance(60_000);
    await expect(failed).rejects.toMatchObject({ code: "overloaded" });
    const released = ledger.release(ORG, { callId: "a", charge });
    await turn();
    gate.resolve();
    for (let looks = 0; looks < 10; looks++) await clock.advance(1_000);
    await released;
    expect(await types()).toEqual(["hold", "release"]);
  });

  it("hides no block from balance watchers: neither its own late one nor a rival's", async () => {
    const { clock, ledger, rival, next } = await setUp({ storeTries: 2 });
    const balances: bigint[] = [];
    ledger.watch(ORG, ({ balance }) => {
      balances.push(balance);
    });
    next("append", "lose answer", "refuse");
    const settled = watched(settle(ledger, "a", 60));
    await clock.advance(1_000);
    await expect(settled).rejects.toMatchObject({ code: "overloaded" });
    expect(balances.at(-1)).toBe(40n);
    next("append", "refuse", "refuse");
    const given = watched(settle(ledger, "b", 1));
    await clock.advance(100);
    await expect(given).rejects.toMatchObject({ code: "overloaded" });
    await settle(rival, "c", 30);
    await clock.advance(1_000);
    expect(balances.at(-1)).toBe(10n);
  });

  it("prevents an account from opening until the next command after it is back", async () => {
    const { memory, clock } = await setUp();
    let isAway = true;
    const store = createFaultyStore(memory, (_, run) => (isAway ? Promise.reject(new Error("away")) : run()));
    const ledger = createLedger({ store, clock, log: silentLog });
    const failed = watched(hold(ledger, "a", 1));
    await clock.advance(60_000);
    await expect(failed).rejects.toMatchObject({ code: "overloaded" });
    isAway = false;
    expect(await hold(ledger, "a", 1)).toEqual({ held: 1n, available: 99n });
  });

  it("fills the queue up to its limit; calls under way are closed before new ones are admitted", async () => {
    const { ledger, next } = await setUp({ maxWaitingCommands: 4 });
    const gate = deferred();
    next("append", gate);
    await hold(ledger, "a", 1);
    await hold(ledger, "b", 1);
    await expect(hold(ledger, "c", 1)).rejects.toMatchObject({ code: "overloaded" });
    const settled = [settle(ledger, "a", 1), settle(ledger, "b", 1)];
    await expect(settle(ledger, "c", 1)).rejects.toMatchObject({ code: "overloaded" });
    gate.resolve();
    await Promise.all(settled);
    await settle(ledger, "c", 1);
  });
});

describe("a lagging majority", () => {
  it.each(["a charge", "a hold"])("is waited for with %s: what took its seq is not visible at once", async (what) => {
    const { memory, rival, clock } = await setUp();
    let visible = 1;
    const lagging = createLedger({
      store: {
        ...memory,
        async *blocksAfter(organizationId, seq) {
          for await (const block of memory.blocksAfter(organizationId, seq)) if (block.seq <= visible) yield block;
        },
      },
      clock,
      log: silentLog,
      limits: { maxLostRaces: 12 },
    });
    await lagging.balance(ORG);
    await settle(rival, "a", 1);
    if (what === "a hold") await hold(lagging, "b", 2);
    const done = watched<unknown>(what === "a hold" ? lagging.confirmHold(ORG, "b") : settle(lagging, "b", 2));
    await clock.advance(200);
    visible = 10;
    await clock.advance(200);
    await done;
    const { balance, held } = await lagging.balance(ORG);
    expect(balance - held).toBe(97n);
  });

  it("is not waited for forever", async () => {
    const { memory, rival, clock } = await setUp();
    const lagging = createLedger({
      store: {
        ...memory,
        async *blocksAfter(organizationId, seq) {
          for await (const block of memory.blocksAfter(organizationId, seq)) if (block.seq <= 1) yield block;
        },
      },
      clock,
      log: silentLog,
      limits: { maxLostRaces: 3 },
    });
    await settle(rival, "a", 1);
    const settled = watched(settle(lagging, "b", 2));
    await clock.advance(60_000);
    await expect(settled).rejects.toMatchObject({ code: "overloaded" });
  });
});
