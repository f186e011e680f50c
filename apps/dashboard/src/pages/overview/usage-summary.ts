import type { UsageQuery } from "../../generated/operations";
import { addMoney } from "../../money/add-money";

export type UsageRow = UsageQuery["usage"][number];

/** What one model was used for, or all of them. Money is exact. */
export interface UsageTotals {
  readonly calls: number;
  readonly failedCalls: number;
  /** Cached ones among them. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMxn: string;
}

export interface ModelUsage extends UsageTotals {
  readonly model: string;
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

/** Model by model, the most expensive first; of those that cost the same the most used. */
export const byModel = (rows: readonly UsageRow[]): readonly ModelUsage[] =>
  [...Map.groupBy(rows, ({ model }) => model)]
    .map(([model, ofModel]) => ({ model, ...totalsOf(ofModel) }))
    // For the order alone a float is exact enough.
    .sort(
      (one, other) =>
        Number(other.costMxn) - Number(one.costMxn) || other.calls - one.calls || one.model.localeCompare(other.model),
    );
