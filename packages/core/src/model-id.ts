/** Longest id of a model, `<provider>/<model>`, that a call may name. */
export const MODEL_ID_CHARACTERS = 256;
