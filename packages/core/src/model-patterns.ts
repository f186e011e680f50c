/** @param pattern The id of a model, or `openai/*` for all models of that provider. */
export const matchesModel = (pattern: string, model: string): boolean =>
  pattern.endsWith("/*") ? model.startsWith(pattern.slice(0, -1)) : model === pattern;

/** Patterns that match the models which both lists match. Of two overlapping patterns this has the narrower one. */
export const commonPatterns = (one: readonly string[], other: readonly string[]): string[] => {
  const within = (outer: readonly string[], inner: readonly string[]) =>
    inner.filter((pattern) => outer.some((wide) => matchesModel(wide, pattern)));
  return [...new Set([...within(one, other), ...within(other, one)])];
};
