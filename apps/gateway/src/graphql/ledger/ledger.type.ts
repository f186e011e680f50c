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
  description: "Kinds of ledger entries.",
  valuesConfig: {
    CREDIT: { description: "Money was paid in." },
    HOLD: { description: "A call holds what it may cost, or increases its hold." },
    SETTLE: { description: "A call was charged; its hold is released." },
    RELEASE: { description: "A call cost nothing; its hold is released." },
    EXPIRE: { description: "A hold that no call closed in time is released." },
    ADJUST: { description: "A correction." },
  },
});

@ObjectType({ description: "An entry of the ledger. Entries are never changed." })
export class LedgerEntry {
  @Field(() => ID, { description: "Unique within the organization." })
  id!: string;

  @Field(() => Float, { description: "Number of the block that contains it." })
  seq!: number;

  @Field(() => LedgerEntryType, { description: "The kind of entry." })
  type!: LedgerEntryType;

  @Field(() => DecimalScalar, {
    description:
      "Pesos: the signed change of the balance for `CREDIT`, `SETTLE` and `ADJUST`; the size of the hold for the others.",
  })
  amount!: string;

  @Field(() => DecimalScalar, { description: "Balance after the entry, in pesos." })
  balance!: string;

  @Field(() => ID, { nullable: true, description: "Request id of the call, if the entry belongs to one." })
  requestId!: string | null;

  @Field(() => DateTimeScalar, { description: "When it was written." })
  at!: Date;

  @Field(() => String, { nullable: true, description: "Note of a credit or a correction." })
  note!: string | null;

  @Field(() => RequestRecord, { nullable: true, description: "The call that the entry charged." })
  request!: RequestRecord | null;
}

@ObjectType({ description: "An entry and its cursor." })
export class LedgerEdge {
  @Field(() => String, { description: "`after` for a page that begins after this entry; does not expire." })
  cursor!: string;

  @Field(() => LedgerEntry, { description: "The entry." })
  node!: LedgerEntry;
}

@ObjectType({ description: "A page of the ledger, newest first." })
export class LedgerConnection {
  @Field(() => [LedgerEdge], { description: "Its entries." })
  edges!: LedgerEdge[];

  @Field(() => PageInfo, { description: "Position of the page." })
  pageInfo!: PageInfo;
}
