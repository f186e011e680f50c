/** The argument of every mutation and subscription that is charged when it answers. */
export const IDEMPOTENCY_KEY = {
  nullable: true,
  description:
    "Makes a retry safe: for a day, the same key with the same input returns the first answer and is charged once.",
} as const;
