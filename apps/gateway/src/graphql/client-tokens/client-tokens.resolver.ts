import type { ClientToken as ContractToken } from "@cenote/contracts";
import { formatMxn, invalidField, readCursor } from "@cenote/core";
import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import { toNanoMxn } from "../peso-amount";
import { toConnection, toPage } from "../connections/connection";
import { PageArgs } from "../connections/page.args";
import { type GraphqlContext, requireApiKey } from "../context";
import { UuidScalar } from "../scalars/scalars";
import {
  ClientToken,
  ClientTokenConnection,
  ClientTokenInput,
  type ClientTokenOperation,
  CreateClientTokenPayload,
  RevokeClientTokenPayload,
} from "./client-token.type";

/** Billing sends no spent amount for a new token. */
export const toClientToken = (token: ContractToken | undefined): ClientToken => {
  if (token?.created === undefined || token.expires === undefined) throw new Error("a client token without its times");
  return {
    id: token.id,
    apiKeyId: token.keyId,
    operations: token.operations as ClientTokenOperation[],
    models: token.models,
    origins: token.origins,
    budget: formatMxn(token.budgetNanoMxn),
    spent: formatMxn(token.spentNanoMxn ?? 0n),
    created: token.created,
    expires: token.expires,
    revoked: token.revoked ?? null,
  };
};

@Resolver(() => ClientToken)
export class ClientTokensResolver {
  @Query(() => ClientTokenConnection, {
    nullable: true,
    description: "The organization's valid client tokens, newest first. Needs an API key.",
  })
  async clientTokens(
    @Args(() => PageArgs) paging: PageArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<ClientTokenConnection> {
    const organizationId = requireApiKey(context);
    const page = toPage(paging);
    readCursor("after", page.cursor);
    const { clientTokens, next } = await context.billing.listClientTokens({ organizationId, page });
    return toConnection(clientTokens, next, paging.after, toClientToken);
  }

  @Mutation(() => CreateClientTokenPayload, {
    nullable: true,
    description: "Creates a token for a browser. Needs an API key, so call it from your server.",
  })
  async createClientToken(
    @Arg("input", () => ClientTokenInput, { description: "What the token may do." }) input: ClientTokenInput,
    @Ctx() context: GraphqlContext,
  ): Promise<CreateClientTokenPayload> {
    const organizationId = requireApiKey(context);
    const { ttlSeconds } = input;
    if (ttlSeconds !== null && ttlSeconds !== undefined && ttlSeconds < 1)
      throw invalidField("ttlSeconds", "must be an integer from 1 to 3600.");
    const { clientToken, secret } = await context.billing.createClientToken({
      organizationId,
      keyId: context.caller.keyId,
      operations: input.operations,
      models: input.models ?? [],
      origins: input.origins ?? [],
      budgetNanoMxn: toNanoMxn("budget", input.budget),
      ttlS: ttlSeconds ?? 0,
    });
    return { clientToken: toClientToken(clientToken), secret };
  }

  @Mutation(() => RevokeClientTokenPayload, {
    nullable: true,
    description:
      "Revokes a client token. Its further calls are refused, and its GraphQL connections end within a second. A REST answer in progress is finished. Needs an API key; a restricted key can revoke only the tokens that it created.",
  })
  async revokeClientToken(
    @Arg("id", () => UuidScalar, { description: "Id of the token." }) id: string,
    @Ctx() context: GraphqlContext,
  ): Promise<RevokeClientTokenPayload> {
    const organizationId = requireApiKey(context);
    const { keyId, keyScope } = context.caller;
    const { clientToken } = await context.billing.revokeClientToken({
      organizationId,
      clientTokenId: id,
      ...(keyScope !== undefined && { keyId }),
    });
    return { clientToken: toClientToken(clientToken) };
  }
}
