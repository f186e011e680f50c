import { matchesModel } from "@cenote/core";
import type { EntryFilter, EntryView } from "./ledger-reads";

/** Whether a word of a filter stands for the outcome of a call. */
const isOutcome = (wanted: string, outcome: string): boolean =>
  wanted === "failed" ? outcome !== "ok" && outcome !== "cancelled" : outcome === wanted;

/** Whether a filter has fields of calls, which apply only to entries that charge or release one. */
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
    // Budgets of keys have ids of another form.
    (clientTokenId === undefined || charge.budgets?.some(({ id }) => id === clientTokenId) === true) &&
    (kind === undefined || charge.record.kind === kind) &&
    (outcome === undefined || isOutcome(outcome, charge.record.outcome))
  );
};
