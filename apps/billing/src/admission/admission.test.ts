import { CenoteError, parseMxn } from "@cenote/core";
import { testModel } from "@cenote/pricing/testing";
import { deferred } from "@cenote/testkit";
import type { Budget } from "../ledger/charge";
import { CHAT, EMBEDDING, IMAGE, testCatalog } from "../testing/catalog";
import { createWorld, ORG, RECORD, rate, tokens, TTL_MS, withLimits } from "../testing/admission-world";

const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe("a call", () => {
  test("holds its estimate, is charged for actual usage, and releases the rest", async () => {
    const { call, ledger } = await createWorld();
    const { admit, confirm, settle } = call();
    // (1000 x 0.15 + 500 x 0.60) / 1e6 x 1.05 x 20
    expect((await admit()).held).toBe(parseMxn("0.00945"));
    await confirm();
    expect(await ledger.balance(ORG)).toEqual({ balance: parseMxn("50"), held: parseMxn("0.00945") });
    expect(await settle()).toEqual({
      costUsd: "0.0002205",
      costMxn: parseMxn("0.00441"),
      available: parseMxn("49.99559"),
    });
    expect(await ledger.balance(ORG)).toEqual({ balance: parseMxn("49.99559"), held: 0n });
  });

  test("records in the ledger how its price was computed", async () => {
    const { call, newest } = await createWorld();
    const { admit, settle } = call();
    await admit();
    await settle();
    expect((await newest())?.charge).toEqual({
      model: CHAT.id,
      keyId: "key",
      usage: tokens(1_000n, 100n),
      costUsd: "0.0002205",
      markup: "1.05",
      priceVersion: "v1",
      fx: { mxnPerUsd: "20", source: "fixed", atMs: 7 },
      record: RECORD,
    });
  });

  test("costs nothing when released", async () => {
    const { call, ledger, newest } = await createWorld();
    const { admit, release } = call();
    await admit();
    await release();
    expect(await ledger.balance(ORG)).toEqual({ balance: parseMxn("50"), held: 0n });
    expect(await newest()).toMatchObject({ type: "release", charge: { costUsd: "0", usage: [] } });
  });

  test("is charged once when settled again after a rate change, and returns the original charge", async () => {
    const { call, ledger, fx } = await createWorld();
    const { admit, settle, forgetTerms } = call();
    await admit();
    const first = await settle();
    fx.rate = rate("25");
    expect(await settle()).toEqual(first);
    forgetTerms();
    expect(await settle()).toEqual(first);
    expect((await ledger.balance(ORG)).balance).toBe(parseMxn("49.99559"));
  });

  test("is still charged if its model leaves the catalog while it runs", async () => {
    const { call, catalog } = await createWorld();
    const { admit, grow, settle } = call();
    await admit();
    catalog.change(testCatalog({ priceVersion: "v2" }, [EMBEDDING]));
    await grow(tokens(1_000n, 900n));
    expect((await settle()).costUsd).toBe("0.0002205");
    await expect(call().admit()).rejects.toMatchObject({ code: "model_not_found" });
  });

  test("is still charged if its model has left the catalog before a restart: its last prices are stored", async () => {
    const { call, priceStore, newest } = await createWorld();
    const lines = [{ unit: "image", variant: "", usdEach: "0.5" }] as const;
    await priceStore.write([{ model: "openai/gone", version: "v0", markup: "1", lines, former: [] }]);
    const usage = [{ unit: "image", quantity: 2n, variant: "" }] as const;
    const one = call();
    await one.grow([...usage], undefined, "openai/gone");
    expect(await one.settle([...usage], "openai/gone")).toMatchObject({ costUsd: "1", costMxn: parseMxn("20") });
    expect((await newest())?.charge).toMatchObject({ model: "openai/gone", priceVersion: "v0" });
  });

  const DEARER = testModel(CHAT.id, "chat", [
    ["input_token", "0.001"],
    ["output_token", "0.001"],
  ]);

  test("is charged at the prices and the exchange rate that it was admitted at, whatever has changed since", async () => {
    const { call, catalog, fx, ledger, newest } = await createWorld();
    const { admit, grow, settle } = call();
    const { held } = await admit();
    catalog.change(testCatalog({ priceVersion: "v2" }, [DEARER]));
    fx.rate = rate("40");
    expect((await grow(tokens(1_000n, 1_000n))).held).toBe(parseMxn("0.01575"));
    expect((await settle(tokens(1_000n, 500n))).costMxn).toBe(held);
    expect(await ledger.balance(ORG)).toEqual({ balance: parseMxn("50") - held, held: 0n });
    expect((await newest())?.charge).toMatchObject({ priceVersion: "v1", fx: { mxnPerUsd: "20", atMs: 7 } });
  });

  test("is charged at the present prices of another model that answered, and at the rate of its admission", async () => {
    const { call, catalog, fx, newest } = await createWorld();
    const { admit, settle } = call();
    await admit();
    catalog.change(testCatalog({ priceVersion: "v2" }));
    fx.rate = rate("40");
    const usage = tokens(1_000_000n, 0n);
    expect(await settle(usage, EMBEDDING.id)).toMatchObject({ costUsd: "0.021", costMxn: parseMxn("0.42") });
    expect((await newest())?.charge).toMatchObject({ priceVersion: "v2", fx: { mxnPerUsd: "20" } });
  });

  test("that used what had no price when it was admitted is charged at the present prices, and not left unpaid", async () => {
    const { call, catalog } = await createWorld();
    const sizes = (...names: string[]) =>
      testCatalog({}, [
        testModel(
          IMAGE.id,
          "image",
          names.map((size) => ["image", "0.5", size] as const),
        ),
      ]);
    const image = (variant: string) => [{ unit: "image" as const, quantity: 1n, variant }];
    catalog.change(sizes("1024x1024"));
    const { admit, settle } = call();
    await admit(image("1024x1024"), IMAGE.id);
    catalog.change(sizes("1024x1024", "512x512"));
    expect(await settle(image("512x512"), IMAGE.id)).toMatchObject({ costUsd: "0.525" });
  });

  test("that an earlier version admitted is charged at the prices and exchange rate in force when it settles", async () => {
    const { call, catalog, fx, newest } = await createWorld();
    const { admit, settle, forgetTerms } = call();
    await admit();
    forgetTerms();
    catalog.change(testCatalog({ priceVersion: "v2" }, [DEARER]));
    fx.rate = rate("10");
    expect(await settle(tokens(1n, 1n))).toMatchObject({ costUsd: "0.0021", costMxn: parseMxn("0.021") });
    expect((await newest())?.charge).toMatchObject({ priceVersion: "v2", fx: { mxnPerUsd: "10" } });
  });
});

