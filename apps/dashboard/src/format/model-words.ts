import type { ModelType, UsageUnit } from "../generated/operations";

export const TYPE_NAMES: Readonly<Record<ModelType, string>> = {
  CHAT: "Chat",
  EMBEDDING: "Embedding",
  IMAGE: "Image",
  VIDEO: "Video",
};

/** `input token` */
export const formatUnitName = (unit: UsageUnit): string => unit.toLowerCase().replaceAll("_", " ");
