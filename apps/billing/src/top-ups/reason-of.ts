/**
 * Why the processor was of no help, in its own words, without the rest of its error: that has headers and ids of the
 * account.
 */
export const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
};
