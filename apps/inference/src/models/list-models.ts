import { type Catalog, isUsable, type Model, shutdownDateOf, usableEdits, usableFirstFrame } from "@cenote/catalog";
import type { ListModelsResponse, Model as ContractModel } from "@cenote/contracts";

/** The fields that only models of its type have. */
const ownFields = (catalog: Catalog, model: Model): Partial<ContractModel> => {
  switch (model.type) {
    case "chat":
      return {
        contextTokens: model.contextTokens,
        maxOutputTokens: model.maxOutputTokens,
        capabilities: [...model.capabilities],
      };
    case "embedding":
      return { contextTokens: model.contextTokens, dimensions: model.dimensions };
    case "image": {
      const edits = usableEdits(catalog, model);
      return { sizes: [...model.sizes], maxInputImages: edits?.maxInputs, takesMask: edits?.mask };
    }
    case "video":
      return {
        defaultDurationS: model.defaultDurationS,
        maxDurationS: model.maxDurationS,
        durationsS: [...model.durationsS],
        audio: model.audio,
        takesFirstFrame: usableFirstFrame(catalog, model) !== undefined,
      };
  }
};

/** Whether calls may have zero data retention. Images and videos are stored, so calls for them can't. */
const takesZdr = (catalog: Catalog, { type, routes }: Model): boolean =>
  (type === "chat" || type === "embedding") && routes.some((route) => route.zdr && isUsable(catalog, route));

const toContractModel = (catalog: Catalog, model: Model): ContractModel => ({
  id: model.id,
  type: model.type,
  created: BigInt(model.created),
  zdr: takesZdr(catalog, model),
  shutdownDate: shutdownDateOf(catalog, model),
  capabilities: [],
  durationsS: [],
  sizes: [],
  ...ownFields(catalog, model),
});

/** Models with at least one route whose provider can be called. */
export const listModels = (catalog: Catalog, simulated: boolean): ListModelsResponse => ({
  models: [...catalog.models.values()]
    .filter(({ routes }) => routes.some((route) => isUsable(catalog, route)))
    .map((model) => toContractModel(catalog, model)),
  simulated,
});
