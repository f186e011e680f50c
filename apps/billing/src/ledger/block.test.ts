import { nanoMxn } from "@cenote/core";
import * as fc from "fast-check";
import { sampleCharge } from "../testing/sample-charge";
import { type Block, followBlock, GENESIS_HASH, sealBlock } from "./block";
import { genesis } from "./checkpoint";
import type { Entry } from "./entry";

const text = fc.string({ unit: "binary", maxLength: 12 });
const amount = fc.bigInt(0n, 10n ** 18n).map(nanoMxn);
const charge = fc
  .record({
    model: text,
    quantity: fc.bigInt(0n, 2n ** 63n - 1n),
    outcome: text,
    durationMs: fc.double({ min: 0, max: 1e9, noNaN: true }),
  })
  .map(({ model, quantity, outcome, durationMs }) =>
    sampleCharge({
      model,
      usage: [{ unit: "output_token", quantity, variant: "" }],
      record: { ...sampleCharge().record, outcome, durationMs },
    }),
  );
const entry: fc.Arbitrary<Entry> = fc.oneof(
  fc.record({ type: fc.constant("credit" as const), id: text, amount, note: text }),
  fc.record({ type: fc.constant("hold" as const), callId: text, amount, expiresAtMs: fc.nat() }),
  fc.record({ type: fc.constant("settle" as const), callId: text, amount, charge }),
  fc.record({
    type: fc.constant("release" as const),
    callId: text,
    amount,
    charge: fc.option(charge, { nil: undefined }),
  }),
  fc.record({ type: fc.constant("expire" as const), callId: text, amount }),
);

const seal = (entries: readonly Entry[]): Block =>
  sealBlock(
    { organizationId: "org", seq: 0, hash: GENESIS_HASH },
    { balance: nanoMxn(7n), held: nanoMxn(3n) },
    entries,
    1_000,
  );

const money = (value: bigint) => nanoMxn(value);

describe("the hash of a block", () => {
  it("does not depend on the order of fields", () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, reversed(inner)]),
      );
    };
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 5 }), (entries) => {
        expect(seal(reversed(entries) as Entry[]).hash).toBe(seal(entries).hash);
      }),
    );
  });

  it("survives a database that replaces characters UTF-8 can't encode", () => {
    const entries = (note: string): Entry[] => [{ type: "credit", id: "1", amount: money(1n), note }];
    expect(seal(entries("a\ud800b")).hash).toBe(seal(entries("a\ufffdb")).hash);
  });

  it("differs for different entries", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 3 }), fc.array(entry, { maxLength: 3 }), (left, right) => {
        const isSame = JSON.stringify(left, asText) === JSON.stringify(right, asText);
        expect(seal(left).hash === seal(right).hash).toBe(isSame);
      }),
    );
  });

  it("is a fixed format: existing journals depend on it", () => {
    const block = seal([
      { type: "credit", id: "free", amount: money(50n), note: "ñ" },
      { type: "hold", callId: "c", amount: money(3n), expiresAtMs: 9 },
      { type: "settle", callId: "c", amount: money(2n), charge: sampleCharge() },
      { type: "release", callId: "d", amount: money(2n), charge: undefined },
    ]);
    expect(block.hash).toMatchInlineSnapshot(`"10720c68849913941a7e6da3bc85240f9ca893a6198dd30d983f455215235e95"`);
  });
});

const asText = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

/** Credit 50; hold 30, raised to 40; settle 20. */
const journal = (): [Block, Block, Block] => {
  const hold = (value: bigint): Entry => ({ type: "hold", callId: "c", amount: money(value), expiresAtMs: 9 });
  const first = sealBlock(
    { organizationId: "org", seq: 0, hash: GENESIS_HASH },
    { balance: money(50n), held: money(0n) },
    [{ type: "credit", id: "free", amount: money(50n), note: "" }],
    1,
  );
  const second = sealBlock(
    { organizationId: "org", seq: 1, hash: first.hash },
    { balance: money(50n), held: money(40n) },
    [hold(30n), hold(40n)],
    2,
  );
  const third = sealBlock(
    { organizationId: "org", seq: 2, hash: second.hash },
    { balance: money(30n), held: money(0n) },
    [{ type: "settle", callId: "c", amount: money(20n), charge: sampleCharge() }],
    3,
  );
  return [first, second, third];
};

/** The fault found in a journal that continues with `entries`, whose sums and hash are consistent with them. */
const faultAfterCredit = (
  entries: readonly Entry[],
  sums: { readonly balance: bigint; readonly held: bigint },
): string | undefined => {
  const head = genesis();
  const [first] = journal();
  followBlock(head, first);
  return followBlock(
    head,
    sealBlock({ organizationId: "org", ...head }, { balance: money(sums.balance), held: money(sums.held) }, entries, 5),
  );
};

