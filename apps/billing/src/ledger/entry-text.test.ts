import { nanoMxn } from "@cenote/core";
import * as fc from "fast-check";
import { sampleCharge } from "../testing/sample-charge";
import type { Entry } from "./entry";
import { fromEntryText, toEntryText } from "./entry-text";
import { type Budgets, type Charge, USAGE_UNITS } from "./charge";

const text = fc.string({ unit: "grapheme", maxLength: 12 });
const amount = fc.bigInt(-(10n ** 18n), 10n ** 18n).map(nanoMxn);
const duration = fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => value + 0);
const budgets: fc.Arbitrary<Budgets> = fc.array(fc.record({ id: text, limit: amount, expiresAtMs: fc.nat() }), {
  minLength: 1,
  maxLength: 2,
});
const unit = fc.constantFrom(...USAGE_UNITS);
const charge: fc.Arbitrary<Charge> = fc
  .record(
    {
      model: text,
      keyId: text,
      costUsd: text,
      markup: text,
      priceVersion: text,
      usage: fc.array(fc.record({ unit, quantity: fc.bigInt(0n, 2n ** 63n - 1n), variant: text }), { maxLength: 3 }),
      fx: fc.record({ mxnPerUsd: text, source: text, atMs: fc.nat() }),
      record: fc.record({
        kind: text,
        stream: fc.boolean(),
        outcome: text,
        durationMs: duration,
        firstContentMs: duration,
        attempts: fc.array(fc.record({ route: text, outcome: text, durationMs: duration }), { maxLength: 3 }),
      }),
    },
    { noNullPrototype: true },
  )
  .chain((plain) =>
    fc.option(budgets, { nil: undefined }).map((of) => (of === undefined ? plain : { ...plain, budgets: of })),
  )
  .chain((plain) =>
    fc.boolean().map((cached) => (cached ? { ...plain, record: { ...plain.record, cached: true as const } } : plain)),
  );

const entry: fc.Arbitrary<Entry> = fc.oneof(
  fc.record({ type: fc.constantFrom("credit" as const, "adjust" as const), id: text, amount, note: text }),
  fc.record({ type: fc.constant("hold" as const), callId: text, amount, expiresAtMs: fc.nat() }),
  fc.record({ type: fc.constant("hold" as const), callId: text, amount, expiresAtMs: fc.nat(), budgets }),
  fc.record({ type: fc.constant("settle" as const), callId: text, amount, charge }),
  fc.record({
    type: fc.constant("release" as const),
    callId: text,
    amount,
    charge: fc.option(charge, { nil: undefined }),
  }),
  fc.record({ type: fc.constant("expire" as const), callId: text, amount }),
);

describe("the text of an entry", () => {
  it("parses back to the same entry", () => {
    fc.assert(
      fc.property(entry, (given) => {
        expect(fromEntryText(toEntryText(given))).toEqual(given);
      }),
    );
  });

  it("is a fixed format: existing journals depend on it", () => {
    expect(
      toEntryText({ type: "settle", callId: "req_1", amount: nanoMxn(7n), charge: sampleCharge() }),
    ).toMatchInlineSnapshot(
      `"["settle","req_1","7",["openai/gpt-4o-mini","key-1",[["input_token","1200",""],["output_token","300",""]],"0.000378","1.05",["20","fixed",1767225600000],"v1",["chat",true,"ok",[["openai/gpt-4o-mini","ok",812]],815,240]]]"`,
    );
    const { record } = sampleCharge();
    expect(
      toEntryText({
        type: "settle",
        callId: "req_1",
        amount: nanoMxn(0n),
        charge: sampleCharge({ usage: [], costUsd: "0", record: { ...record, attempts: [], cached: true } }),
      }),
    ).toMatchInlineSnapshot(
      `"["settle","req_1","0",["openai/gpt-4o-mini","key-1",[],"0","1.05",["20","fixed",1767225600000],"v1",["chat",true,"ok",[],815,240,true]]]"`,
    );
    expect(
      toEntryText({
        type: "hold",
        callId: "req_1",
        amount: nanoMxn(7n),
        expiresAtMs: 9,
        budgets: [
          { id: "b", limit: nanoMxn(3n), expiresAtMs: 5 },
          { id: "c", limit: nanoMxn(4n), expiresAtMs: 6 },
        ],
      }),
    ).toMatchInlineSnapshot(`"["hold","req_1","7",9,["b","3",5],["c","4",6]]"`);
  });

  it.each([
    ["no JSON", '["hold"', /JSON/],
    ["another value", "7", /BigInt/],
    ["an amount that is none", '["expire","c","1.5"]', /BigInt/],
    ["a kind that is none", '["gift","c","1"]', /no entry/],
    ["a settlement without its charge", '["settle","c","1",null]', /no entry/],
  ])("is rejected if it is %s", (_, changed, reason) => {
    expect(() => fromEntryText(changed)).toThrow(reason);
  });
});
