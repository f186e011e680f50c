import type { CreateApiKeyRequest, UpdateApiKeyRequest } from "@cenote/contracts";
import { Field, InputType } from "type-graphql";
import { DateTimeScalar } from "../scalars/scalars";
import { KeyBudgetInput, NO_BUDGET, toContractBudget } from "./key-budget.type";

@InputType({
  description:
    "What a key is held to besides its limits. A key with any of them can't manage keys or guardrails. For a new key, absent and null mean none; for an existing one, absent fields stay as they are, and null removes.",
})
export class KeyRestrictionsInput {
  @Field(() => KeyBudgetInput, { nullable: true, description: "What it may spend; without one, the whole balance." })
  budget?: KeyBudgetInput | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: "When it stops working, in the future. A later one makes an expired key work again.",
  })
  expires?: Date | null;

  @Field(() => [String], {
    nullable: true,
    description: "At most 64 ids of models, `openai/*` for all of a provider's; an empty list: every model.",
  })
  models?: string[] | null;
}

/** Of a new key. Errors: invalid_request_error. */
export const toRestrictions = ({
  budget,
  expires,
  models,
}: KeyRestrictionsInput): Pick<CreateApiKeyRequest, "budget" | "expires" | "models"> => ({
  ...(budget && { budget: toContractBudget(budget) }),
  ...(expires && { expires }),
  ...(models && { models: { models } }),
});

/** Errors: invalid_request_error. */
export const toRestrictionChanges = ({
  budget,
  expires,
  models,
}: KeyRestrictionsInput): Pick<UpdateApiKeyRequest, "budget" | "expiry" | "models"> => ({
  ...(budget !== undefined && { budget: budget === null ? NO_BUDGET : toContractBudget(budget) }),
  ...(expires !== undefined && { expiry: expires === null ? {} : { at: expires } }),
  ...(models !== undefined && { models: { models: models ?? [] } }),
});
