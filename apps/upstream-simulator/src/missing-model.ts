/** Every model is served except names that begin with `missing-`, with or without their maker's name before it. */
export const isMissing = (model: string): boolean => /(^|\/)missing-/.test(model);
