import { type NanoMxn, nanoMxn } from "@cenote/core";
import type { Entry } from "./entry";
import type { Budgets, Charge, UsageUnit } from "./charge";

/*
 * The canonical form in which an entry is hashed and stored: a JSON array, so that no store can reorder its fields, with
 * amounts as decimal strings. Existing journals depend on it: new fields go to the end, and nothing is ever moved.
 */

type BudgetCells = readonly [id: string, limit: string, expiresAtMs: number];

type ChargeCells = readonly [
  model: string,
  keyId: string,
  usage: readonly (readonly [unit: UsageUnit, quantity: string, variant: string])[],
  costUsd: string,
  markup: string,
  fx: readonly [mxnPerUsd: string, source: string, atMs: number],
  priceVersion: string,
  record: readonly [
    kind: string,
    stream: boolean,
    outcome: string,
    attempts: readonly (readonly [route: string, outcome: string, durationMs: number])[],
    durationMs: number,
    firstContentMs: number,
    /** Only in entries of the first versions with the cache. Later ones mark it by an attempt: `stored-answer.ts`. */
    ...cached: readonly true[],
  ],
  /** Omitted if there are none, so that entries from before budgets existed keep their hashes. */
  ...budgets: readonly BudgetCells[],
];

type EntryCells =
  | readonly [type: "credit" | "adjust", id: string, amount: string, note: string]
  | readonly [type: "hold", callId: string, amount: string, expiresAtMs: number, ...budgets: readonly BudgetCells[]]
  | readonly [type: "settle" | "release", callId: string, amount: string, charge: ChargeCells | null]
  | readonly [type: "expire", callId: string, amount: string];

/** Well-formed, because databases store text as UTF-8 and replace lone surrogates. */
const text = (value: string): string => (value.isWellFormed() ? value : value.toWellFormed());

const CACHED = [true] as const;
const NOT_CACHED = [] as const;
const NO_CELLS: readonly BudgetCells[] = [];

const budgetCells = (budgets: Budgets | undefined): readonly BudgetCells[] =>
  budgets?.map(({ id, limit, expiresAtMs }) => [text(id), String(limit), expiresAtMs]) ?? NO_CELLS;

const chargeCells = (charge: Charge): ChargeCells => [
  text(charge.model),
  text(charge.keyId),
  charge.usage.map((line) => [line.unit, String(line.quantity), text(line.variant)]),
  charge.costUsd,
  charge.markup,
  [charge.fx.mxnPerUsd, text(charge.fx.source), charge.fx.atMs],
  text(charge.priceVersion),
  [
    text(charge.record.kind),
    charge.record.stream,
    text(charge.record.outcome),
    charge.record.attempts.map((attempt) => [text(attempt.route), text(attempt.outcome), attempt.durationMs]),
    charge.record.durationMs,
    charge.record.firstContentMs,
    ...(charge.record.cached === true ? CACHED : NOT_CACHED),
  ],
  ...budgetCells(charge.budgets),
];

const cellsOf = (entry: Entry): EntryCells => {
  switch (entry.type) {
    case "credit":
    case "adjust":
      return [entry.type, text(entry.id), String(entry.amount), text(entry.note)];
    case "hold":
      return [entry.type, text(entry.callId), String(entry.amount), entry.expiresAtMs, ...budgetCells(entry.budgets)];
    case "settle":
    case "release":
      return [
        entry.type,
        text(entry.callId),
        String(entry.amount),
        entry.charge === undefined ? null : chargeCells(entry.charge),
      ];
    case "expire":
      return [entry.type, text(entry.callId), String(entry.amount)];
  }
};

export const toEntryText = (entry: Entry): string => JSON.stringify(cellsOf(entry));

const amountOf = (digits: string): NanoMxn => nanoMxn(BigInt(digits));

const budgetsOf = (cells: readonly BudgetCells[]): { readonly budgets?: Budgets } =>
  cells.length === 0
    ? {}
    : { budgets: cells.map(([id, limit, expiresAtMs]) => ({ id, limit: amountOf(limit), expiresAtMs })) };

const chargeOf = ([
  model,
  keyId,
  usage,
  costUsd,
  markup,
  [mxnPerUsd, source, atMs],
  priceVersion,
  record,
  ...budgets
]: ChargeCells): Charge => {
  const [kind, stream, outcome, attempts, durationMs, firstContentMs, cached] = record;
  return {
    model,
    keyId,
    usage: usage.map(([unit, quantity, variant]) => ({ unit, quantity: BigInt(quantity), variant })),
    costUsd,
    markup,
    fx: { mxnPerUsd, source, atMs },
    priceVersion,
    record: {
      kind,
      stream,
      outcome,
      durationMs,
      firstContentMs,
      attempts: attempts.map(([route, result, tookMs]) => ({ route, outcome: result, durationMs: tookMs })),
      ...(cached === true && { cached }),
    },
    ...budgetsOf(budgets),
  };
};

/** Throws for text that is not an entry: it was changed after it was written. */
export const fromEntryText = (entryText: string): Entry => {
  const cells = JSON.parse(entryText) as EntryCells;
  const amount = amountOf(cells[2]);
  switch (cells[0]) {
    case "credit":
    case "adjust":
      return { type: cells[0], id: cells[1], amount, note: cells[3] };
    case "hold": {
      const [, callId, , expiresAtMs, ...budgets] = cells;
      return { type: "hold", callId, amount, expiresAtMs, ...budgetsOf(budgets) };
    }
    case "settle":
      if (cells[3] === null) break;
      return { type: "settle", callId: cells[1], amount, charge: chargeOf(cells[3]) };
    case "release":
      return { type: "release", callId: cells[1], amount, charge: cells[3] === null ? undefined : chargeOf(cells[3]) };
    case "expire":
      return { type: "expire", callId: cells[1], amount };
  }
  throw new TypeError("no entry of a ledger");
};
