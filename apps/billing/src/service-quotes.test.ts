import { UsageUnit } from "@cenote/contracts";
import { testModel } from "@cenote/pricing/testing";
import fc from "fast-check";
import { CHAT, IMAGE, testCatalog } from "./testing/catalog";
import { chatLines, createWorld, record } from "./testing/service-world";

const CACHING = testModel("anthropic/caching", "chat", [
  ["input_token", "0.000003"],
  ["cache_write_token", "0.00000375"],
  ["output_token", "0.000015"],
]);

const quantity = fc.bigInt(0n, 1_000_000_000n);
const chatUsage = fc.record({
  model: fc.constant(CHAT.id),
  usage: fc.tuple(quantity, quantity).map(([input, output]) => chatLines(input, output)),
});
const imageUsage = fc.record({
  model: fc.constant(IMAGE.id),
  usage: fc
    .bigInt(0n, 8n)
    .map((images) => [{ unit: UsageUnit.USAGE_UNIT_IMAGE, quantity: images, variant: "1024x1024/hd" }]),
});
const rates = fc.integer({ min: 1_000, max: 99_999 }).map((thousandths) => `${thousandths / 1000}`);

test("a quote is to the last digit what the same usage is charged at the same rate, and is not in the books", async () => {
  const { service, organizationId, context } = await createWorld();
  const balance = () => service.getBalance({ organizationId });
  await fc.assert(
    fc.asyncProperty(fc.oneof(chatUsage, imageUsage), rates, async ({ model, usage }, mxnPerUsd) => {
      await service.setFxRate({ mxnPerUsd });
      const before = await balance();
      const { costs, rate } = await service.quoteUsage({ usages: [{ model, usage, dearest: false }] });
      expect(await balance()).toEqual(before);
      expect(rate?.mxnPerUsd).toBe(mxnPerUsd);
      const { costUsd, costNanoMxn } = await service.settle({ context: context(), model, usage, record });
      expect(costs).toEqual([{ costUsd, costNanoMxn }]);
    }),
    { numRuns: 50 },
  );
});

test("the dearest case writes the prompt to the provider's cache, where that costs more than reading it", async () => {
  const { service, catalog } = await createWorld();
  catalog.change(testCatalog({}, [CHAT, CACHING]));
  const usage = chatLines(1_000_000n, 0n);
  const { costs } = await service.quoteUsage({
    usages: [CACHING.id, CHAT.id].flatMap((model) => [false, true].map((dearest) => ({ model, usage, dearest }))),
  });
  expect(costs.map(({ costUsd }) => costUsd)).toEqual(["3.15", "3.9375", "0.1575", "0.1575"]);
});

test("what has no price is refused, and too much at once", async () => {
  const { service } = await createWorld();
  const ask = (...models: string[]) =>
    service.quoteUsage({ usages: models.map((model) => ({ model, usage: chatLines(1n, 1n), dearest: false })) });
  await expect(ask("openai/unknown")).rejects.toMatchObject({ code: "model_not_found" });
  await expect(ask(CHAT.id, IMAGE.id)).rejects.toMatchObject({ code: "invalid_request_error" });
  await expect(ask(...Array<string>(9).fill(CHAT.id))).rejects.toMatchObject({ param: "usages" });
  expect((await ask(...Array<string>(8).fill(CHAT.id))).costs).toHaveLength(8);
});
