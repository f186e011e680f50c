import type { ModelType, UsageUnit } from "../generated/operations";

export const TYPE_NAMES: Readonly<Record<ModelType, string>> = {
  CHAT: "Chat",
  EMBEDDING: "Embedding",
  IMAGE: "Image",
  VIDEO: "Video",
};

/** The types as options of a select. */
export const TYPE_OPTIONS = Object.entries(TYPE_NAMES).map(([value, label]) => ({ value: value as ModelType, label }));

/** `input token` */
export const formatUnitName = (unit: UsageUnit): string => unit.toLowerCase().replaceAll("_", " ");
