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
  description: "What a client token may do. Every token can also list models.",
  valuesConfig: {
    CHAT: {
      description:
        "`createChatCompletion`, `chatTokens`, `POST /v1/chat/completions`, `/v1/responses` and `/v1/messages`.",
    },
    EMBEDDINGS: { description: "`createEmbeddings`, `POST /v1/embeddings`." },
    IMAGES: { description: "`createImages`, `POST /v1/images/generations`, `POST /v1/images/edits`." },
    VIDEO: {
      description:
        "`createVideo`, `cancelVideo`, `deleteVideo`, `videoJob`, `videoStatus` and the same over REST; not the list of all jobs.",
    },
    BALANCE: { description: "`viewer` and `balance`." },
  },
});

@ObjectType({
  description:
    "A short-lived token for a browser, which allows only the operations it was created for. Over REST it is sent as `Authorization: Bearer`.",
})
export class ClientToken {
  @Field(() => UuidScalar, { description: "Id of the token, to revoke it with." })
  id!: string;

  @Field(() => UuidScalar, { description: "Id of the API key that created it." })
  apiKeyId!: string;

  @Field(() => [ClientTokenOperation], { description: "What it may do." })
  operations!: ClientTokenOperation[];

  @Field(() => [String], {
    description:
      "The models it may call; `openai/*` means all of that provider's. Empty for every model that its API key may use.",
  })
  models!: string[];

  @Field(() => [String], { description: "Origins it may be used from; empty for any." })
  origins!: string[];

  @Field(() => DecimalScalar, { description: "Pesos it may spend in total." })
  budget!: string;

  @Field(() => DecimalScalar, { description: "Pesos it has spent so far, without unfinished calls." })
  spent!: string;

  @Field(() => DateTimeScalar, { description: "When it was created." })
  created!: Date;

  @Field(() => DateTimeScalar, { description: "When it expires." })
  expires!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: "When it was revoked; null if it was not." })
  revoked!: Date | null;
}

@ObjectType({ description: "A client token and its cursor." })
export class ClientTokenEdge {
  @Field(() => String, {
    description: "Use it as `after` for the page that begins after this token. It does not expire.",
  })
  cursor!: string;

  @Field(() => ClientToken, { description: "The token." })
  node!: ClientToken;
}

@ObjectType({ description: "A page of client tokens, newest first." })
export class ClientTokenConnection {
  @Field(() => [ClientTokenEdge], { description: "The tokens of this page." })
  edges!: ClientTokenEdge[];

  @Field(() => PageInfo, { description: "Position of the page." })
  pageInfo!: PageInfo;
}

@InputType({ description: "What a new client token may do." })
export class ClientTokenInput {
  @Field(() => [ClientTokenOperation], { description: "At least one." })
  operations!: ClientTokenOperation[];

  @Field(() => DecimalScalar, {
    description:
      "Pesos it may spend in total, above zero. A call that would cost more than what is left is refused. An answer ends when the budget is used up.",
  })
  budget!: string;

  @Field(() => [String], {
    nullable: true,
    description:
      "The models it may call, at most 64; `openai/*` means all of that provider's. If absent, every model its API key may use.",
  })
  models?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: "Origins it may be used from, at most 16, such as `https://app.example`. If absent, any.",
  })
  origins?: string[] | null;

  @Field(() => Int, { nullable: true, description: "Seconds until it expires, from 1 to 3600; 600 if absent." })
  ttlSeconds?: number | null;
}

@ObjectType({ description: "A new client token." })
export class CreateClientTokenPayload {
  @Field(() => ClientToken, { description: "The new token, without its secret." })
  clientToken!: ClientToken;

  @Field(() => String, { description: "The token itself, the only time it is shown." })
  secret!: string;
}

@ObjectType({ description: "A client token that no longer works." })
export class RevokeClientTokenPayload {
  @Field(() => ClientToken, { description: "The revoked token." })
  clientToken!: ClientToken;
}
