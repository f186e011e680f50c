import type { KeyLimits as ContractLimits } from "@cenote/contracts";
import { Field, InputType, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "What an API key may do." })
export class KeyLimits {
  @Field(() => Int, { description: "Calls a minute." })
  requestsPerMinute!: number;

  @Field(() => Int, { description: "Tokens a minute, prompt and answer together." })
  tokensPerMinute!: number;

  @Field(() => Int, { description: "Calls at once." })
  concurrentRequests!: number;
}

@InputType({
  description:
    "Limits of a key's own. Null or 0: the organization's. Absent: the same for a new key, and no change of one. None may be above the organization's.",
})
export class KeyLimitsInput {
  @Field(() => Int, { nullable: true, description: "Calls a minute." })
  requestsPerMinute?: number | null;

  @Field(() => Int, { nullable: true, description: "Tokens a minute, prompt and answer together." })
  tokensPerMinute?: number | null;

  @Field(() => Int, { nullable: true, description: "Calls at once." })
  concurrentRequests?: number | null;
}

/** The limits in force, in which billing sets all three. */
export const toKeyLimits = (inForce: ContractLimits | undefined): KeyLimits => {
  const { requestsPerMinute, tokensPerMinute, concurrentRequests } = inForce ?? {};
  if (requestsPerMinute === undefined || tokensPerMinute === undefined || concurrentRequests === undefined)
    throw new Error("a limit in force is missing");
  return { requestsPerMinute, tokensPerMinute, concurrentRequests };
};

/** Absent leaves a limit as it is; 0 is what takes it away. */
const toContractLimit = (limit: number | null | undefined): number | undefined => (limit === null ? 0 : limit);

export const toContractLimits = (input: KeyLimitsInput): ContractLimits => ({
  requestsPerMinute: toContractLimit(input.requestsPerMinute),
  tokensPerMinute: toContractLimit(input.tokensPerMinute),
  concurrentRequests: toContractLimit(input.concurrentRequests),
});
