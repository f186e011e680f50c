import { CenoteError, parseMxn } from "@cenote/core";
import type { Budget } from "../ledger/charge";
import { createWorld, withLimits } from "../testing/admission-world";

describe("what a refused call needed is told, for the alert of a depleted balance:", () => {
  const budgetOf = (pesos: string): Budget => ({ id: "token", limit: parseMxn(pesos), expiresAtMs: 10 ** 15 });

  test("of a call without a budget no amount, as anything available would have let it in", async () => {
    const { call, ledger, refused } = await createWorld({}, "0");
    await expect(call().admit()).rejects.toMatchObject({ code: "insufficient_balance" });
    jest.spyOn(ledger, "settle").mockRejectedValueOnce(new CenoteError("insufficient_balance"));
    await expect(call().settle()).rejects.toMatchObject({ code: "insufficient_balance" });
    expect(refused).toEqual([0n, 0n]);
  });

  test("of one with a budget its prompt and one token, or all that it has used", async () => {
    const { call, ledger, refused } = await createWorld({}, "0.001");
    await expect(call("a", budgetOf("1")).admit()).rejects.toMatchObject({ code: "insufficient_balance" });
    jest.spyOn(ledger, "settle").mockRejectedValueOnce(new CenoteError("insufficient_balance"));
    await expect(call("b", budgetOf("1")).settle()).rejects.toMatchObject({ code: "insufficient_balance" });
    expect(refused).toEqual([parseMxn("0.0031626"), parseMxn("0.00441")]);
  });

  test("but not of a call that is refused for another reason, which it is told", async () => {
    const { call, ledger, refused } = await createWorld(withLimits({ requestsPerMinute: 2 }));
    await call().admit();
    jest.spyOn(ledger, "hold").mockRejectedValueOnce(new CenoteError("overloaded"));
    await expect(call("a", budgetOf("1")).admit()).rejects.toMatchObject({ code: "overloaded" });
    await expect(call("b", budgetOf("1")).admit()).rejects.toMatchObject({ code: "rate_limit_exceeded" });
    expect(refused).toEqual([]);
  });
});
