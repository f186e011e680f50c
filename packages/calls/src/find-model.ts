import { type Catalog, type CatalogSource, isUsable, type Model, type ModelType, retiredOn } from "@cenote/catalog";
import { CenoteError, didYouMean, invalidRequest } from "@cenote/core";

/** The models of one type that `GET /v1/models` lists. */
const callableIds = (catalog: Catalog, type: ModelType): string[] =>
  [...catalog.models.values()]
    .filter((model) => model.type === type && model.routes.some((route) => isUsable(catalog, route)))
    .map(({ id }) => id);

/** The error for a model of which every route has ended. */
export const retiredError = (model: Model, param = "model"): CenoteError | undefined => {
  const day = retiredOn(model);
  return day === undefined
    ? undefined
    : new CenoteError(
        "model_not_found",
        `The model ${model.id} was shut down by its provider on ${day}. GET /v1/models lists those that can be called.`,
        { param },
      );
};

/** As `findModel`, but also finds a model that was shut down, because a fallback model may answer instead. */
export const findCatalogModel = (catalog: CatalogSource, id: string, type: ModelType, param = "model"): Model => {
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

/**
 * The requested model.
 * @param param The field that names it. Errors: model_not_found, also if its provider has shut it down;
 * invalid_request_error if the model has another type.
 */
export const findModel = (...given: Parameters<typeof findCatalogModel>): Model => {
  const model = findCatalogModel(...given);
  const retired = retiredError(model, given[3]);
  if (retired !== undefined) throw retired;
  return model;
};
