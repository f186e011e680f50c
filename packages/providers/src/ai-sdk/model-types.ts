import type { EmbeddingModelV4, LanguageModelV4 } from "@ai-sdk/provider";

/**
 * Two versions of the packages' interface are supported. Both are typed as the newer one. The older version has less, and
 * represents the data of files differently (`promptFor`).
 */
interface Spoken {
  readonly specificationVersion: "v3" | "v4";
}

export const SPOKEN_VERSIONS: ReadonlySet<string> = new Set<Spoken["specificationVersion"]>(["v3", "v4"]);

export type SdkLanguageModel = Omit<LanguageModelV4, "specificationVersion"> & Spoken;
export type SdkEmbeddingModel = Omit<EmbeddingModelV4, "specificationVersion"> & Spoken;

/** The result of a package's create function. */
export interface SdkProvider {
  languageModel(id: string): SdkLanguageModel;
  embeddingModel?(id: string): SdkEmbeddingModel;
  textEmbeddingModel?(id: string): SdkEmbeddingModel;
}
