import { parseMxn } from "@cenote/core";
import { FROM_CACHE } from "../ledger/stored-answer";
import { createWorld, ORG, tokens, withLimits } from "../testing/admission-world";
import { CHAT } from "../testing/catalog";
import { verify } from "../testing/verify";

describe("a call that gets a stored answer", () => {
  test("holds nothing, costs nothing, and is recorded", async () => {
    const { call, ledger, newest } = await createWorld();
    const { admitCached, settleCached } = call();
    expect(await admitCached()).toMatchObject({
      held: 0n,
      mustNotOverdraw: false,
      limits: { requests: { remaining: 599 } },
    });
    expect(await ledger.entries(ORG, { size: 10 })).toMatchObject({ entries: [{ type: "credit" }] });
    expect(await settleCached()).toEqual({ costUsd: "0", costMxn: 0n, available: parseMxn("50") });
    expect(await newest()).toMatchObject({
      type: "settle",
      amount: 0n,
      charge: { model: CHAT.id, usage: [], costUsd: "0", record: { attempts: FROM_CACHE } },
    });
    expect(await verify(ledger, ORG)).toMatchObject({ ok: true });
  });

  test("counts against the limits of requests and of concurrent calls", async () => {
    const { call } = await createWorld(withLimits({ requestsPerMinute: 3, concurrentRequests: 1 }));
    const first = call();
    await first.admitCached();
    await expect(call().admitCached()).rejects.toMatchObject({ code: "rate_limit_exceeded" });
    await first.settleCached();
    await call().admitCached();
  });

  test("is refused when it is settled if nothing is left of the balance, and then gives its slot back", async () => {
    const { call } = await createWorld(withLimits({ concurrentRequests: 1 }), "0");
    const { admitCached, settleCached } = call();
    await admitCached();
    await expect(settleCached()).rejects.toMatchObject({ code: "insufficient_balance" });
    await call().admitCached();
  });

  test("is released at once, without a look for a hold, and gives its slot back", async () => {
    const { call } = await createWorld(withLimits({ concurrentRequests: 1 }));
    const { admitCached, releaseCached } = call();
    await admitCached();
    // The clock stands still, so a look that is repeated later would never end.
    await releaseCached();
    await call().admitCached();
  });

  test("is refused if another call with its id is under way, which then is paid for", async () => {
    const { call, ledger } = await createWorld();
    const { admit, admitCached, settleCached, settle } = call();
    await admit();
    await admitCached();
    await expect(settleCached()).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect(await settle()).toMatchObject({ costUsd: "0.0002205" });
    expect(await verify(ledger, ORG)).toMatchObject({ ok: true });
  });

  test("closes the hold of a call that it takes over from a process that is gone", async () => {
    const { call, ledger } = await createWorld();
    const { admit, admitCached, settleCached } = call();
    await admit();
    await admitCached();
    expect(await settleCached(true)).toMatchObject({ costMxn: 0n });
    expect(await ledger.balance(ORG)).toEqual({ balance: parseMxn("50"), held: 0n });
  });

  test("is refused if nothing is left of its budget", async () => {
    const { call } = await createWorld();
    const budget = { id: "budget", limit: parseMxn("0.00441"), expiresAtMs: Date.UTC(2100, 0, 1) };
    const first = call("first", budget);
    await first.admit(tokens(1_000n, 100n));
    await first.settle();
    const { admitCached, settleCached } = call("second", budget);
    await admitCached();
    await expect(settleCached()).rejects.toMatchObject({
      code: "insufficient_balance",
      message: expect.stringContaining("remaining budget") as string,
    });
  });
});
