/**
 * Upper bounds of each effort, as a budget's fraction of the answer's maximum tokens: halfway between the fractions
 * that Claude's models get for the efforts.
 */
const LOW_BELOW = 0.35;
const MEDIUM_BELOW = 0.65;

/** The reasoning effort for a budget of thinking tokens. Pure. */
export const effortFromBudget = (budgetTokens: number, maxTokens: number): string => {
  const share = budgetTokens / maxTokens;
  if (share < LOW_BELOW) return "low";
  // A budget is only a maximum, so it never means more than `high`. Higher efforts must be requested by name.
  return share < MEDIUM_BELOW ? "medium" : "high";
};