describe("replaying a journal", () => {
  it("computes balance and holds", () => {
    const head = genesis();
    const blocks = journal();
    expect(blocks.map((block) => followBlock(head, block))).toEqual([undefined, undefined, undefined]);
    expect(head).toMatchObject({ seq: 3, hash: blocks[2].hash, state: { balance: 30n, held: 0n } });
  });

  it.each<[string, (block: Block) => Block, string]>([
    [
      "an amount",
      (block) => ({
        ...block,
        entries: block.entries.map((entry) => ({ ...entry, amount: money(entry.amount + 1n) })),
      }),
      "its hash differs",
    ],
    [
      "an entry more",
      (block) => ({ ...block, entries: [...block.entries, { type: "expire", callId: "x", amount: money(0n) }] }),
      "its hash differs",
    ],
    ["the time", (block) => ({ ...block, atMs: block.atMs + 1 }), "its hash differs"],
    ["the balance", (block) => ({ ...block, balance: money(block.balance + 1n) }), "its hash differs"],
    ["the organization", (block) => ({ ...block, organizationId: "other" }), "its hash differs"],
    [
      "the block before it",
      (block) => ({ ...block, previousHash: GENESIS_HASH.replace("0", "1") }),
      "previous hash differs",
    ],
    ["its keys", (block) => ({ ...block, keys: ["settle:z"] }), "idempotency keys differ"],
    ["its place", (block) => ({ ...block, seq: block.seq + 1 }), "is missing"],
  ])("detects a change to %s", (_, change, reason) => {
    const head = genesis();
    const [first, second, third] = journal();
    followBlock(head, first);
    followBlock(head, second);
    expect(followBlock(head, change(third))).toContain(reason);
  });

  it.each<[string, Entry[], { balance: bigint; held: bigint }, string]>([
    [
      "a balance that is not the sum",
      [{ type: "credit", id: "x", amount: money(1n), note: "" }],
      { balance: 52n, held: 0n },
      "balance 52 differs",
    ],
    [
      "holds that are not the sum",
      [{ type: "hold", callId: "x", amount: money(1n), expiresAtMs: 1 }],
      { balance: 50n, held: 2n },
      "held 2 differs",
    ],
    [
      "a hold let in on nothing",
      [
        { type: "hold", callId: "x", amount: money(50n), expiresAtMs: 1 },
        { type: "hold", callId: "y", amount: money(1n), expiresAtMs: 1 },
      ],
      { balance: 50n, held: 51n },
      "hold y was let in while nothing was available",
    ],
    [
      "a hold that was lowered",
      [
        { type: "hold", callId: "x", amount: money(5n), expiresAtMs: 1 },
        { type: "hold", callId: "x", amount: money(4n), expiresAtMs: 1 },
      ],
      { balance: 50n, held: 4n },
      "was lowered",
    ],
    [
      "a hold that ends earlier",
      [
        { type: "hold", callId: "x", amount: money(4n), expiresAtMs: 2 },
        { type: "hold", callId: "x", amount: money(5n), expiresAtMs: 1 },
      ],
      { balance: 50n, held: 5n },
      "was shortened",
    ],
    [
      "a hold that was opened twice",
      [
        { type: "hold", callId: "x", amount: money(5n), expiresAtMs: 1 },
        { type: "hold", callId: "x", amount: money(5n), expiresAtMs: 1 },
      ],
      { balance: 50n, held: 5n },
      "was opened twice",
    ],
    [
      "a release of nothing",
      [{ type: "release", callId: "x", amount: money(5n), charge: undefined }],
      { balance: 50n, held: 0n },
      "matches no open hold",
    ],
    [
      "an expiry of another amount",
      [
        { type: "hold", callId: "x", amount: money(5n), expiresAtMs: 1 },
        { type: "expire", callId: "x", amount: money(4n) },
      ],
      { balance: 50n, held: 0n },
      "matches no open hold",
    ],
    [
      "a negative credit",
      [{ type: "credit", id: "x", amount: money(-1n), note: "" }],
      { balance: 49n, held: 0n },
      "negative",
    ],
    [
      "a posting twice",
      [
        { type: "credit", id: "x", amount: money(1n), note: "" },
        { type: "credit", id: "x", amount: money(1n), note: "" },
      ],
      { balance: 52n, held: 0n },
      "posted twice",
    ],
  ])("rejects %s, even with a valid hash", (_, entries, sums, reason) => {
    expect(faultAfterCredit(entries, sums)).toContain(reason);
  });
});
