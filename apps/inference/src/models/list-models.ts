import { type Catalog, isUsable, type Model, shutdownDateOf } from "@cenote/catalog";
import type { ListModelsResponse, Model as ContractModel } from "@cenote/contracts";

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
    .filter(({ routes }) => routes.some((route) => isUsable(catalog, route)))
    .map((model) => toContractModel(catalog, model)),
  simulated,
});
