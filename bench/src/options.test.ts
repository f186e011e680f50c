import { readOptions } from "./options";

test("without options: many rounds of everything, a fresh gateway", () => {
  expect(readOptions([])).toMatchObject({
    rounds: 11,
    streams: 1000,
    ledgerEntries: undefined,
    only: [],
    running: undefined,
    output: "table",
  });
});

test("--quick is one short round, unless a number of rounds is given", () => {
  expect(readOptions(["--quick"])).toMatchObject({ rounds: 1, measureMs: 1000 });
  expect(readOptions(["--quick", "--rounds", "2"]).rounds).toBe(2);
});

test("--ledger-growth is a million entries, unless another number is given", () => {
  expect(readOptions(["--ledger-growth"]).ledgerEntries).toBe(1_000_000);
  expect(readOptions(["--ledger-growth", "--ledger-entries", "500"]).ledgerEntries).toBe(500);
});

test.each([[["--url", "http://127.0.0.1:8080"]], [["--rounds", "0"]], [["--rounds", "many"]], [["--unheard-of"]]])(
  "%j is rejected",
  (args) => {
    expect(() => readOptions(args)).toThrow(/\S/);
  },
);
