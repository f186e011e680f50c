import type { Model } from "@cenote/contracts";
import type { MessagesBody } from "./body";

/** What a body asks of a model's reasoning. */
export interface AskedEffort {
  /** As `reasoning_effort`; undefined: as the model does by itself. */
  readonly effort: string | undefined;
  /** Fields that were left out: what they wish for, the model does not have. */
  readonly left: readonly string[];
}

/** What `output_config.effort` is where it is not given. */
const DEFAULT_EFFORT = "high";

/**
 * Shares of the answer's tokens up to which a budget is an effort: halfway between those that Claude's models are given
 * for each.
 */
const LOW_BELOW = 0.35;
const MEDIUM_BELOW = 0.65;

const effortOfBudget = (budgetTokens: number, maxTokens: number): string => {
  const share = budgetTokens / maxTokens;
  if (share < LOW_BELOW) return "low";
  // A budget is the most there may be, which nobody has to use: more than `high` has to be asked for by its name.
  return share < MEDIUM_BELOW ? "medium" : "high";
};

/**
 * How deep the model is to reason. `enabled` is a demand, and a model that cannot refuses it. `adaptive` leaves it to
 * the model, and an effort is about more than reasoning: clients send both with every call, so for a model that does
 * not reason they are left out and told. Pure.
 * @param model Undefined: not known here, so that nothing is left out.
 */
export const toEffort = (
  { thinking, output_config: output, max_tokens: maxTokens }: MessagesBody,
  model: Pick<Model, "capabilities"> | undefined,
): AskedEffort => {
  const effort = output?.effort ?? undefined;
  switch (thinking?.type) {
    case "disabled":
    case "between_tools":
      return { effort: "none", left: [] };
    case "enabled":
      return { effort: effort ?? effortOfBudget(thinking.budget_tokens, maxTokens), left: [] };
    case "adaptive":
    case undefined: {
      const wishes = [...(thinking ? ["thinking"] : []), ...(effort === undefined ? [] : ["output_config.effort"])];
      if (model !== undefined && !model.capabilities.includes("reasoning")) return { effort: undefined, left: wishes };
      return { effort: effort ?? (thinking ? DEFAULT_EFFORT : undefined), left: [] };
    }
  }
};
