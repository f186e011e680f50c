import type { ModelsQuery, ModelType } from "../../generated/operations";

export type DirectoryModel = ModelsQuery["models"][number];

export interface ModelFilter {
  /** Words, all of which its id or a capability holds. */
  readonly text: string;
  /** Of this type alone, unless empty. */
  readonly type: ModelType | "";
  /** With this capability alone, unless empty. */
  readonly capability: string;
}

export const NO_FILTER: ModelFilter = { text: "", type: "", capability: "" };

/** Zero data retention is a capability to who looks for it. */
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
