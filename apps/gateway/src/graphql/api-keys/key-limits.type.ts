import type { KeyLimits as ContractLimits } from "@cenote/contracts";
import { Field, InputType, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "Limits of an API key." })
export class KeyLimits {
  @Field(() => Int, { description: "Calls per minute." })
  requestsPerMinute!: number;

  @Field(() => Int, { description: "Tokens per minute, prompt and answer together." })
  tokensPerMinute!: number;

  @Field(() => Int, { description: "Calls at the same time." })
  concurrentRequests!: number;
}

@InputType({
  description:
    "A key's own limits, at most the organization's. Null or 0 means the organization's limit. An absent field means the same for a new key, and no change for an existing one.",
})
export class KeyLimitsInput {
  @Field(() => Int, { nullable: true, description: "Calls per minute." })
  requestsPerMinute?: number | null;

  @Field(() => Int, { nullable: true, description: "Tokens per minute, prompt and answer together." })
  tokensPerMinute?: number | null;

  @Field(() => Int, { nullable: true, description: "Calls at the same time." })
  concurrentRequests?: number | null;
}

/** @param inForce The effective limits. Billing always sets all three. */
export const toKeyLimits = (inForce: ContractLimits | undefined): KeyLimits => {
  const { requestsPerMinute, tokensPerMinute, concurrentRequests } = inForce ?? {};
  if (requestsPerMinute === undefined || tokensPerMinute === undefined || concurrentRequests === undefined)
    throw new Error("a limit in force is missing");
  return { requestsPerMinute, tokensPerMinute, concurrentRequests };
};

/** Absent leaves a limit unchanged; 0 removes it. */
const toContractLimit = (limit: number | null | undefined): number | undefined => (limit === null ? 0 : limit);

export const toContractLimits = (input: KeyLimitsInput): ContractLimits => ({
  requestsPerMinute: toContractLimit(input.requestsPerMinute),
  tokensPerMinute: toContractLimit(input.tokensPerMinute),
  concurrentRequests: toContractLimit(input.concurrentRequests),
});
