const ALL = "/*";

/** Suggested patterns: `provider/*` for each provider, then each model. */
export const suggestModels = (ids: readonly string[]): readonly string[] => [
  ...new Set(ids.map((id) => `${id.split("/")[0] ?? ""}${ALL}`)),
  ...ids,
];

/** Whether a key with these models may use the model. An empty list allows every model. */
export const allowsModel = (models: readonly string[], id: string): boolean =>
  models.length === 0 || models.includes(id) || models.includes(`${id.split("/")[0] ?? ""}${ALL}`);

/** Patterns that match no current model: typing mistakes, or future models. */
export const unknownModels = (models: readonly string[], suggested: readonly string[]): readonly string[] =>
  models.filter((id) => !suggested.includes(id));