describe("admission", () => {
  test("checks in order: model, exchange rate, limits, balance", async () => {
    const { call, fx } = await createWorld(withLimits({ requestsPerMinute: 1 }), "0");
    await expect(call().admit()).rejects.toMatchObject({ code: "insufficient_balance" });
    await expect(call().admit()).rejects.toMatchObject({ code: "rate_limit_exceeded" });
    fx.stale = true;
    await expect(call().admit()).rejects.toMatchObject({ code: "overloaded" });
    await expect(call().admit(undefined, "gpt-4o")).rejects.toMatchObject({ code: "model_not_found" });
  });

  test("rejects a usage unit the model has no price for, before counting or holding anything", async () => {
    const { call, ledger } = await createWorld(withLimits({ requestsPerMinute: 1 }));
    await expect(call().admit([{ unit: "image", quantity: 1n, variant: "" }])).rejects.toMatchObject({
      code: "invalid_request_error",
    });
    await expect(call().admit([{ unit: "image", quantity: 1n, variant: "7x7" }], IMAGE.id)).rejects.toMatchObject({
      code: "invalid_request_error",
    });
    expect((await ledger.balance(ORG)).held).toBe(0n);
    await call().admit();
  });

  test("rejects calls on an exhausted balance without using up slots or tokens", async () => {
    const { call, ledger } = await createWorld(withLimits({ concurrentRequests: 1, tokensPerMinute: 1_500 }), "0");
    for (let i = 0; i < 3; i++) await expect(call().admit()).rejects.toMatchObject({ code: "insufficient_balance" });
    await ledger.credit(ORG, { id: "top-up", amount: parseMxn("10"), note: "" });
    expect((await call().admit()).limits.tokens.remaining).toBe(0);
  });

  test("lets one call of a burst through when the balance covers one", async () => {
    const { call } = await createWorld({}, "0.001");
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, () =>
        call()
          .admit()
          .then(
            () => "admitted",
            (error: CenoteError) => error.code,
          ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "admitted")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "insufficient_balance")).toHaveLength(59);
  });

  test("still settles calls under way when a stale rate blocks new ones", async () => {
    const { call, fx } = await createWorld();
    const { admit, settle } = call();
    await admit();
    fx.stale = true;
    expect((await settle()).costUsd).toBe("0.0002205");
  });
});

