import type { ApiKey as ContractKey } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from "type-graphql";
import { type GraphqlContext, requireApiKey, requireUnrestrictedKey } from "../context";
import { UuidScalar } from "../scalars/scalars";
import { ApiKey, CreateApiKeyPayload, RevokeApiKeyPayload, UpdateApiKeyPayload } from "./api-key.type";
import { toKeyBudget } from "./key-budget.type";
import { KeyLimitsInput, toContractLimits, toKeyLimits } from "./key-limits.type";
import { KeyRestrictionsInput, toRestrictionChanges, toRestrictions } from "./key-restrictions.type";
import { UpdateApiKeyArgs } from "./update-api-key.args";
import { changesUnder, limitsUnder } from "./limits-under";

export const toApiKey = (key: ContractKey | undefined): ApiKey => {
  if (key?.created === undefined) throw new Error("an API key without its time");
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    limits: toKeyLimits(key.limitsInForce),
    budget: key.budget === undefined ? null : toKeyBudget(key.budget),
    expires: key.expires ?? null,
    models: key.models?.models ?? [],
    networks: key.networks?.networks ?? [],
    created: key.created,
    revoked: key.revoked ?? null,
  };
};

/**
 * Checks that the key is the organization's, because billing revokes and changes keys of any. Errors: not_found.
 * @returns The key in its current state, after earlier mutations of the same document.
 */
const ownKey = async ({ loaders }: GraphqlContext, id: string): Promise<ContractKey> => {
  loaders.forgetApiKeys();
  const key = await loaders.apiKeys.load(id);
  if (key === null) throw new CenoteError("not_found", "There is no such API key.");
  return key;
};

@Resolver(() => ApiKey)
export class ApiKeysResolver {
  @Query(() => [ApiKey], {
    nullable: true,
    description: "All API keys of the organization, newest first, including revoked ones. Needs an API key.",
  })
  async apiKeys(@Ctx() context: GraphqlContext): Promise<ApiKey[]> {
    requireApiKey(context);
    return (await context.loaders.allApiKeys()).map(toApiKey);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      "Day `YYYY-MM-DD`, UTC, of its last call that `usage` counts. Includes failed calls and calls of its client tokens. Null if there was none in the last 366 days.",
  })
  lastUsed(@Root() { id }: ApiKey, @Ctx() { loaders }: GraphqlContext): Promise<string | null> {
    return loaders.lastUsed.load(id);
  }

  @Mutation(() => CreateApiKeyPayload, {
    nullable: true,
    description: "Creates an API key for the organization. Needs an API key that is not restricted.",
  })
  async createApiKey(
    @Arg("name", () => String, { description: "At most 100 characters." }) name: string,
    @Arg("limits", () => KeyLimitsInput, {
      nullable: true,
      description:
        "The key's own limits. If absent, it gets those of the key that creates it. No limit may be above that key's.",
    })
    limits: KeyLimitsInput | null | undefined,
    @Arg("restrictions", () => KeyRestrictionsInput, { nullable: true, description: "If absent, the key has none." })
    restrictions: KeyRestrictionsInput | null | undefined,
    @Ctx() context: GraphqlContext,
  ): Promise<CreateApiKeyPayload> {
    const organizationId = requireUnrestrictedKey(context);
    context.loaders.forgetApiKeys();
    const maker = await context.loaders.apiKeys.load(context.caller.keyId);
    const within = limitsUnder(maker?.limits, limits ? toContractLimits(limits) : {});
    const { apiKey, secret } = await context.billing.createApiKey({
      organizationId,
      name,
      limits: within,
      ...toRestrictions(restrictions ?? {}),
    });
    return { apiKey: toApiKey(apiKey), secret };
  }

  @Mutation(() => UpdateApiKeyPayload, {
    nullable: true,
    description:
      "Changes an API key of the organization that is not revoked. Its next calls follow the change. Needs an API key that is not restricted.",
  })
  async updateApiKey(
    @Args(() => UpdateApiKeyArgs) { id, name, limits, restrictions }: UpdateApiKeyArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<UpdateApiKeyPayload> {
    requireUnrestrictedKey(context);
    const key = await ownKey(context, id);
    const asker = await context.loaders.apiKeys.load(context.caller.keyId);
    const { apiKey } = await context.billing.updateApiKey({
      keyId: key.id,
      name: name ?? undefined,
      limits: changesUnder(asker?.limits, limits ? toContractLimits(limits) : {}),
      ...toRestrictionChanges(restrictions ?? {}, key),
    });
    return { apiKey: toApiKey(apiKey) };
  }

  @Mutation(() => RevokeApiKeyPayload, {
    nullable: true,
    description:
      "Revokes an API key of the organization. Its further calls are refused, and its GraphQL connections end within a second. A REST answer in progress is finished. Revoking a revoked key has no effect. Needs an API key; a restricted key can revoke only itself.",
  })
  async revokeApiKey(
    @Arg("id", () => UuidScalar, { description: "Id of the key." }) id: string,
    @Ctx() context: GraphqlContext,
  ): Promise<RevokeApiKeyPayload> {
    requireApiKey(context);
    const { id: keyId } = await ownKey(context, id);
    if (keyId !== context.caller.keyId) requireUnrestrictedKey(context);
    return { apiKey: toApiKey((await context.billing.revokeApiKey({ keyId })).apiKey) };
  }
}
