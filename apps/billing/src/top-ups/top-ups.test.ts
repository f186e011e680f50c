import { CenoteError, nanoMxn, parseMxn, silentLog } from "@cenote/core";
import { createManualClock, createSeededIds, deferred, seededRandom } from "@cenote/testkit";
import { createLedger } from "../ledger/create-ledger";
import { createMemoryLedgerStore } from "../testing/memory/ledger-store";
import { createMemoryTopUpStore } from "../testing/memory/top-up-store";
import type { Checkouts, CheckoutSight, EventSubject, Refund, WantedCheckout } from "./checkouts";
import { openTopUps } from "./open-top-ups";
import type { TopUpStore } from "./top-up-store";
import { verify } from "../testing/verify";

const ORG = "00000000-0000-4000-8000-00000000000a";
const OTHER_ORG = "00000000-0000-4000-8000-00000000000b";
const RETURN_URL = "https://app.test/balance?tab=1";
const pesos = parseMxn;
const MINUTE_MS = 60_000;

interface Page {
  readonly wanted: WantedCheckout;
  sight: CheckoutSight;
}

/** A processor whose pages the test pays at. */
const createProcessor = () => {
  const pages = new Map<string, Page>();
  const state = { isAway: false, looks: 0 };
  const answer = () => {
    if (state.isAway) throw new CenoteError("provider_unavailable", "The payment processor does not answer.");
  };
  const checkouts: Checkouts = {
    isTest: true,
    async open(wanted) {
      answer();
      const id = `cs_${wanted.id}`;
      if (!pages.has(id)) pages.set(id, { wanted, sight: { state: "open" } });
      return { id, url: `https://pay.test/${id}` };
    },
    async look(id) {
      state.looks++;
      answer();
      return pages.get(id)?.sight ?? { state: "expired" };
    },
    readEvent: (body) => JSON.parse(body.toString()) as EventSubject,
  };
  const pageOf = (topUpId: string): Page => {
    const page = pages.get(`cs_${topUpId}`);
    if (page === undefined) throw new Error("no such page");
    return page;
  };
  return {
    checkouts,
    state,
    wanted: (topUpId: string) => pageOf(topUpId).wanted,
    show(topUpId: string, sight: CheckoutSight) {
      pageOf(topUpId).sight = sight;
    },
    pay(topUpId: string, refunds: readonly Refund[] = []) {
      pageOf(topUpId).sight = { state: "paid", paymentId: `pi_${topUpId}`, refunds };
    },
  };
};

const createWorld = () => {
  const clock = createManualClock();
  const ledger = createLedger({ store: createMemoryLedgerStore(), clock, log: silentLog });
  const store = createMemoryTopUpStore();
  const processor = createProcessor();
  const ids = createSeededIds();
  const range = () => ({ min: pesos("50"), max: pesos("10000") });
  const { checkouts } = processor;
  const startReplica = (over: TopUpStore = store, at: Checkouts = checkouts) =>
    openTopUps({ store: over, ledger, checkouts: at, range, clock, ids, log: silentLog });
  const { topUps, close } = startReplica();
  const create = (amount = "200", organizationId = ORG) =>
    topUps.create({ organizationId, amount: pesos(amount), returnUrl: RETURN_URL });
  const tell = (subject: EventSubject) => topUps.receiveEvent(Buffer.from(JSON.stringify(subject)), "signed");
  const balance = async () => (await ledger.balance(ORG)).balance;
  return { clock, ledger, store, processor, topUps, close, startReplica, create, tell, balance };
};

/** The store of a process that dies after it has credited, before the row says so. */
const dyingAtPayment = (store: TopUpStore): TopUpStore => ({
  ...store,
  update: (topUp, change) =>
    change.state === "paid" ? Promise.reject(new Error("the process died")) : store.update(topUp, change),
});

