import { type Catalog, type CatalogSource, type Model, type ModelType, retiredOn } from "@cenote/catalog";
import { CenoteError, didYouMean, invalidRequest } from "@cenote/core";

/** The models of one type that `GET /v1/models` lists. */
const callableIds = ({ models, providers }: Catalog, type: ModelType): string[] =>
  [...models.values()]
    .filter(
      (model) => model.type === type && model.routes.some(({ provider }) => providers.get(provider)?.usable === true),
    )
    .map(({ id }) => id);

/** For a model that every provider of it has shut down: no provider is left to ask. */
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

/** As `findModel`, but one that was shut down is found too: another may answer in its place. */
export const findListedModel = (catalog: CatalogSource, id: string, type: ModelType, param = "model"): Model => {
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
 * @param param The field that names it. Errors: model_not_found, also where its provider has shut it down;
 * invalid_request_error where the model is of another type.
 */
export const findModel = (...given: Parameters<typeof findListedModel>): Model => {
  const model = findListedModel(...given);
  const retired = retiredError(model, given[3]);
  if (retired !== undefined) throw retired;
  return model;
};
