import type { EmbeddingModelV4, LanguageModelV4 } from "@ai-sdk/provider";

/**
 * Two versions of the packages' interface are spoken. Both are typed as the newer one: the older has less, and writes
 * the data of files its own way (`promptFor`).
 */
interface Spoken {
  readonly specificationVersion: "v3" | "v4";
}

export const SPOKEN_VERSIONS: ReadonlySet<string> = new Set<Spoken["specificationVersion"]>(["v3", "v4"]);

export type SdkLanguageModel = Omit<LanguageModelV4, "specificationVersion"> & Spoken;
export type SdkEmbeddingModel = Omit<EmbeddingModelV4, "specificationVersion"> & Spoken;

/** What a package's create function gives. */
export interface SdkProvider {
  languageModel(id: string): SdkLanguageModel;
  embeddingModel?(id: string): SdkEmbeddingModel;
  textEmbeddingModel?(id: string): SdkEmbeddingModel;
}
