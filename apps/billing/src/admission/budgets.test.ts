import { parseDecimal, parseMxn } from "@cenote/core";
import { testModel } from "@cenote/pricing/testing";
import type { ManualClock } from "@cenote/testkit";
import * as fc from "fast-check";
import { createWorld, ORG, rate } from "../testing/admission-world";
import { IMAGE, testCatalog } from "../testing/catalog";
import { verify } from "../testing/verify";

const SIZES = ["1024x1024", "1024x1024/hd"] as const;
const images = (quantity: number, variant: string) => [{ unit: "image" as const, quantity: BigInt(quantity), variant }];

/** What the world does to a call under way. */
const event = fc.oneof(
  fc.record({ rate: fc.integer({ min: 10_001, max: 999_999 }).map((units) => `${units / 10_000}`) }),
  fc.record({ usd: fc.integer({ min: 1, max: 9_999 }).map((units) => `0.${String(units).padStart(4, "0")}`) }),
  fc.record({ markup: fc.integer({ min: 100, max: 300 }).map((percent) => `${percent / 100}`) }),
);
const step = fc.oneof(
  fc.record({ admit: fc.record({ images: fc.integer({ min: 1, max: 4 }), size: fc.constantFrom(...SIZES) }) }),
  fc.record({ settle: fc.nat(9) }),
  event,
);

/** Holds may linger for a few milliseconds before they are committed, so time has to pass. */
const whileTimePasses = async <T>({ advance }: Pick<ManualClock, "advance">, work: Promise<T>): Promise<T> => {
  const state = { isOver: false };
  const over = work.finally(() => {
    state.isOver = true;
  });
  over.catch(() => {});
  while (!state.isOver) await advance(1);
  return over;
};

test("a call whose usage is known is charged what it held, and no budget is exceeded, however prices and rate move", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const limit = parseMxn("40");
      const budget = { id: "key:1", limit, expiresAtMs: 10 ** 13 };
      const { call, catalog, clock, fx, ledger } = await createWorld({}, "1000");
      const open: { readonly held: bigint; readonly end: () => Promise<{ readonly costMxn: bigint }> }[] = [];
      let [usd, markup, version] = ["0.04", "1.05", 1];
      const change = () => {
        const prices = SIZES.map((size) => ["image", usd, size] as const);
        const models = [testModel(IMAGE.id, "image", prices)];
        catalog.change(testCatalog({ priceVersion: `v${(version += 1)}`, markup: parseDecimal(markup) }, models));
      };
      const settle = async (index: number) => {
        const [ending] = open.splice(index, 1);
        if (ending !== undefined) expect((await whileTimePasses(clock, ending.end())).costMxn).toBe(ending.held);
      };
      for (const one of steps) {
        if ("rate" in one) fx.rate = rate(one.rate);
        else if ("usd" in one) {
          usd = one.usd;
          change();
        } else if ("markup" in one) {
          ({ markup } = one);
          change();
        } else if ("settle" in one) await settle(open.length === 0 ? 0 : one.settle % open.length);
        else {
          const made = call(undefined, budget);
          const usage = images(one.admit.images, one.admit.size);
          const admitted = await whileTimePasses(clock, made.admit(usage, IMAGE.id)).catch(() => undefined);
          if (admitted !== undefined) open.push({ held: admitted.held, end: () => made.settle(usage, IMAGE.id) });
        }
      }
      while (open.length > 0) await settle(0);
      expect((await ledger.spent(ORG))("key:1") <= limit).toBe(true);
      expect(await verify(ledger)).toMatchObject({ ok: true });
    }),
    { numRuns: 60 },
  );
});
