import type { BillingService, CallContext, UsageLine } from "@cenote/contracts";
import { CenoteError, hasErrorCode, type Ids } from "@cenote/core";

export interface BudgetedUsage {
  readonly context: CallContext;
  readonly model: string;
  readonly estimate: readonly UsageLine[];
}

/**
 * Asks billing whether the call's budgets cover what it needs at least, before more work is done for it. Nothing is held
 * or counted. True also if billing does not answer: the admission decides then. Errors: insufficient_balance for a client
 * token, whose refusals do not count towards the limits of its key. A key's own refusals do, so for a key this returns
 * false and the admission refuses the call.
 */
export const isBudgetEnough = async (
  { billing, ids }: { readonly billing: BillingService; readonly ids: Ids },
  { context, model, estimate }: BudgetedUsage,
): Promise<boolean> => {
  try {
    // With its own id, because it is not the call. A version of billing without `checkOnly` refuses a hold of 0 ms.
    const asked = { ...context, requestId: ids.requestId() };
    await billing.admit({ context: asked, model, estimate: [...estimate], holdTtlMs: 0, checkOnly: true });
    return true;
  } catch (error) {
    // Of a suspended organization, whatever the budget.
    if (hasErrorCode(error, "permission_denied")) throw error;
    const isRefused = hasErrorCode(error, "insufficient_balance");
    if (isRefused && (context.clientTokenId ?? "") !== "") throw error;
    return !isRefused;
  }
};

const isUnnamedBudget = (error: unknown): boolean => error instanceof CenoteError && error.param === "context.budgeted";

/**
 * The context for another try of a call that was refused because billing knows of a budget that its context does not
 * mention: a caller over gRPC need not do so, and a key may have just got one. Then the prompt has to be counted. Throws
 * any other refusal.
 */
export const namingBudget = (context: CallContext, refusal: unknown): CallContext => {
  if (!isUnnamedBudget(refusal)) throw refusal;
  return { ...context, budgeted: true };
};