describe("a request id", () => {
  test("is rejected for a second call while the first is under way; the first keeps its hold and slot", async () => {
    const { call, ledger } = await createWorld(withLimits({ concurrentRequests: 1, requestsPerMinute: 2 }));
    const first = call("one");
    const { held } = await first.admit();
    for (let i = 0; i < 5; i++)
      await expect(call("one").admit()).rejects.toMatchObject({ code: "idempotency_conflict" });
    await first.confirm();
    await expect(call("one").admit()).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect((await ledger.balance(ORG)).held).toBe(held);
    await expect(call().admit()).rejects.toMatchObject({ code: "rate_limit_exceeded" });
    await first.settle();
    expect((await call().admit()).limits.requests.remaining).toBe(0);
  });

  test("is rejected once charged, and takes neither a slot nor a request", async () => {
    const { call, ledger } = await createWorld(withLimits({ concurrentRequests: 1, requestsPerMinute: 2 }));
    const first = call("one");
    await first.admit();
    await first.settle();
    for (let i = 0; i < 5; i++)
      await expect(call("one").admit()).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect((await ledger.balance(ORG)).held).toBe(0n);
    expect((await call().admit()).limits.requests.remaining).toBe(0);
  });

  test("can be admitted again after its call was released, or its process died", async () => {
    const { call } = await createWorld();
    const first = call("one");
    const { held } = await first.admit();
    expect((await call("one").resume()).held).toBe(held);
    await first.release();
    expect((await call("one").admit()).held).toBe(held);
  });

  test("has its hold and its slot for as long as any call once another process takes it over", async () => {
    const { call, clock, ledger } = await createWorld(withLimits({ concurrentRequests: 1 }));
    const { held } = await call("one").admit();
    await clock.advance(TTL_MS - 10_000);
    await call("one").resume();
    await clock.advance(TTL_MS - 10_000);
    expect((await ledger.balance(ORG)).held).toBe(held);
    await expect(call().admit()).rejects.toMatchObject({ code: "rate_limit_exceeded" });
  });
});

