import { mayName } from "@cenote/calls";
import type { Catalog, Model } from "@cenote/catalog";
import type { CallContext } from "@cenote/contracts";

/** The catalog and the caller of a request. */
export interface Asking {
  readonly catalog: Catalog;
  readonly context: Pick<CallContext, "allowedModels">;
}

/**
 * For an error that one model lacks an ability: a sentence with the caller's models that have it.
 * @param can Whether a model has the ability over its usable routes.
 */
export const modelsThat = ({ catalog, context }: Asking, can: (model: Model) => boolean): string => {
  const able = [...catalog.models.values()].filter((model) => mayName(context, model.id) && can(model));
  if (able.length === 0)
    return context.allowedModels === undefined ? "No model of this gateway does." : "No model that you may use does.";
  return `${able.map(({ id }) => id).join(", ")} ${able.length === 1 ? "does" : "do"}.`;
};
