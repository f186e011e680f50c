import { parseMxn } from "@cenote/core";
import { CHAT } from "../testing/catalog";
import { createWorld, ORG, TTL_MS, tokens, withLimits } from "../testing/admission-world";

describe("growing a hold", () => {
  test("renews it and the call's slot, if asked to", async () => {
    const { clock, ledger, call } = await createWorld(withLimits({ concurrentRequests: 1 }));
    const { admit, grow, settle } = call();
    await admit();
    for (let times = 0; times < 3; times++) {
      await clock.advance(TTL_MS - 1);
      await grow(tokens(1_000n, 500n), TTL_MS);
      await expect(call().admit()).rejects.toMatchObject({ code: "rate_limit_exceeded" });
    }
    expect((await ledger.balance(ORG)).held).toBeGreaterThan(0n);
    await settle();
    await call().admit();
  });

  test("of a call with a budget that has lost it covers nothing: others may have spent the budget", async () => {
    const { clock, call } = await createWorld();
    const { admit, grow } = call("a", { id: "token", limit: parseMxn("0.01"), expiresAtMs: 10 ** 15 });
    await admit(tokens(1_000n, 100n), CHAT.id, 100);
    await clock.advance(2 * TTL_MS);
    expect(await grow(tokens(1_000n, 100n), TTL_MS)).toMatchObject({ held: 0n, coveredOutputTokens: 0 });
  });

  test("holds the whole new estimate", async () => {
    const { call } = await createWorld();
    const { admit, grow } = call();
    await admit();
    expect(await grow(tokens(1_000n, 1_500n))).toEqual({
      held: parseMxn("0.02205"),
      available: parseMxn("49.97795"),
      coveredOutputTokens: undefined,
    });
  });

  test("past the balance continues or stops, as `overspend` says", async () => {
    for (const [overspend, held, coveredOutputTokens] of [
      ["finish", "0.01575", undefined],
      ["stop", "0.01", 543],
    ] as const) {
      const { call } = await createWorld({ overspend }, "0.01");
      const { admit, grow } = call();
      await admit();
      expect(await grow(tokens(1_000n, 1_000n))).toMatchObject({ held: parseMxn(held), coveredOutputTokens });
    }
  });
});
