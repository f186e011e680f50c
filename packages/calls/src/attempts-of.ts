import type { Attempt } from "@cenote/contracts";

/** Attempts for a call's record, in whole milliseconds. */
export const attemptsOf = (tries: readonly Readonly<Attempt>[]): Attempt[] =>
  tries.map(({ route, outcome, durationMs }) => ({ route, outcome, durationMs: Math.round(durationMs) }));
