/**
 * Log probabilities go with the text before them: a reader gets both at once, on one chunk and under one event id. The
 * indexes in event ids depend on that.
 */
export const goesWithText = <Event extends { readonly $case: string }>(
  event: Event | undefined,
): event is Extract<Event, { readonly $case: "logprobsJson" }> => event?.$case === "logprobsJson";
