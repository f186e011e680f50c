import { matchesModel } from "@cenote/core";
import type { EntryFilter, EntryView } from "./ledger-reads";

/** Whether a call's outcome matches the filter's `outcome`. */
const isOutcome = (wanted: string, outcome: string): boolean =>
  wanted === "failed" ? outcome !== "ok" && outcome !== "cancelled" : outcome === wanted;

/** Whether a filter has call fields, which match only entries that charge or release a call. */
export const asksForCalls = ({ model, keyId, clientTokenId, kind, outcome }: EntryFilter): boolean =>
  [model, keyId, clientTokenId, kind, outcome].some((field) => field !== undefined);

export const matchesFilter = (filter: EntryFilter, { type, atMs, charge }: EntryView): boolean => {
  const { types, fromMs, toMs, model, keyId, clientTokenId, kind, outcome } = filter;
  if (types !== undefined && !types.has(type)) return false;
  if (fromMs !== undefined && atMs < fromMs) return false;
  if (toMs !== undefined && atMs >= toMs) return false;
  if (!asksForCalls(filter)) return true;
  return (
    charge !== undefined &&
    (model === undefined || matchesModel(model, charge.model)) &&
    (keyId === undefined || charge.keyId === keyId) &&
    // Ids of key budgets have another form, so they never match.
    (clientTokenId === undefined || charge.budgets?.some(({ id }) => id === clientTokenId) === true) &&
    (kind === undefined || charge.record.kind === kind) &&
    (outcome === undefined || isOutcome(outcome, charge.record.outcome))
  );
};
