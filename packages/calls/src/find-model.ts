import type { CatalogSource, Model, ModelType } from "@cenote/catalog";
import { CenoteError, invalidRequest } from "@cenote/core";

/** @param param The field that names it. Errors: model_not_found; invalid_request_error where the model is of another type. */
export const findModel = (catalog: CatalogSource, id: string, type: ModelType, param = "model"): Model => {
  const model = catalog.current().models.get(id);
  if (model === undefined) {
    throw new CenoteError("model_not_found", `The model ${JSON.stringify(id)} does not exist. Ids have the form <provider>/<model>; GET /v1/models lists them.`, { param });
  }
  if (model.type !== type) {
    throw invalidRequest(param, `${param}: ${id} is of type ${model.type}; this call needs one of type ${type}.`);
  }
  return model;
};
