/**
 * The enum value for a service's text; undefined for an unknown text, which a newer service may send during a rollout.
 * Callers leave such a value out, because GraphQL would fail the whole list. Pure.
 */
export const valueOf = <Value extends string>(
  values: Readonly<Record<string, Value>>,
  word: string | undefined,
): Value | undefined => Object.values(values).find((value) => value === word);
