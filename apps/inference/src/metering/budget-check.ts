import type { BillingService, CallContext, UsageLine } from "@cenote/contracts";
import { CenoteError, hasErrorCode, type Ids } from "@cenote/core";

export interface BudgetedUsage {
  readonly context: CallContext;
  readonly model: string;
  readonly estimate: readonly UsageLine[];
}

/**
 * Asks billing whether the budgets cover the least that the call needs, before more work is done for it. Nothing is held
 * or counted. Also true if billing does not answer, because the admission decides then. Errors: insufficient_balance for
 * a client token, whose refusals do not count towards the limits of its key. Refusals of a key do count, so for a key
 * this returns false and the admission refuses the call.
 */
export const isBudgetEnough = async (
  { billing, ids }: { readonly billing: BillingService; readonly ids: Ids },
  { context, model, estimate }: BudgetedUsage,
): Promise<boolean> => {
  try {
    // A separate id, because this is not the call itself. A billing version without `checkOnly` refuses a hold of 0 ms.
    const asked = { ...context, requestId: ids.requestId() };
    await billing.admit({ context: asked, model, estimate: [...estimate], holdTtlMs: 0, checkOnly: true });
    return true;
  } catch (error) {
    // The organization is suspended, whatever the budget.
    if (hasErrorCode(error, "permission_denied")) throw error;
    const isRefused = hasErrorCode(error, "insufficient_balance");
    if (isRefused && (context.clientTokenId ?? "") !== "") throw error;
    return !isRefused;
  }
};

const isUnnamedBudget = (error: unknown): boolean => error instanceof CenoteError && error.param === "context.budgeted";

/**
 * The context for a retry of a call that was refused because billing knows a budget that its context does not mention. A
 * gRPC caller need not mention it, and a key may have just got one. The prompt then has to be counted. Throws any other
 * refusal.
 */
export const namingBudget = (context: CallContext, refusal: unknown): CallContext => {
  if (!isUnnamedBudget(refusal)) throw refusal;
  return { ...context, budgeted: true };
};
