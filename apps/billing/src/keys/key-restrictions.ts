import type { KeyBudget } from "./key-budget";

/** The restrictions of an API key, besides its limits per minute. */
export interface KeyRestrictions {
  /** Undefined: the whole balance. */
  readonly budget: KeyBudget | undefined;
  /** When the key expires. Undefined: never. */
  readonly expiresAtMs: number | undefined;
  /** Ids, or `openai/*` for all of a provider's. Empty: every model. */
  readonly models: readonly string[];
  /** IP addresses and ranges from which it may be used. Empty: from everywhere. */
  readonly networks: readonly string[];
}

/** Undefined changes nothing. Null or an empty list removes a restriction. */
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
