import type { StatementQuery } from "../../generated/operations";
import { addMoney } from "../../money/add-money";

export type Statement = NonNullable<StatementQuery["statement"]>;

export interface StatementLine {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly type: "opening" | "credit" | "adjust" | "charges" | "closing";
  /** Id of the credit, or id of the model. */
  readonly name: string;
  readonly note: string;
  readonly calls: number | undefined;
  /** Pesos as decimal text, signed; for the first and the last line, the balance. */
  readonly amount: string;
}

const negated = (amount: string): string => (amount.startsWith("-") ? amount.slice(1) : addMoney([`-${amount}`]));

/** The amounts between the first and the last line add up to their difference. */
export const linesOf = (statement: Statement): readonly StatementLine[] => {
  const { from, to, postings, postingsLeftOut, models } = statement;
  const without = { name: "", note: "", calls: undefined };
  const leftOut = addMoney([
    statement.creditedMxn,
    statement.adjustedMxn,
    ...postings.map(({ amountMxn }) => negated(amountMxn)),
  ]);
  return [
    { ...without, day: from, type: "opening", amount: statement.openingMxn },
    ...postings.map(({ at, type, id, note, amountMxn }) => ({
      day: at.slice(0, 10),
      type: type === "CREDIT" ? ("credit" as const) : ("adjust" as const),
      name: id,
      note: note ?? "",
      calls: undefined,
      amount: amountMxn,
    })),
    ...(postingsLeftOut === 0
      ? []
      : [{ ...without, day: to, type: "credit" as const, note: `${postingsLeftOut} more`, amount: leftOut }]),
    ...models.map(({ model, calls, costMxn }) => ({
      ...without,
      day: to,
      type: "charges" as const,
      name: model,
      calls,
      amount: negated(costMxn),
    })),
    { ...without, day: to, type: "closing", amount: statement.closingMxn },
  ];
};
