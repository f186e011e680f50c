import type { ApiKey, CreateApiKeyRequest, UpdateApiKeyRequest } from "@cenote/contracts";
import { Field, InputType } from "type-graphql";
import { DateTimeScalar } from "../scalars/scalars";
import { KeyBudgetInput, NO_BUDGET, toContractBudget } from "./key-budget.type";

@InputType({
  description:
    "Restrictions of a key besides its limits. A key with any of them can't manage keys, guardrails, balance alerts or top-ups. For a new key, absent and null mean none; for an existing one, an absent field is unchanged, and null removes the restriction.",
})
export class KeyRestrictionsInput {
  @Field(() => KeyBudgetInput, {
    nullable: true,
    description: "What it may spend; without a budget, the whole balance.",
  })
  budget?: KeyBudgetInput | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: "When it expires: a time in the future. An expired key works again with a new time.",
  })
  expires?: Date | null;

  @Field(() => [String], {
    nullable: true,
    description:
      "The models it may use, at most 64 ids; `openai/*` means all of that provider's. An empty list allows every model.",
  })
  models?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      "The addresses it may be used from, at most 64: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. They don't apply to its client tokens, which have origins instead. An empty list allows every address.",
  })
  networks?: string[] | null;
}

/** The restrictions of a new key. Errors: invalid_request_error. */
export const toRestrictions = ({
  budget,
  expires,
  models,
  networks,
}: KeyRestrictionsInput): Pick<CreateApiKeyRequest, "budget" | "expires" | "models" | "networks"> => ({
  ...(budget && { budget: toContractBudget(budget) }),
  ...(expires && { expires }),
  ...(models && { models: { models } }),
  ...(networks && { networks: { networks } }),
});

/** @param before The key's current state. Errors: invalid_request_error. */
export const toRestrictionChanges = (
  { budget, expires, models, networks }: KeyRestrictionsInput,
  before: Pick<ApiKey, "budget">,
): Pick<UpdateApiKeyRequest, "budget" | "expiry" | "models" | "networks"> => ({
  ...(budget !== undefined && { budget: budget === null ? NO_BUDGET : toContractBudget(budget, before.budget) }),
  ...(expires !== undefined && { expiry: expires === null ? {} : { at: expires } }),
  ...(models !== undefined && { models: { models: models ?? [] } }),
  ...(networks !== undefined && { networks: { networks: networks ?? [] } }),
});
