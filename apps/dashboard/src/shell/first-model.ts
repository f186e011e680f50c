import { cheapestModel, type PricedModel } from "../money/cheapest-model";
import { readModel } from "./model-address";

/** The model chosen when a page opens: the address's model, or the first of the cheapest. */
export const firstModel = <Model extends PricedModel & { readonly id: string }>(
  search: string,
  models: readonly Model[],
): Model | undefined => readModel(search, models) ?? cheapestModel(models);
