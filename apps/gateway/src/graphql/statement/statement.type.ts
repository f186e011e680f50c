import { Field, Float, ObjectType, registerEnumType } from "type-graphql";
import { DecimalScalar } from "../scalars/decimal";
import { DateTimeScalar } from "../scalars/scalars";

export const StatementPostingType = { CREDIT: "credit", ADJUST: "adjust" } as const;
export type StatementPostingType = (typeof StatementPostingType)[keyof typeof StatementPostingType];

registerEnumType(StatementPostingType, {
  name: "StatementPostingType",
  description: "What changed the balance, besides calls.",
  valuesConfig: {
    CREDIT: { description: "Money was added." },
    ADJUST: { description: "The operator corrected the balance." },
  },
});

@ObjectType({ description: "A credit or an adjustment." })
export class StatementPosting {
  @Field(() => String, { description: "Its id." })
  id!: string;

  @Field(() => StatementPostingType, { description: "What it is." })
  type!: StatementPostingType;

  @Field(() => DecimalScalar, { description: "Change of the balance, in pesos; negative if it was lowered." })
  amountMxn!: string;

  @Field(() => DateTimeScalar, { description: "When it was posted." })
  at!: Date;

  @Field(() => String, { nullable: true, description: "What it was for." })
  note!: string | null;
}

@ObjectType({ description: "What calls of a model cost in the period of a statement." })
export class StatementModel {
  @Field(() => String, { description: "Id of the model." })
  model!: string;

  @Field(() => Float, { description: "Ended calls, including failed ones. Failed calls are free." })
  calls!: number;

  @Field(() => DecimalScalar, { description: "Pesos charged." })
  costMxn!: string;
}

@ObjectType({
  description:
    "How the balance changed in a period: `openingMxn` + `creditedMxn` + `adjustedMxn` - `chargedMxn` = `closingMxn`.",
})
export class Statement {
  @Field(() => String, { description: "First day, `YYYY-MM-DD`, UTC." })
  from!: string;

  @Field(() => String, { description: "Last day, inclusive." })
  to!: string;

  @Field(() => DecimalScalar, { description: "The balance before the first day." })
  openingMxn!: string;

  @Field(() => DecimalScalar, { description: "Sum of the credits." })
  creditedMxn!: string;

  @Field(() => DecimalScalar, { description: "Sum of the adjustments; may be negative." })
  adjustedMxn!: string;

  @Field(() => DecimalScalar, { description: "Sum of the charges." })
  chargedMxn!: string;

  @Field(() => DecimalScalar, { description: "The balance after the last day, or now." })
  closingMxn!: string;

  @Field(() => [StatementPosting], { description: "Credits and adjustments, oldest first; the first thousand." })
  postings!: StatementPosting[];

  @Field(() => Float, { description: "Number of further credits and adjustments. The sums include them." })
  postingsLeftOut!: number;

  @Field(() => [StatementModel], { description: "The charges by model." })
  models!: StatementModel[];

  @Field(() => Float, { description: "The newest block of the ledger that was read." })
  block!: number;

  @Field(() => String, { description: "The hash of that block." })
  hash!: string;
}
