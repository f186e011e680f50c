/**
 * Limits of a budget's share of the answer's tokens for each effort: halfway between the shares that Claude's models
 * get for each effort.
 */
const LOW_BELOW = 0.35;
const MEDIUM_BELOW = 0.65;

/** The reasoning effort for a budget of thinking tokens. Pure. */
export const effortFromBudget = (budgetTokens: number, maxTokens: number): string => {
  const share = budgetTokens / maxTokens;
  if (share < LOW_BELOW) return "low";
  // A budget is only a maximum, so no budget means more than `high`: that must be requested by name.
  return share < MEDIUM_BELOW ? "medium" : "high";
};
