import type { Attempt } from "@cenote/contracts";

/** Tries as a call's record has them: in whole milliseconds. */
export const attemptsOf = (tries: readonly Readonly<Attempt>[]): Attempt[] =>
  tries.map(({ route, outcome, durationMs }) => ({ route, outcome, durationMs: Math.round(durationMs) }));
