import { Field, InputType, ObjectType, registerEnumType } from "type-graphql";
import { PageInfo } from "../connections/page-info.type";
import { DecimalScalar } from "../scalars/decimal";
import { DateTimeScalar, UuidScalar } from "../scalars/scalars";

export const TopUpState = {
  OPEN: "open",
  PROCESSING: "processing",
  PAID: "paid",
  EXPIRED: "expired",
  FAILED: "failed",
} as const;
export type TopUpState = (typeof TopUpState)[keyof typeof TopUpState];

registerEnumType(TopUpState, {
  name: "TopUpState",
  description: "The state of a top-up.",
  valuesConfig: {
    OPEN: { description: "The payment page waits for the customer." },
    PROCESSING: { description: "The customer got a cash voucher or bank details. The payment has not arrived yet." },
    PAID: { description: "Paid, and in the balance." },
    EXPIRED: { description: "Nobody paid in time." },
    FAILED: { description: "The voucher or transfer was not paid, or there was no payment page." },
  },
});

export const PaymentMethod = { CARD: "card", OXXO: "oxxo", SPEI: "spei" } as const;
export type PaymentMethod = (typeof PaymentMethod)[keyof typeof PaymentMethod];

registerEnumType(PaymentMethod, {
  name: "PaymentMethod",
  description: "How a top-up can be paid.",
  valuesConfig: {
    CARD: { description: "Credit or debit card." },
    OXXO: { description: "A voucher that is paid in cash at OXXO, up to 10000 pesos." },
    SPEI: { description: "A bank transfer." },
  },
});

@ObjectType({ description: "Money that the organization pays in at a page of the payment processor." })
export class TopUp {
  @Field(() => UuidScalar, { description: "Its id." })
  id!: string;

  @Field(() => DecimalScalar, { description: "Pesos." })
  amount!: string;

  @Field(() => TopUpState, { description: "Its state." })
  state!: TopUpState;

  @Field(() => String, { nullable: true, description: "Where the customer pays; null unless it is open." })
  checkoutUrl!: string | null;

  @Field(() => DecimalScalar, { description: "Pesos that were refunded, and deducted from the balance." })
  refunded!: string;

  @Field(() => DateTimeScalar, { description: "When it was created." })
  created!: Date;

  @Field(() => DateTimeScalar, { description: "When the payment page closes." })
  expires!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: "When it was paid, expired or failed." })
  ended!: Date | null;
}

@ObjectType({ description: "A top-up and its cursor." })
export class TopUpEdge {
  @Field(() => String, { description: "Use it as `after` for the page that begins after this top-up." })
  cursor!: string;

  @Field(() => TopUp, { description: "The top-up." })
  node!: TopUp;
}

@ObjectType({ description: "A page of top-ups, newest first." })
export class TopUpConnection {
  @Field(() => [TopUpEdge], { description: "The top-ups of this page." })
  edges!: TopUpEdge[];

  @Field(() => PageInfo, { description: "Position of the page." })
  pageInfo!: PageInfo;
}

@ObjectType({ description: "Limits and methods of top-ups." })
export class TopUpTerms {
  @Field(() => DecimalScalar, { description: "Least amount, in pesos." })
  minimum!: string;

  @Field(() => DecimalScalar, { description: "Greatest amount, in pesos." })
  maximum!: string;

  @Field(() => [PaymentMethod], { description: "What the payment page offers." })
  methods!: PaymentMethod[];

  @Field(() => Boolean, {
    description: "True for the simulator and for test keys of the payment processor: no real money moves.",
  })
  test!: boolean;
}

@InputType({ description: "A new top-up." })
export class TopUpInput {
  @Field(() => DecimalScalar, { description: "Pesos, with at most two decimals, within `topUpTerms`." })
  amount!: string;

  @Field(() => String, {
    description:
      "The http or https address that the payment page leads back to, paid or not, with `top_up=<id>` added to its query. Query `topUp` there: the address alone does not prove a payment.",
  })
  returnUrl!: string;
}

@ObjectType({ description: "A new top-up." })
export class CreateTopUpPayload {
  @Field(() => TopUp, { description: "The top-up. Send the customer to its `checkoutUrl`." })
  topUp!: TopUp;
}
