import type { Catalog, CatalogSource, Model, ModelType } from "@cenote/catalog";
import { CenoteError, didYouMean, invalidRequest } from "@cenote/core";

/** The models of one type that `GET /v1/models` lists. */
const callableIds = ({ models, providers }: Catalog, type: ModelType): string[] =>
  [...models.values()]
    .filter(
      (model) => model.type === type && model.routes.some(({ provider }) => providers.get(provider)?.usable === true),
    )
    .map(({ id }) => id);

/**
 * @param param The field that names it. Errors: model_not_found; invalid_request_error where the model is of another
 * type.
 */
export const findModel = (catalog: CatalogSource, id: string, type: ModelType, param = "model"): Model => {
  const current = catalog.current();
  const model = current.models.get(id);
  if (model === undefined) {
    throw new CenoteError(
      "model_not_found",
      `The model ${JSON.stringify(id)} does not exist. Ids have the form <provider>/<model>; GET /v1/models lists them.${didYouMean(id, callableIds(current, type))}`,
      { param },
    );
  }
  if (model.type !== type) {
    throw invalidRequest(param, `${param}: ${id} is of type ${model.type}; this call needs one of type ${type}.`);
  }
  return model;
};
