import type { ModelsQuery, ModelType } from "../../generated/operations";

export type DirectoryModel = NonNullable<ModelsQuery["models"]>[number];

export interface ModelFilter {
  /** Words; the model's id or capabilities contain each. */
  readonly text: string;
  /** Empty: any type. */
  readonly type: ModelType | "";
  /** Empty: any capability. */
  readonly capability: string;
}

export const NO_FILTER: ModelFilter = { text: "", type: "", capability: "" };

/** Includes `zdr` and `audio`, which are separate fields. */
export const capabilitiesOf = ({ capabilities, zdr, audio }: DirectoryModel): readonly string[] => [
  ...capabilities.map((name) => name.toLowerCase()),
  ...(zdr ? ["zdr"] : []),
  ...(audio === true ? ["audio"] : []),
];

export const allCapabilities = (models: readonly DirectoryModel[]): readonly string[] =>
  [...new Set(models.flatMap(capabilitiesOf))].sort();

export const findModels = (
  models: readonly DirectoryModel[],
  { text, type, capability }: ModelFilter,
): readonly DirectoryModel[] => {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return models.filter((model) => {
    const capabilities = capabilitiesOf(model);
    const searched = `${model.id} ${capabilities.join(" ")}`.toLowerCase();
    return (
      (type === "" || model.type === type) &&
      (capability === "" || capabilities.includes(capability)) &&
      words.every((word) => searched.includes(word))
    );
  });
};
