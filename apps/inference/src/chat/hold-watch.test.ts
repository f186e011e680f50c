import type { GrownHold } from "@cenote/calls";
import type { ChatModel } from "@cenote/catalog";
import { UsageUnit, type UsageLine } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { deferred } from "@cenote/testkit";
import { createHoldWatch } from "./hold-watch";
import type { PreparedChat } from "./prepare";

const MODEL = { id: "m" } as ChatModel;
const quantityOf = (lines: readonly UsageLine[], unit: UsageUnit) =>
  Number(lines.find((line) => line.unit === unit)?.quantity);

test("another prompt is added to the hold at once, and again if the hold was just being raised without it", async () => {
  const held: { prompt: number; output: number }[] = [];
  const raised = deferred();
  const prepared = {
    promptTokens: 10,
    coveredTokens: () => 100,
    paid: {
      async grow(_model: string, estimate: readonly UsageLine[]) {
        held.push({
          prompt: quantityOf(estimate, UsageUnit.USAGE_UNIT_INPUT_TOKEN),
          output: quantityOf(estimate, UsageUnit.USAGE_UNIT_OUTPUT_TOKEN),
        });
        await raised.promise;
        return { available: 0n, coveredOutputTokens: undefined };
      },
    },
  } as unknown as PreparedChat;
  const watch = createHoldWatch(prepared, () => {
    throw new Error("never refused");
  });
  watch.made(MODEL, 80);
  const allowed = watch.promptAgain(MODEL, 90);
  watch.made(MODEL, 81);
  raised.resolve();
  expect(await allowed).toBe(true);
  watch.made(MODEL, 82);
  expect(held).toEqual([
    { prompt: 10, output: 200 },
    { prompt: 100, output: 100 },
    { prompt: 100, output: 164 },
  ]);
});

test("an answer whose hold was limited before another prompt joined it goes on, and asks again with both", async () => {
  const raised = deferred<GrownHold>();
  const grown: { prompt: number; output: number }[] = [];
  const refused = jest.fn();
  const grow = (_model: string, estimate: readonly UsageLine[]): Promise<GrownHold> => {
    grown.push({
      prompt: quantityOf(estimate, UsageUnit.USAGE_UNIT_INPUT_TOKEN),
      output: quantityOf(estimate, UsageUnit.USAGE_UNIT_OUTPUT_TOKEN),
    });
    return grown.length === 1 ? raised.promise : Promise.resolve({ available: 1n, coveredOutputTokens: undefined });
  };
  const paid = { grow } as unknown as PreparedChat["paid"];
  const watch = createHoldWatch({ paid, promptTokens: 10, coveredTokens: () => 100 }, refused);
  watch.made(MODEL, 80);
  expect(await watch.promptAgain(MODEL, 20)).toBe(true);
  raised.resolve({ available: 0n, coveredOutputTokens: 150 });
  await Promise.resolve();
  watch.made(MODEL, 81);
  expect(refused).not.toHaveBeenCalled();
  expect(grown.at(-1)).toEqual({ prompt: 30, output: 162 });
});

test.each<[string, () => Promise<GrownHold>, boolean]>([
  ["covers it", () => Promise.resolve({ available: 0n, coveredOutputTokens: undefined }), true],
  ["does not cover it", () => Promise.resolve({ available: -1n, coveredOutputTokens: undefined }), false],
  ["of a budget covers less", () => Promise.resolve({ available: 9n, coveredOutputTokens: 99 }), false],
  ["is not known for the moment", () => Promise.reject(new CenoteError("overloaded")), true],
])("another prompt if the balance %s", async (_what, grow, expected) => {
  const prepared = { promptTokens: 10, coveredTokens: () => 100, paid: { grow } } as unknown as PreparedChat;
  expect(await createHoldWatch(prepared, () => {}).promptAgain(MODEL, 90)).toBe(expected);
});

test("another prompt of a call that must not overdraw is not made if billing does not answer", async () => {
  const paid = { mustNotOverdraw: true, grow: () => Promise.reject(new CenoteError("overloaded")) };
  const prepared = { promptTokens: 10, coveredTokens: () => 100, paid } as unknown as PreparedChat;
  expect(await createHoldWatch(prepared, () => {}).promptAgain(MODEL, 90)).toBe(false);
});

test("a hold that was to be renewed while it was raised is not, if that fails", async () => {
  const raised = deferred();
  const paid = { grow: () => raised.promise } as unknown as PreparedChat["paid"];
  const watch = createHoldWatch({ paid, promptTokens: 10, coveredTokens: () => 100 }, () => {});
  watch.made(MODEL, 80);
  const renewed = watch.renew(MODEL);
  raised.reject(new CenoteError("overloaded"));
  await expect(renewed).rejects.toMatchObject({ code: "overloaded" });
});

test("a hold that billing did not answer for is raised again with what comes next", async () => {
  const grown: number[] = [];
  const grow = (_model: string, estimate: readonly UsageLine[]): Promise<GrownHold> => {
    grown.push(quantityOf(estimate, UsageUnit.USAGE_UNIT_OUTPUT_TOKEN));
    return grown.length === 1
      ? Promise.reject(new CenoteError("overloaded"))
      : Promise.resolve({ available: 1n, coveredOutputTokens: undefined });
  };
  const watch = createHoldWatch(
    { paid: { grow } as unknown as PreparedChat["paid"], promptTokens: 10, coveredTokens: () => 100 },
    () => {},
  );
  for (const made of [75, 76, 77]) {
    watch.made(MODEL, made);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  expect(grown).toEqual([200, 200]);
});

test("an answer continues to the last token its budget covers, and is ended there once", async () => {
  const grown: number[] = [];
  const refused: string[] = [];
  const paid = {
    grow(_model: string, estimate: readonly UsageLine[]): Promise<GrownHold> {
      grown.push(quantityOf(estimate, UsageUnit.USAGE_UNIT_OUTPUT_TOKEN));
      return Promise.resolve({ available: 1n, coveredOutputTokens: 130 });
    },
  } as unknown as PreparedChat["paid"];
  const watch = createHoldWatch({ paid, promptTokens: 10, coveredTokens: () => 100 }, ({ code }) => {
    refused.push(code);
  });
  for (const made of [74, 75, 129]) {
    watch.made(MODEL, made);
    await Promise.resolve();
  }
  expect([grown, refused]).toEqual([[200], []]);
  watch.made(MODEL, 130);
  watch.made(MODEL, 131);
  expect([grown, refused]).toEqual([[200], ["insufficient_balance"]]);
});

test("an answer is renewed with what is held for it, and one whose hold is gone ends with its next event", async () => {
  const grown: number[] = [];
  const refused: string[] = [];
  const covers = [undefined, undefined, 0];
  const paid = {
    grow(_model: string, estimate: readonly UsageLine[]): Promise<GrownHold> {
      grown.push(quantityOf(estimate, UsageUnit.USAGE_UNIT_OUTPUT_TOKEN));
      return Promise.resolve({ available: 1n, coveredOutputTokens: covers.shift() });
    },
  } as unknown as PreparedChat["paid"];
  const watch = createHoldWatch({ paid, promptTokens: 10, coveredTokens: () => 100 }, ({ code }) => {
    refused.push(code);
  });
  await watch.renew(MODEL);
  watch.made(MODEL, 80);
  // A growth that is under way renews, too.
  await watch.renew(MODEL);
  await Promise.resolve();
  await watch.renew(MODEL);
  expect([grown, refused]).toEqual([[100, 200, 200], []]);
  watch.made(MODEL, 81);
  expect(refused).toEqual(["insufficient_balance"]);
});
