import { parseMxn } from "@cenote/core";
import type { Budget } from "../ledger/charge";
import { createWorld, ORG, tokens } from "../testing/admission-world";

const budgetOf = (pesos: string): Budget => ({ id: "token", limit: parseMxn(pesos), expiresAtMs: 10 ** 15 });

/** (1,000 x 0.15 + 100 x 0.60) / 1e6 x 1.05 x 20 */
const COST = "0.00441";
const ESTIMATE = tokens(1_000n, 100n);

describe("a call with a budget that is checked", () => {
  test("may cost all that is left of the balance, and no more", async () => {
    const exact = await createWorld({}, COST);
    await exact.call("a", budgetOf("1")).check(ESTIMATE);
    const short = await createWorld({}, "0.00440");
    await expect(short.call("a", budgetOf("1")).check(ESTIMATE)).rejects.toMatchObject({
      code: "insufficient_balance",
      message: expect.stringContaining("The client token's remaining budget"),
    });
    expect(short.refused).toEqual([parseMxn(COST)]);
  });

  test("may cost what earlier calls left of the budget: what they spent counts, and what others hold does not", async () => {
    const { call, ledger } = await createWorld();
    const budget = budgetOf("0.00882");
    const spent = call("spent", budget);
    await spent.admit(ESTIMATE, undefined, 100);
    await call("a", budget).check(tokens(1_000n, 450n));
    await spent.settle(ESTIMATE);
    await call("a", budget).check(ESTIMATE);
    await expect(call("a", budget).check(tokens(1_000n, 101n))).rejects.toMatchObject({ code: "insufficient_balance" });
    expect((await ledger.balance(ORG)).held).toBe(0n);
  });
});

test("a call without a budget is checked against nothing: it is let in while anything is left, whatever it costs", async () => {
  const { call } = await createWorld({}, "0.000001");
  await call().check(ESTIMATE);
});
