import type { UsageQuery } from "../../generated/operations";
import { addMoney } from "../../money/add-money";

export type UsageRow = UsageQuery["usage"][number];

/** Usage of one model, or of all. Money is exact. */
export interface UsageTotals {
  readonly calls: number;
  readonly failedCalls: number;
  /** Includes cached tokens. */
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

/** Usage per model, ordered by cost, then by number of calls, both descending. */
export const byModel = (rows: readonly UsageRow[]): readonly ModelUsage[] =>
  [...Map.groupBy(rows, ({ model }) => model)]
    .map(([model, ofModel]) => ({ model, ...totalsOf(ofModel) }))
    // A float is exact enough for the order.
    .sort(
      (one, other) =>
        Number(other.costMxn) - Number(one.costMxn) || other.calls - one.calls || one.model.localeCompare(other.model),
    );