describe("the limits of a key", () => {
  test("are released by settling, by releasing, and by a hold lost because another replica spent the balance", async () => {
    const { call, ledger } = await createWorld(withLimits({ concurrentRequests: 1 }));
    const settled = call();
    await settled.admit();
    await expect(call().admit()).rejects.toMatchObject({ code: "rate_limit_exceeded" });
    await settled.settle();
    const released = call();
    await released.admit();
    await released.release();
    const lost = call();
    await lost.admit();
    jest.spyOn(ledger, "confirmHold").mockRejectedValueOnce(new CenoteError("insufficient_balance"));
    await expect(lost.confirm()).rejects.toMatchObject({ code: "insufficient_balance" });
    await call().admit();
  });

  test("count in the same way where they have to be looked up first", async () => {
    const { call } = await createWorld({}, "50", async () => ({ ...testCatalog().limits, requestsPerMinute: 1 }));
    expect((await call().admit()).limits.requests).toMatchObject({ limit: 1, remaining: 0 });
    await expect(call().admit()).rejects.toMatchObject({ code: "rate_limit_exceeded" });
  });

  test("and budgets: a hold that is lost, and a charge without one, name the budget that is used up", async () => {
    const { call, ledger } = await createWorld();
    const budget = { id: "key:1", limit: parseMxn("1"), expiresAtMs: 10 ** 13 };
    const { admit, confirm, settle } = call("one", budget);
    await admit();
    const lost = jest.spyOn(ledger, "confirmHold").mockRejectedValueOnce(new CenoteError("insufficient_balance"));
    jest.spyOn(ledger, "settle").mockRejectedValueOnce(new CenoteError("insufficient_balance"));
    for (const refused of [confirm, settle])
      await expect(refused()).rejects.toMatchObject({
        code: "insufficient_balance",
        message: expect.stringContaining("The API key's remaining budget"),
      });
    expect(lost).toHaveBeenCalledWith(expect.anything(), expect.anything(), [budget]);
    const outrun = new CenoteError("insufficient_balance", "Retry.", { retryable: true });
    jest.spyOn(ledger, "settle").mockRejectedValueOnce(outrun);
    await expect(settle()).rejects.toBe(outrun);
  });

  test("count a call that its own used-up budget refuses, but not one that a client token's does", async () => {
    const { call } = await createWorld(withLimits({ requestsPerMinute: 2, concurrentRequests: 1 }));
    const used = { limit: parseMxn("0.000001"), expiresAtMs: 10 ** 13 };
    const refusalWith = (id: string) => call(undefined, { ...used, id }).admit();
    for (let i = 0; i < 5; i++)
      await expect(refusalWith("a token")).rejects.toMatchObject({ code: "insufficient_balance" });
    for (const code of ["insufficient_balance", "insufficient_balance", "rate_limit_exceeded"])
      await expect(refusalWith("key:1")).rejects.toMatchObject({ code });
  });

  test("are told with the refusal of a call that they count, and not with one that they don't", async () => {
    const { call, ledger } = await createWorld(withLimits({ requestsPerMinute: 5 }));
    const used = { limit: parseMxn("0.000001"), expiresAtMs: 10 ** 13 };
    const counted = { requestsLimit: 5, requestsRemaining: 4, tokensLimit: 1_000_000, tokensRemaining: 998_500 };
    await expect(call(undefined, { ...used, id: "key:1" }).admit()).rejects.toMatchObject({
      code: "insufficient_balance",
      rateLimits: counted,
    });
    await expect(call(undefined, { ...used, id: "a token" }).admit()).rejects.toMatchObject({
      code: "insufficient_balance",
      rateLimits: undefined,
    });
    jest.spyOn(ledger, "hold").mockRejectedValueOnce(new CenoteError("overloaded"));
    await expect(call().admit()).rejects.toMatchObject({
      code: "overloaded",
      rateLimits: { ...counted, requestsRemaining: 3 },
    });
  });

  test("are released by the time a call is charged or released, where they are counted elsewhere, too", async () => {
    const { call, limits } = await createWorld();
    for (const end of ["settle", "release"] as const) {
      const one = call();
      await one.admit();
      const released = deferred();
      const finish = jest.spyOn(limits, "finish").mockReturnValueOnce(released.promise);
      let isOver = false;
      const over = one[end]().then(() => {
        isOver = true;
      });
      await turn();
      expect({ released: finish.mock.calls.length, isOver }).toEqual({ released: 1, isOver: false });
      released.resolve();
      await over;
      finish.mockRestore();
    }
  });

  test("stay reserved while the outcome of a hold is unknown", async () => {
    const { call, ledger } = await createWorld(withLimits({ concurrentRequests: 1 }));
    const { admit, confirm } = call();
    await admit();
    jest.spyOn(ledger, "confirmHold").mockRejectedValueOnce(new CenoteError("overloaded"));
    await expect(confirm()).rejects.toMatchObject({ code: "overloaded" });
    await expect(call().admit()).rejects.toMatchObject({ code: "rate_limit_exceeded" });
  });

  test("count actual usage, not the estimate", async () => {
    const { call } = await createWorld();
    const { admit, settle } = call();
    expect((await admit()).limits.tokens.remaining).toBe(1_000_000 - 1_500);
    await settle(tokens(1_000n, 100n));
    expect((await call().admit(tokens(0n, 0n))).limits.tokens.remaining).toBe(1_000_000 - 1_100);
  });

  test("count the tokens that are expected, where a budget holds more", async () => {
    const { call } = await createWorld();
    const { limits } = await call().admitExpecting(700, tokens(1_000n, 500n));
    expect(limits.tokens.remaining).toBe(1_000_000 - 700);
  });

  test("count cached, cache-write and regular prompt tokens", async () => {
    const lines = (["input_token", "cached_input_token", "cache_write_token", "output_token"] as const).map(
      (unit, index) => ({ unit, quantity: 10n ** BigInt(index), variant: "" }),
    );
    const caching = testModel(
      "anthropic/caching",
      "chat",
      lines.map(({ unit }) => [unit, "0.000001"]),
    );
    const { call } = await createWorld({
      ...withLimits({ tokensPerMinute: 1_000_000 }),
      models: new Map([
        [caching.id, caching],
        [CHAT.id, CHAT],
      ]),
    });
    expect((await call().admit(lines, caching.id)).limits.tokens.remaining).toBe(1_000_000 - 1_111);
  });

  test("do not apply to a service acting for the organization: the organization's own limits do", async () => {
    const { call } = await createWorld(withLimits({ requestsPerMinute: 1 }));
    const [first, second] = [call(), call()];
    Object.assign(second.caller, { keyId: "" });
    await first.admit();
    await second.admit();
    const third = call();
    Object.assign(third.caller, { keyId: "" });
    await expect(third.admit()).rejects.toMatchObject({ code: "rate_limit_exceeded" });
  });
});

