import type { UsageQuery } from "../../generated/operations";
import { addMoney } from "../../money/add-money";

/** One day of a model or a key, with the name to show. */
export interface UsageRow extends Omit<NonNullable<UsageQuery["usage"]>[number], "model" | "keyId"> {
  readonly name: string;
  /** Id of the model or the key; null for calls from before keys were recorded. */
  readonly id: string | null;
}

/** Usage of one model or key, or of all. Money is exact. */
export interface UsageTotals {
  readonly calls: number;
  readonly failedCalls: number;
  /** Includes cached tokens. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMxn: string;
}

export interface NamedUsage extends UsageTotals {
  readonly name: string;
  readonly id: string | null;
}

const sum = (rows: readonly UsageRow[], pick: (row: UsageRow) => number): number =>
  rows.reduce((total, row) => total + pick(row), 0);

export const totalsOf = (rows: readonly UsageRow[]): UsageTotals => ({
  calls: sum(rows, ({ calls }) => calls),
  failedCalls: sum(rows, ({ failedCalls }) => failedCalls),
  inputTokens: sum(rows, ({ inputTokens, cachedInputTokens }) => inputTokens + cachedInputTokens),
  outputTokens: sum(rows, ({ outputTokens }) => outputTokens),
  costMxn: addMoney(rows.map(({ costMxn }) => costMxn)),
});

/** Usage per model or key, ordered by cost, then by number of calls, both descending. */
export const byName = (rows: readonly UsageRow[]): readonly NamedUsage[] =>
  [...Map.groupBy(rows, ({ name }) => name)]
    .map(([name, ofName]) => ({ name, id: ofName[0]?.id ?? null, ...totalsOf(ofName) }))
    // A float is exact enough for the order.
    .sort(
      (one, other) =>
        Number(other.costMxn) - Number(one.costMxn) || other.calls - one.calls || one.name.localeCompare(other.name),
    );
