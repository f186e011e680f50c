import { type Catalog, isUsable, type Model } from "@cenote/catalog";

/** For a refusal by one model: which of the gateway's can do what it can't, as a sentence. */
export const modelsThat = (catalog: Catalog, can: (model: Model) => boolean): string => {
  const able = [...catalog.models.values()].filter(
    (model) => can(model) && model.routes.some((route) => isUsable(catalog, route)),
  );
  if (able.length === 0) return "No model of this gateway does.";
  return `${able.map(({ id }) => id).join(", ")} ${able.length === 1 ? "does" : "do"}.`;
};
