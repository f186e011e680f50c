import { BudgetPeriod as ContractPeriod, type KeyBudget as ContractBudget } from "@cenote/contracts";
import { formatMxn } from "@cenote/core";
import { Field, InputType, ObjectType, registerEnumType } from "type-graphql";
import { toNanoMxn } from "../peso-amount";
import { DecimalScalar } from "../scalars/decimal";
import { DateTimeScalar } from "../scalars/scalars";

export const BudgetPeriod = { TOTAL: "total", DAY: "day", WEEK: "week", MONTH: "month" } as const;
export type BudgetPeriod = (typeof BudgetPeriod)[keyof typeof BudgetPeriod];

registerEnumType(BudgetPeriod, {
  name: "BudgetPeriod",
  description:
    "When the spent amount of a budget returns to zero, in UTC unless the operator has set another offset. A call belongs to the period in which it began.",
  valuesConfig: {
    TOTAL: { description: "Never." },
    DAY: { description: "At midnight." },
    WEEK: { description: "On Mondays." },
    MONTH: { description: "On the first of the month." },
  },
});

const CONTRACT_PERIODS = {
  total: ContractPeriod.BUDGET_PERIOD_TOTAL,
  day: ContractPeriod.BUDGET_PERIOD_DAY,
  week: ContractPeriod.BUDGET_PERIOD_WEEK,
  month: ContractPeriod.BUDGET_PERIOD_MONTH,
} as const satisfies Record<BudgetPeriod, ContractPeriod>;

@ObjectType({ description: "What an API key may spend of its organization's balance." })
export class KeyBudget {
  @Field(() => DecimalScalar, { description: "Pesos per period." })
  limit!: string;

  @Field(() => BudgetPeriod, { description: "When the spent amount returns to zero." })
  period!: BudgetPeriod;

  @Field(() => DecimalScalar, { description: "Pesos charged in this period." })
  spent!: string;

  @Field(() => DateTimeScalar, { nullable: true, description: "When the next period begins; null for a total budget." })
  resets!: Date | null;
}

@InputType({ description: "A budget for an API key." })
export class KeyBudgetInput {
  @Field(() => DecimalScalar, { description: "Pesos per period, above zero, with at most nine decimals." })
  limit!: string;

  @Field(() => BudgetPeriod, {
    nullable: true,
    description:
      "When the spent amount returns to zero. If absent, the period of the key's current budget is kept; without one, it never returns to zero.",
  })
  period?: BudgetPeriod | null;
}

export const toKeyBudget = ({ limitNanoMxn, period, spentNanoMxn = 0n, resets }: ContractBudget): KeyBudget => ({
  limit: formatMxn(limitNanoMxn),
  period: periodOf(period),
  spent: formatMxn(spentNanoMxn),
  resets: resets ?? null,
});

const periodOf = (period: ContractPeriod): BudgetPeriod => {
  const found = Object.values(BudgetPeriod).find((name) => CONTRACT_PERIODS[name] === period);
  if (found === undefined) throw new Error("a budget without a period");
  return found;
};

/** @param before The key's current budget. Errors: invalid_request_error. */
export const toContractBudget = ({ limit, period }: KeyBudgetInput, before?: ContractBudget): ContractBudget => ({
  limitNanoMxn: toNanoMxn("budget.limit", limit),
  period: period ? CONTRACT_PERIODS[period] : (before?.period ?? CONTRACT_PERIODS.total),
});

/** Removes the budget of an existing key: billing does so for a limit of 0. */
export const NO_BUDGET: ContractBudget = { limitNanoMxn: 0n, period: ContractPeriod.BUDGET_PERIOD_UNSPECIFIED };
