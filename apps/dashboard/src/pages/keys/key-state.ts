import { isLess } from "../../money/add-money";
import type { ApiKey } from "./api-key";

/** `spent`: its budget is used up. */
export type KeyState = "works" | "spent" | "expired" | "revoked";

export const stateOf = (
  { revoked, expires, budget }: Pick<ApiKey, "revoked" | "expires" | "budget">,
  nowMs: number,
): KeyState => {
  if (revoked !== null) return "revoked";
  if (expires !== null && Date.parse(expires) <= nowMs) return "expired";
  return budget === null || isLess(budget.spent, budget.limit) ? "works" : "spent";
};
