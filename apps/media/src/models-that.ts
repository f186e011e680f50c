import { mayName } from "@cenote/calls";
import type { Catalog, Model } from "@cenote/catalog";
import type { CallContext } from "@cenote/contracts";

/** Where and for whom a model is asked for. */
export interface Asking {
  readonly catalog: Catalog;
  readonly context: Pick<CallContext, "allowedModels">;
}

/**
 * For a refusal by one model: which of those that the caller may use can do what it can't, as a sentence.
 * @param can Whether a model can over its usable routes.
 */
export const modelsThat = ({ catalog, context }: Asking, can: (model: Model) => boolean): string => {
  const able = [...catalog.models.values()].filter((model) => mayName(context, model.id) && can(model));
  if (able.length === 0)
    return context.allowedModels === undefined ? "No model of this gateway does." : "No model that you may use does.";
  return `${able.map(({ id }) => id).join(", ")} ${able.length === 1 ? "does" : "do"}.`;
};
