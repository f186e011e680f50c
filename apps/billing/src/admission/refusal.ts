import { CenoteError } from "@cenote/core";
import { isKeyBudget, renewalOf, renewalText } from "../keys/key-budget";
import type { Budgets } from "../ledger/charge";
import type { Caller } from "./admission";

export const hasClientToken = ({ budgets = [] }: Caller): boolean => !budgets.every(isKeyBudget);

export const refusalByBudgets = (budgets: Budgets): CenoteError => {
  const owners = budgets.map((budget) => (isKeyBudget(budget) ? "API key" : "client token"));
  const renewals = budgets.map(renewalOf).filter((atMs) => atMs !== undefined);
  return new CenoteError(
    "insufficient_balance",
    [
      `The ${owners.join("'s or ")}'s remaining budget, or the balance behind it, does not cover this call.`,
      ...renewals.map((atMs) => `The API key's budget begins anew on ${renewalText(atMs)}.`),
    ].join(" "),
  );
};