describe("a top-up", () => {
  it("begins with a page for its amount that leads back with the top-up's id", async () => {
    const { create, processor, close } = createWorld();
    const topUp = await create("200.05");
    expect(topUp).toMatchObject({ state: "open", amount: pesos("200.05"), checkout: { id: `cs_${topUp.id}` } });
    expect(processor.wanted(topUp.id)).toEqual({
      id: topUp.id,
      organizationId: ORG,
      amount: pesos("200.05"),
      returnUrl: `${RETURN_URL}&top_up=${topUp.id}`,
      expiresAtMs: topUp.expiresAtMs,
    });
    await close();
  });

  it.each(["49.99", "10000.01", "100.001", "0", "-50"])("of %s pesos is refused", async (amount) => {
    const { create, topUps, close } = createWorld();
    await expect(create(amount)).rejects.toMatchObject({ code: "invalid_request_error", param: "amount_nano_mxn" });
    expect(await topUps.list(ORG, { after: undefined, limit: 9 })).toEqual([]);
    await close();
  });

  it.each([
    "",
    "/balance",
    "javascript:alert(1)",
    "https://user:secret@app.test/",
    `https://app.test/${"a".repeat(2048)}`,
  ])("that would lead back to %j is refused", async (returnUrl) => {
    const { topUps, close } = createWorld();
    const wanted = { organizationId: ORG, amount: pesos("100"), returnUrl };
    await expect(topUps.create(wanted)).rejects.toMatchObject({ code: "invalid_request_error", param: "return_url" });
    await close();
  });

  it("for which the processor opens no page has failed, and no longer counts as waiting", async () => {
    const { create, processor, topUps, store, close } = createWorld();
    processor.state.isAway = true;
    await expect(create()).rejects.toMatchObject({ code: "provider_unavailable" });
    expect(await topUps.list(ORG, { after: undefined, limit: 9 })).toMatchObject([{ state: "failed" }]);
    expect(await store.countWaiting(ORG)).toBe(0);
    await close();
  });

  it("is refused while twenty others wait for their payment; another organization's is not", async () => {
    const { create, close } = createWorld();
    for (let count = 0; count < 20; count++) await create();
    await expect(create()).rejects.toMatchObject({ code: "rate_limit_exceeded" });
    await expect(create("200", OTHER_ORG)).resolves.toMatchObject({ state: "open" });
    await close();
  });

  it("is in the balance once it is paid, whoever asks how often at the same time", async () => {
    const { create, processor, topUps, startReplica, tell, clock, balance, ledger, close } = createWorld();
    const other = startReplica();
    const { id } = await create("200.05");
    await clock.advance(3_000);
    processor.pay(id);
    await Promise.all([
      ...Array.from({ length: 25 }, () => topUps.get(ORG, id)),
      ...Array.from({ length: 25 }, () => other.topUps.get(ORG, id)),
      ...Array.from({ length: 5 }, () => tell({ topUpId: id })),
      clock.advance(2 * MINUTE_MS),
    ]);
    expect(await topUps.get(ORG, id)).toMatchObject({ state: "paid", paymentId: `pi_${id}`, dueAtMs: undefined });
    expect(await balance()).toBe(pesos("200.05"));
    expect((await verify(ledger)).ok).toBe(true);
    await Promise.all([close(), other.close()]);
  });

  it("asks the processor at most once in two seconds, and not at all once it is paid", async () => {
    const { create, processor, topUps, clock, close } = createWorld();
    const { id } = await create();
    for (let count = 0; count < 9; count++) await topUps.get(ORG, id);
    expect(processor.state.looks).toBe(0);
    await clock.advance(2_000);
    await Promise.all(Array.from({ length: 9 }, () => topUps.get(ORG, id)));
    expect(processor.state.looks).toBe(1);
    processor.pay(id);
    await clock.advance(2_000);
    await topUps.get(ORG, id);
    await clock.advance(60 * MINUTE_MS);
    await topUps.get(ORG, id);
    expect(processor.state.looks).toBe(2);
    await close();
  });

  it("is shown as last known while the processor is away", async () => {
    const { create, processor, topUps, clock, close } = createWorld();
    const { id } = await create();
    processor.state.isAway = true;
    await clock.advance(3_000);
    await expect(topUps.get(ORG, id)).resolves.toMatchObject({ id, state: "open" });
    await close();
  });

  it("of another organization is not found", async () => {
    const { create, topUps, close } = createWorld();
    const { id } = await create();
    await expect(topUps.get(OTHER_ORG, id)).rejects.toMatchObject({ code: "not_found" });
    await close();
  });

  it("is credited once though the process died before it had noted the credit", async () => {
    const { create, processor, startReplica, store, tell, topUps, balance, close } = createWorld();
    const { id } = await create();
    processor.pay(id);
    const dying = startReplica(dyingAtPayment(store));
    await expect(dying.topUps.receiveEvent(Buffer.from(JSON.stringify({ topUpId: id })), "signed")).rejects.toThrow(
      "the process died",
    );
    expect(await balance()).toBe(pesos("200"));
    await tell({ topUpId: id });
    expect(await topUps.get(ORG, id)).toMatchObject({ state: "paid" });
    expect(await balance()).toBe(pesos("200"));
    await Promise.all([close(), dying.close()]);
  });

  it("that is paid though nobody comes back and no event arrives is credited by the sweep", async () => {
    const { create, processor, clock, balance, close } = createWorld();
    const { id } = await create();
    processor.pay(id);
    await clock.advance(2 * MINUTE_MS);
    expect(await balance()).toBe(pesos("200"));
    await close();
  });

  it("with a voucher is processing until the cash arrives, days later", async () => {
    const { create, processor, clock, topUps, balance, close } = createWorld();
    const { id } = await create();
    processor.show(id, { state: "processing", paymentId: "pi_voucher" });
    await clock.advance(2 * MINUTE_MS);
    expect(await topUps.get(ORG, id)).toMatchObject({ state: "processing", paymentId: "pi_voucher" });
    await clock.advance(2 * 24 * 60 * MINUTE_MS);
    processor.pay(id);
    await clock.advance(11 * MINUTE_MS);
    expect(await balance()).toBe(pesos("200"));
    await close();
  });

  it.each(["expired", "failed"] as const)("that %s is over, until money comes all the same", async (state) => {
    const { create, processor, clock, topUps, store, tell, balance, close } = createWorld();
    const { id } = await create();
    processor.show(id, { state });
    await clock.advance(2 * MINUTE_MS);
    expect(await topUps.get(ORG, id)).toMatchObject({ state, endedAtMs: expect.any(Number) as number });
    expect(await store.countWaiting(ORG)).toBe(0);
    expect(await balance()).toBe(0n);
    processor.pay(id);
    await tell({ topUpId: id });
    expect(await balance()).toBe(pesos("200"));
    await close();
  });

  it.each<[string, CheckoutSight, "open" | "processing", number]>([
    ["page the processor does not know is given up after a day", { state: "unknown" }, "open", 1],
    [
      "transfer does not come, or only in part, is given up after a month",
      { state: "processing", paymentId: "pi_transfer" },
      "processing",
      30,
    ],
  ])("whose %s, and credited if it was paid after all", async (_, sight, state, days) => {
    const { create, processor, clock, topUps, store, tell, balance, close } = createWorld();
    const { id } = await create();
    processor.show(id, sight);
    await clock.advance((days * 24 - 1) * 60 * MINUTE_MS);
    expect(await topUps.get(ORG, id)).toMatchObject({ state });
    await clock.advance(75 * MINUTE_MS);
    expect(await topUps.get(ORG, id)).toMatchObject({ state: "expired" });
    expect(await store.countWaiting(ORG)).toBe(0);
    processor.pay(id);
    await tell({ topUpId: id });
    expect(await balance()).toBe(pesos("200"));
    await close();
  });

  it("with a voucher is not given up for a month, though the processor does not know it in between", async () => {
    const { create, processor, clock, topUps, close } = createWorld();
    const { id } = await create();
    processor.show(id, { state: "processing", paymentId: "pi_voucher" });
    await clock.advance(2 * MINUTE_MS);
    processor.show(id, { state: "unknown" });
    await clock.advance(3 * 24 * 60 * MINUTE_MS);
    expect(await topUps.get(ORG, id)).toMatchObject({ state: "processing" });
    await close();
  });

  it("is one of at most twenty that wait, also where many are created at once", async () => {
    const { create, store, close } = createWorld();
    const created = await Promise.allSettled(Array.from({ length: 40 }, () => create()));
    expect(created.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    expect(await store.countWaiting(ORG)).toBe(20);
    await expect(create("200", OTHER_ORG)).resolves.toMatchObject({ state: "open" });
    await close();
  });

  it("whose page was lost with its process is given up after ten minutes", async () => {
    const { create, processor, store, clock, topUps, startReplica, close } = createWorld();
    processor.state.isAway = true;
    const dying = startReplica({ ...store, update: () => Promise.reject(new Error("the process died")) });
    await expect(
      dying.topUps.create({ organizationId: ORG, amount: pesos("200"), returnUrl: RETURN_URL }),
    ).rejects.toMatchObject({ code: "provider_unavailable" });
    await dying.close();
    const [lost] = await topUps.list(ORG, { after: undefined, limit: 1 });
    await clock.advance(9 * MINUTE_MS);
    expect(await topUps.get(ORG, lost?.id ?? "")).toMatchObject({ state: "open" });
    await clock.advance(3 * MINUTE_MS);
    expect(await topUps.get(ORG, lost?.id ?? "")).toMatchObject({ state: "failed" });
    await expect(create()).rejects.toMatchObject({ code: "provider_unavailable" });
    await close();
  });

  it("takes what is paid back off the balance, each refund once, below zero if it was spent", async () => {
    const { create, processor, tell, topUps, ledger, balance, close } = createWorld();
    const { id } = await create("200");
    processor.pay(id);
    await tell({ topUpId: id });
    await ledger.adjust(ORG, { id: "spent", amount: pesos("-150"), note: "" });
    const [first, second] = [
      { id: "re_1", amount: pesos("30") },
      { id: "re_2", amount: pesos("170") },
    ];
    processor.pay(id, [first]);
    for (let times = 0; times < 3; times++) await tell({ paymentId: `pi_${id}` });
    expect(await balance()).toBe(pesos("20"));
    processor.pay(id, [first, second]);
    await tell({ paymentId: `pi_${id}` });
    expect(await balance()).toBe(pesos("-150"));
    expect(await topUps.get(ORG, id)).toMatchObject({ state: "paid", refunded: pesos("200") });
    await close();
  });

  it("has a refund taken off though an earlier one of the same amount has failed since", async () => {
    const { create, processor, tell, ledger, balance, close } = createWorld();
    const { id } = await create("200");
    processor.pay(id, [{ id: "re_1", amount: pesos("50") }]);
    await tell({ topUpId: id });
    expect(await balance()).toBe(pesos("150"));
    await ledger.adjust(ORG, { id: "by hand: re_1 failed", amount: pesos("50"), note: "" });
    processor.pay(id, [{ id: "re_2", amount: pesos("50") }]);
    for (let times = 0; times < 2; times++) await tell({ paymentId: `pi_${id}` });
    expect(await balance()).toBe(pesos("150"));
    await close();
  });

  it("gets its page though somebody looks at it while the page is being opened", async () => {
    const { processor, clock, store, topUps, startReplica, close } = createWorld();
    const opening = deferred();
    const slow = startReplica(store, {
      ...processor.checkouts,
      async open(wanted) {
        await opening.promise;
        return processor.checkouts.open(wanted);
      },
    });
    const created = slow.topUps.create({ organizationId: ORG, amount: pesos("200"), returnUrl: RETURN_URL });
    await clock.advance(3_000);
    const [listed] = await topUps.list(ORG, { after: undefined, limit: 1 });
    await topUps.get(ORG, listed?.id ?? "");
    opening.resolve();
    expect(await created).toMatchObject({ state: "open", checkout: { id: `cs_${listed?.id}` } });
    await Promise.all([close(), slow.close()]);
  });

  it("is found by the sweep within a minute or so, among hundreds of open pages and beside a broken one", async () => {
    const { processor, clock, store, startReplica, create, balance, close } = createWorld();
    const ids: string[] = [];
    for (let count = 0; count < 200; count++) ids.push((await create("50", `org-${count}`)).id);
    const { id } = await create();
    const replica = startReplica(store, {
      ...processor.checkouts,
      look: (checkoutId, topUp) =>
        ids.slice(0, 30).includes(topUp.id)
          ? Promise.reject(new Error("broken"))
          : processor.checkouts.look(checkoutId, topUp),
    });
    processor.pay(id);
    await clock.advance(80_000);
    expect(await balance()).toBe(pesos("200"));
    await Promise.all([close(), replica.close()]);
  });

  it("is not affected by events about payments of others", async () => {
    const { tell, close } = createWorld();
    await expect(tell({ topUpId: "00000000-0000-4000-8000-00000000ffff" })).resolves.toBeUndefined();
    await expect(tell({ paymentId: "pi_of_a_shop" })).resolves.toBeUndefined();
    await close();
  });
});

describe("top-ups under any order of payments, refunds, events, looks and deaths", () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    "seed %i: the balance is what was paid less what was paid back",
    async (seed) => {
      const random = seededRandom(seed);
      const pick = (count: number) => Math.floor(random() * count);
      const { create, processor, store, startReplica, clock, ledger, balance, close } = createWorld();
      const replicas = [startReplica(), startReplica(), startReplica(dyingAtPayment(store))];
      const created = await Promise.all(Array.from({ length: 4 }, (_, index) => create(String(100 + index))));
      const paid = new Map<string, Refund[]>();
      const under: Promise<unknown>[] = [];
      for (let step = 0; step < 40; step++) {
        const { id, amount } = created[pick(created.length)] ?? { id: "", amount: 0n };
        const replica = replicas[pick(replicas.length)];
        const refunds = paid.get(id);
        const event = Buffer.from(JSON.stringify(pick(2) === 0 ? { topUpId: id } : { paymentId: `pi_${id}` }));
        switch (pick(6)) {
          case 0:
            if (refunds === undefined) {
              paid.set(id, []);
              processor.pay(id);
            } else if (refunds.length < 3) {
              refunds.push({ id: `re_${step}`, amount: nanoMxn(amount / 4n) });
              processor.pay(id, [...refunds]);
            }
            break;
          case 1:
            processor.state.isAway = !processor.state.isAway;
            break;
          case 2:
            await clock.advance(pick(90_000));
            break;
          case 3:
            if (replica !== undefined) under.push(replica.topUps.receiveEvent(event, "signed").catch(() => undefined));
            break;
          default:
            if (replica !== undefined) under.push(replica.topUps.get(ORG, id).catch(() => undefined));
        }
      }
      processor.state.isAway = false;
      await Promise.all(under);
      // Processors repeat an event until it is taken.
      for (const { id } of created)
        await replicas[0]?.topUps.receiveEvent(Buffer.from(JSON.stringify({ topUpId: id })), "signed");
      await clock.advance(5 * MINUTE_MS);
      let expected = 0n;
      for (const { id, amount } of created) {
        const refunds = paid.get(id);
        if (refunds !== undefined) expected += amount - refunds.reduce((sum, refund) => sum + refund.amount, 0n);
      }
      expect(await balance()).toBe(expected);
      expect((await verify(ledger)).ok).toBe(true);
      await Promise.all([close(), ...replicas.map((replica) => replica.close())]);
    },
  );
});
