/**
 * A service's word as the value of an enum; undefined for one that this gateway does not know, as while a newer service
 * is rolled out beside it. An answer says what it can then, since a value outside of its enum would cost the caller the
 * whole list. Pure.
 */
export const valueOf = <Value extends string>(
  values: Readonly<Record<string, Value>>,
  word: string | undefined,
): Value | undefined => Object.values(values).find((value) => value === word);
