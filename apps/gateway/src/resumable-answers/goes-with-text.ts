/**
 * Whether an event belongs to the text before it: log probabilities do. A reader gets both in one chunk and under one
 * event id. The indexes in event ids depend on that.
 */
export const goesWithText = <Event extends { readonly $case: string }>(
  event: Event | undefined,
): event is Extract<Event, { readonly $case: "logprobsJson" }> => event?.$case === "logprobsJson";