describe("a call with a budget", () => {
  const budgetOf = (pesos: string): Budget => ({ id: "token", limit: parseMxn(pesos), expiresAtMs: 10 ** 15 });

  test("that the budget can't pay for uses none of the key's requests per minute, unlike one that is served; the rate limit still applies", async () => {
    const { call } = await createWorld(withLimits({ requestsPerMinute: 3, concurrentRequests: 1 }));
    for (let i = 0; i < 10; i++)
      await expect(call(`poor ${i}`, budgetOf("0.0001")).admit()).rejects.toMatchObject({
        code: "insufficient_balance",
      });
    for (const callId of ["a", "b"]) {
      const { admit, settle } = call(callId, budgetOf("1"));
      await admit();
      await settle();
    }
    const { admit, release } = call();
    expect((await admit()).limits.requests.remaining).toBe(0);
    await release();
    await expect(call("c", budgetOf("0.0001")).admit()).rejects.toMatchObject({ code: "rate_limit_exceeded" });
  });

  test("names its budgets when it is released, too: the calls of a client token are found by them", async () => {
    const { call, newest } = await createWorld();
    const { admit, release } = call("a", budgetOf("1"));
    await admit();
    await release();
    expect(await newest()).toMatchObject({ type: "release", charge: { budgets: [{ id: "token" }] } });
  });

  test("holds the most it may cost, and learns how many output tokens that covers", async () => {
    const { call } = await createWorld();
    // 1,000 x 0.15 / 1e6 x 1.05 x 20 = 0.00315 for the prompt, then 0.0000126 for each token
    expect(await call("a", budgetOf("0.00945")).admit(tokens(1_000n, 100n), CHAT.id, 100)).toMatchObject({
      held: parseMxn("0.00441"),
      mustNotOverdraw: true,
      outputLimit: 100,
    });
    expect(await call("b", budgetOf("0.00945")).admit(tokens(1_000n, 800_000n))).toMatchObject({
      held: parseMxn("0.00504"),
      outputLimit: 150,
    });
    await expect(call("c", budgetOf("0.00945")).admit(tokens(0n, 1n))).rejects.toMatchObject({
      code: "insufficient_balance",
    });
    expect(await call().admit()).toMatchObject({ mustNotOverdraw: false, outputLimit: undefined });
  });

  test("reserves a quarter of the remaining budget if it sets no output limit, so that others can run beside it", async () => {
    const { call } = await createWorld();
    const admit = (callId: string, most: number) =>
      call(callId, budgetOf("0.126")).admit(tokens(0n, 100n), CHAT.id, most);
    expect(await admit("a", 1_000_000)).toMatchObject({ held: parseMxn("0.0315"), outputLimit: 2_500 });
    expect(await admit("b", 1_000_000)).toMatchObject({ held: parseMxn("0.023625"), outputLimit: 1_875 });
    expect(await admit("c", 300)).toMatchObject({ held: parseMxn("0.00378"), outputLimit: 300 });
  });

  test("leaves half of the balance to callers without a client token", async () => {
    const { call } = await createWorld({}, "10");
    expect(await call("a", budgetOf("50")).admit(tokens(0n, 900_000n))).toMatchObject({ held: parseMxn("5") });
    await expect(call().admit()).resolves.toBeDefined();
  });

  test("is rejected if the budget does not cover its prompt, or its image", async () => {
    const { call, ledger } = await createWorld();
    await expect(call("a", budgetOf("0.00315")).admit(tokens(1_000n, 100n))).rejects.toMatchObject({
      code: "insufficient_balance",
    });
    await expect(
      call("b", budgetOf("0.5")).admit([{ unit: "image", quantity: 1n, variant: "1024x1024" }], IMAGE.id),
    ).rejects.toMatchObject({ code: "insufficient_balance" });
    expect((await ledger.balance(ORG)).held).toBe(0n);
    expect(await call("c", budgetOf("0.0031626")).admit(tokens(1_000n, 100n))).toMatchObject({ outputLimit: 1 });
    expect(
      await call("d", budgetOf("1")).admit([{ unit: "image", quantity: 1n, variant: "1024x1024" }], IMAGE.id),
    ).toMatchObject({ outputLimit: undefined });
  });

  test("holds enough for a prompt that may be written to the provider's cache at a higher price", async () => {
    const { call, catalog } = await createWorld();
    const caching = testModel("anthropic/caching", "chat", [
      ["input_token", "0.000001"],
      ["cache_write_token", "0.00000125"],
      ["output_token", "0.000001"],
    ]);
    catalog.change(testCatalog({}, [caching]));
    // (1,000 x 1.25 + 100 x 1) / 1e6 x 1.05 x 20
    expect(await call("a", budgetOf("0.05")).admit(tokens(1_000n, 100n), caching.id)).toMatchObject({
      held: parseMxn("0.02835"),
    });
    expect(await call().admit(tokens(1_000n, 100n), caching.id)).toMatchObject({ held: parseMxn("0.0231") });
    // (1,000 x 1.25 + 300 x 1) / 1e6 x 1.05 x 20
    expect(await call("a", budgetOf("0.05")).grow(tokens(1_000n, 300n), undefined, caching.id)).toMatchObject({
      held: parseMxn("0.03255"),
      coveredOutputTokens: undefined,
    });
    await expect(call("b", budgetOf("0.02834")).check(tokens(1_000n, 100n), caching.id)).rejects.toMatchObject({
      code: "insufficient_balance",
    });
    await call("b", budgetOf("0.02835")).check(tokens(1_000n, 100n), caching.id);
  });

  test("grows up to the budget, and learns how many output tokens that covers", async () => {
    const { call } = await createWorld();
    const { admit, grow } = call("a", budgetOf("0.00945"));
    await admit(tokens(1_000n, 100n), CHAT.id, 100);
    expect((await grow(tokens(1_000n, 200n))).coveredOutputTokens).toBeUndefined();
    expect(await grow(tokens(1_000n, 900n))).toMatchObject({ held: parseMxn("0.00945"), coveredOutputTokens: 500 });
  });
});
