import { Field, Float, ID, ObjectType, registerEnumType } from "type-graphql";
import { PageInfo } from "../connections/page-info.type";
import { RequestRecord } from "../requests/request-record.type";
import { DecimalScalar } from "../scalars/decimal";
import { DateTimeScalar } from "../scalars/scalars";

export const LedgerEntryType = {
  CREDIT: "credit",
  HOLD: "hold",
  SETTLE: "settle",
  RELEASE: "release",
  EXPIRE: "expire",
  ADJUST: "adjust",
} as const;
export type LedgerEntryType = (typeof LedgerEntryType)[keyof typeof LedgerEntryType];

registerEnumType(LedgerEntryType, {
  name: "LedgerEntryType",
  description: "What an entry of the ledger does.",
  valuesConfig: {
    CREDIT: { description: "Money came in." },
    HOLD: { description: "A call holds what it may cost, or more of it." },
    SETTLE: { description: "A call was charged; its hold is given back." },
    RELEASE: { description: "A call cost nothing; its hold is given back." },
    EXPIRE: { description: "A hold that nobody closed is given back." },
    ADJUST: { description: "A correction." },
  },
});

@ObjectType({ description: "An entry of the ledger. Entries are never changed." })
export class LedgerEntry {
  @Field(() => ID, { description: "Names it within the organization." })
  id!: string;

  @Field(() => Float, { description: "Of the block it stands in." })
  seq!: number;

  @Field(() => LedgerEntryType, { description: "What it does." })
  type!: LedgerEntryType;

  @Field(() => DecimalScalar, {
    description:
      "Pesos: signed change of the balance for `CREDIT`, `SETTLE` and `ADJUST`; size of the hold for the others.",
  })
  amount!: string;

  @Field(() => DecimalScalar, { description: "Pesos after the entry." })
  balance!: string;

  @Field(() => ID, { nullable: true, description: "Of the call, where there is one." })
  requestId!: string | null;

  @Field(() => DateTimeScalar, { description: "When it was written." })
  at!: Date;

  @Field(() => String, { nullable: true, description: "Of a credit or a correction." })
  note!: string | null;

  @Field(() => RequestRecord, { nullable: true, description: "The call, where the entry closed one." })
  request!: RequestRecord | null;
}

@ObjectType({ description: "An entry and where it stands." })
export class LedgerEdge {
  @Field(() => String, { description: "Of a page that begins after this entry; stays good." })
  cursor!: string;

  @Field(() => LedgerEntry, { description: "The entry." })
  node!: LedgerEntry;
}

@ObjectType({ description: "A page of the ledger, newest first." })
export class LedgerConnection {
  @Field(() => [LedgerEdge], { description: "Its entries." })
  edges!: LedgerEdge[];

  @Field(() => PageInfo, { description: "Where it stands." })
  pageInfo!: PageInfo;
}
