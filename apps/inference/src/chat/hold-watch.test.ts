import { UsageUnit, type UsageLine } from "@cenote/contracts";
import { deferred } from "@cenote/testkit";
import { createHoldWatch } from "./hold-watch";
import type { PreparedChat } from "./prepare";

const quantityOf = (lines: readonly UsageLine[], unit: UsageUnit) => Number(lines.find((line) => line.unit === unit)?.quantity);

test("a prompt paid again while the hold is being raised is held with the next word", async () => {
  const held: { prompt: number; output: number }[] = [];
  const raised = deferred();
  const prepared = {
    estimateTokens: { prompt: 10, output: 100 },
    paid: {
      grow(_model: string, estimate: readonly UsageLine[]) {
        held.push({ prompt: quantityOf(estimate, UsageUnit.USAGE_UNIT_INPUT_TOKEN), output: quantityOf(estimate, UsageUnit.USAGE_UNIT_OUTPUT_TOKEN) });
        return raised.promise;
      },
    },
  } as unknown as PreparedChat;
  const watch = createHoldWatch(prepared, () => { throw new Error("never refused"); });
  watch.made("m", 80);
  watch.promptedAgain(90);
  watch.made("m", 81);
  raised.resolve();
  await raised.promise;
  await Promise.resolve();
  watch.made("m", 82);
  await Promise.resolve();
  await Promise.resolve();
  watch.made("m", 83);
  expect(held).toEqual([{ prompt: 10, output: 200 }, { prompt: 100, output: 164 }]);
});
