/** The field of every answer that may have ignored some of its input. */
export const DROPPED_FIELDS = {
  description: "Input fields that were ignored, because the model does not support them and its catalog row allows it.",
} as const;
