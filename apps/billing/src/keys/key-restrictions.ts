import type { KeyBudget } from "./key-budget";

/** The restrictions of an API key, besides its limits per minute. */
export interface KeyRestrictions {
  /** Undefined: it may spend the whole balance. */
  readonly budget: KeyBudget | undefined;
  /** From this time on the key no longer works. Undefined: it works until it is revoked. */
  readonly expiresAtMs: number | undefined;
  /** Ids, or `openai/*` for all of a provider's. Empty: every model. */
  readonly models: readonly string[];
  /** Addresses and ranges of them that it may be used from. Empty: everywhere. */
  readonly networks: readonly string[];
}

/** Undefined changes nothing, null removes a restriction, and so does an empty list. */
export interface RestrictionChanges {
  readonly budget?: KeyBudget | null | undefined;
  readonly expiresAtMs?: number | null | undefined;
  readonly models?: readonly string[] | undefined;
  readonly networks?: readonly string[] | undefined;
}

export const UNRESTRICTED: KeyRestrictions = Object.freeze({
  budget: undefined,
  expiresAtMs: undefined,
  models: [],
  networks: [],
});

/** A restricted key can't manage keys, money or guardrails, because it could remove its own restrictions. */
export const isRestricted = ({ budget, expiresAtMs, models, networks }: KeyRestrictions): boolean =>
  budget !== undefined || expiresAtMs !== undefined || models.length > 0 || networks.length > 0;
