/** The field of every answer that may have been made without all of its input. */
export const DROPPED_FIELDS = {
  description: "Fields of the input that the model can't honour and that its catalog row says to leave out.",
} as const;
