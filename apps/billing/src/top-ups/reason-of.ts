/**
 * The processor's own message of its error. Without the error's other fields, which contain headers and ids of the
 * account.
 */
export const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
};
