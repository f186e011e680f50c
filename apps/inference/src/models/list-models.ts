import { type Catalog, isUsable, type Model, shutdownDateOf } from "@cenote/catalog";
import type { ListModelsResponse, Model as ContractModel } from "@cenote/contracts";

/** What only models of its type have. */
const ownFields = (model: Model): Partial<ContractModel> => {
  switch (model.type) {
    case "chat":
      return {
        contextTokens: model.contextTokens,
        maxOutputTokens: model.maxOutputTokens,
        capabilities: [...model.capabilities],
      };
    case "embedding":
      return { contextTokens: model.contextTokens, dimensions: model.dimensions };
    case "image":
      return { sizes: [...model.sizes], maxInputImages: model.edits?.maxInputs, takesMask: model.edits?.mask };
    case "video":
      return {
        defaultDurationS: model.defaultDurationS,
        maxDurationS: model.maxDurationS,
        durationsS: [...model.durationsS],
        audio: model.audio,
        takesFirstFrame: model.firstFrame !== undefined,
      };
  }
};

const toContractModel = (catalog: Catalog, model: Model): ContractModel => ({
  id: model.id,
  type: model.type,
  created: BigInt(model.created),
  zdr: model.routes.some((route) => route.zdr),
  shutdownDate: shutdownDateOf(catalog, model),
  capabilities: [],
  durationsS: [],
  sizes: [],
  ...ownFields(model),
});

/** Models with at least one route whose provider can be called. */
export const listModels = (catalog: Catalog, simulated: boolean): ListModelsResponse => ({
  models: [...catalog.models.values()]
    .filter(({ routes }) => routes.some((route) => isUsable(catalog, route)))
    .map((model) => toContractModel(catalog, model)),
  simulated,
});
