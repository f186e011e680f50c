import {
  type Catalog,
  type CatalogSource,
  isUsable,
  type Model,
  type ModelOf,
  type ModelType,
  retiredOn,
} from "@cenote/catalog";
import type { CallContext } from "@cenote/contracts";
import { CenoteError, didYouMean, invalidField } from "@cenote/core";
import { mayName } from "./may-name";

const isServed = (catalog: Catalog, { routes }: Model): boolean => routes.some((route) => isUsable(catalog, route));

/** What decides which models an error may name to the caller. A CallContext is one. */
interface Asking extends Pick<CallContext, "allowedModels"> {
  /** The field that names the model; `model` unless given. */
  readonly param?: string;
}

/** The models of one type that `GET /v1/models` lists to the caller. */
const callableIds = (catalog: Catalog, type: ModelType, asking: Asking): string[] =>
  [...catalog.models.values()]
    .filter((model) => model.type === type && isServed(catalog, model) && mayName(asking, model.id))
    .map(({ id }) => id);

/** The error for a model whose routes have all been shut down; undefined for another. */
export const retiredError = (model: Model): CenoteError | undefined => {
  const day = retiredOn(model);
  return day === undefined
    ? undefined
    : new CenoteError(
        "model_not_found",
        `The model ${model.id} was shut down by its provider on ${day}. GET /v1/models lists those that can be called.`,
        { param: "model" },
      );
};

/**
 * The error for models without a usable route. It names the accounts that lack a key.
 * @param models The models that could answer the call. At least one, the requested one first.
 */
export const unservedError = (
  { providers }: Pick<Catalog, "providers">,
  models: readonly Pick<Model, "routes">[],
): CenoteError => {
  const accounts = models.flatMap(({ routes }) =>
    routes.map(({ provider }) => providers.get(provider)?.account ?? provider),
  );
  const lacking = accounts.length === 0 ? "" : ` This gateway has no key for ${[...new Set(accounts)].join(", ")}.`;
  return new CenoteError(
    "model_not_found",
    `No provider of this model is configured.${lacking} GET /v1/models lists those that can be called.`,
    { param: "model" },
  );
};

/** Like `findModel`, but also returns a model without a usable route: a fallback model may answer instead. */
export const findCatalogModel = <T extends ModelType>(
  catalog: CatalogSource,
  id: string,
  type: T,
  asking: Asking,
): ModelOf<T> => {
  const { param = "model" } = asking;
  // Protobuf's value of a missing field.
  if (id === "") throw invalidField(param, "required.");
  const current = catalog.current();
  const model = current.models.get(id);
  if (model === undefined) {
    throw new CenoteError(
      "model_not_found",
      `The model ${JSON.stringify(id)} does not exist. Ids have the form <provider>/<model>; GET /v1/models lists them.${didYouMean(id, callableIds(current, type, asking))}`,
      { param },
    );
  }
  if (model.type !== type) {
    throw invalidField(param, `${id} is of type ${model.type}; this call needs one of type ${type}.`);
  }
  return model as ModelOf<T>;
};

/**
 * The requested model. Errors: model_not_found, also if its provider has shut it down or can't be called;
 * invalid_request_error if the model has another type, or none is named.
 */
export const findModel = <T extends ModelType>(
  source: CatalogSource,
  id: string,
  type: T,
  asking: Asking,
): ModelOf<T> => {
  const model = findCatalogModel(source, id, type, asking);
  const retired = retiredError(model);
  if (retired !== undefined) throw retired;
  const catalog = source.current();
  if (!isServed(catalog, model)) throw unservedError(catalog, [model]);
  return model;
};
