import { Field, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { PageInfo } from "../connections/page-info.type";
import { DecimalScalar } from "../scalars/decimal";
import { DateTimeScalar, UuidScalar } from "../scalars/scalars";

export const ClientTokenOperation = {
  CHAT: "chat",
  EMBEDDINGS: "embeddings",
  IMAGES: "images",
  VIDEO: "video",
  BALANCE: "balance",
} as const;
export type ClientTokenOperation = (typeof ClientTokenOperation)[keyof typeof ClientTokenOperation];

registerEnumType(ClientTokenOperation, {
  name: "ClientTokenOperation",
  description: "What a client token may be made for. Models can be listed with any.",
  valuesConfig: {
    CHAT: { description: "`createChatCompletion`, `chatTokens`, `POST /v1/chat/completions`." },
    EMBEDDINGS: { description: "`createEmbeddings`, `POST /v1/embeddings`." },
    IMAGES: { description: "`createImages`, `POST /v1/images/generations`." },
    VIDEO: {
      description:
        "`createVideo`, `cancelVideo`, `videoJob`, `videoStatus` and their like on REST; not the list of all jobs.",
    },
    BALANCE: { description: "`viewer` and `balance`." },
  },
});

@ObjectType({
  description:
    "A token for a browser: short-lived, and good for what it was made for alone. Works as Bearer on REST too.",
})
export class ClientToken {
  @Field(() => UuidScalar, { description: "Its id, for revoking." })
  id!: string;

  @Field(() => UuidScalar, { description: "Id of the API key it was made with." })
  apiKeyId!: string;

  @Field(() => [ClientTokenOperation], { description: "What it may do." })
  operations!: ClientTokenOperation[];

  @Field(() => [String], {
    description: "Models it may call, `openai/*` for all of a provider's; empty: every one its API key may.",
  })
  models!: string[];

  @Field(() => [String], { description: "Origins it may be used from; empty: anywhere." })
  origins!: string[];

  @Field(() => DecimalScalar, { description: "Pesos it may spend in all." })
  budget!: string;

  @Field(() => DecimalScalar, { description: "Pesos it spent until now; calls under way are not among them." })
  spent!: string;

  @Field(() => DateTimeScalar, { description: "When it was made." })
  created!: Date;

  @Field(() => DateTimeScalar, { description: "When it ends." })
  expires!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: "When it was revoked; null where it was not." })
  revoked!: Date | null;
}

@ObjectType({ description: "A client token and where it stands." })
export class ClientTokenEdge {
  @Field(() => String, { description: "Of a page that begins after this token; stays good." })
  cursor!: string;

  @Field(() => ClientToken, { description: "The token." })
  node!: ClientToken;
}

@ObjectType({ description: "A page of client tokens, newest first." })
export class ClientTokenConnection {
  @Field(() => [ClientTokenEdge], { description: "Its tokens." })
  edges!: ClientTokenEdge[];

  @Field(() => PageInfo, { description: "Where it stands." })
  pageInfo!: PageInfo;
}

@InputType({ description: "What a client token is made for." })
export class ClientTokenInput {
  @Field(() => [ClientTokenOperation], { description: "At least one." })
  operations!: ClientTokenOperation[];

  @Field(() => DecimalScalar, {
    description:
      "Pesos it may spend in all, above zero. A call it does not pay for is refused; an answer is as long as it pays for.",
  })
  budget!: string;

  @Field(() => [String], {
    nullable: true,
    description:
      "Models it may call, `openai/*` for all of a provider's, at most 64; without, every one its API key may.",
  })
  models?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: "Origins it may be used from, `https://app.example`, at most 16; anywhere without.",
  })
  origins?: string[] | null;

  @Field(() => Int, { nullable: true, description: "Until it ends, from 1 to 3600; 600 without." })
  ttlSeconds?: number | null;
}

@ObjectType({ description: "A new client token." })
export class CreateClientTokenPayload {
  @Field(() => ClientToken, { description: "What it is." })
  clientToken!: ClientToken;

  @Field(() => String, { description: "The token itself, the only time it is shown." })
  secret!: string;
}

@ObjectType({ description: "A client token that no longer works." })
export class RevokeClientTokenPayload {
  @Field(() => ClientToken, { description: "What it was." })
  clientToken!: ClientToken;
}
