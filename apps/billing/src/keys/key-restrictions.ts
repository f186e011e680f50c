import type { KeyBudget } from "./key-budget";

/** What an API key is held to besides its limits. */
export interface KeyRestrictions {
  /** Undefined: it may spend the whole balance. */
  readonly budget: KeyBudget | undefined;
  /** From this time on it no longer works. Undefined: until it is revoked. */
  readonly expiresAtMs: number | undefined;
  /** Ids, or `openai/*` for all of a provider's. Empty: every model. */
  readonly models: readonly string[];
}

/** Undefined leaves a part as it is, null removes it, as an empty list of models does. */
export interface RestrictionChanges {
  readonly budget?: KeyBudget | null | undefined;
  readonly expiresAtMs?: number | null | undefined;
  readonly models?: readonly string[] | undefined;
}

export const UNRESTRICTED: KeyRestrictions = Object.freeze({ budget: undefined, expiresAtMs: undefined, models: [] });

/** Such a key may not give itself or others more: it can't manage keys, money or guardrails. */
export const isRestricted = ({ budget, expiresAtMs, models }: KeyRestrictions): boolean =>
  budget !== undefined || expiresAtMs !== undefined || models.length > 0;

/** The restrictions after a change. */
export const withRestrictions = (
  own: KeyRestrictions,
  { budget = own.budget, expiresAtMs = own.expiresAtMs, models = own.models }: RestrictionChanges,
): KeyRestrictions => ({ budget: budget ?? undefined, expiresAtMs: expiresAtMs ?? undefined, models });
