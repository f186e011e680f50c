import { type Catalog, type Model, shutdownDateOf } from "@cenote/catalog";
import type { ListModelsResponse, Model as ContractModel } from "@cenote/contracts";

const isUsable = (catalog: Catalog, model: Model): boolean =>
  model.routes.some((route) => catalog.providers.get(route.provider)?.usable === true);

const toContractModel = (catalog: Catalog, model: Model): ContractModel => ({
  id: model.id,
  type: model.type,
  created: BigInt(model.created),
  contextTokens: model.contextTokens,
  maxOutputTokens: model.maxOutputTokens,
  capabilities: [...model.capabilities],
  dimensions: model.dimensions,
  zdr: model.routes.some((route) => route.zdr),
  defaultDurationS: model.defaultDurationS,
  maxDurationS: model.maxDurationS,
  durationsS: [...model.durationsS],
  audio: model.audio,
  sizes: [...model.sizes],
  shutdownDate: shutdownDateOf(catalog, model),
});

/** Models with at least one route whose provider can be called. */
export const listModels = (catalog: Catalog, simulated: boolean): ListModelsResponse => ({
  models: [...catalog.models.values()]
    .filter((model) => isUsable(catalog, model))
    .map((model) => toContractModel(catalog, model)),
  simulated,
});
