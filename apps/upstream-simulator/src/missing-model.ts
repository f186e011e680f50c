/** Any model is served but those that begin with `missing-`, behind the name of their maker or without it. */
export const isMissing = (model: string): boolean => /(^|\/)missing-/.test(model);
