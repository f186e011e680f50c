/** Maximum length of a model id, `<provider>/<model>`, in a call. */
export const MODEL_ID_CHARACTERS = 256;
