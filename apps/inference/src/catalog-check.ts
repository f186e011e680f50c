import type { Catalog } from "@cenote/catalog";
import { checkOpenAiCompatibleQuirks } from "@cenote/providers";

/** Mistakes in what only the provider families understand, one text each. */
export const checkProviders = (catalog: Catalog): string[] =>
  [...catalog.providers.values()]
    .filter(({ kind }) => kind === "openai-compatible")
    .flatMap(({ name, quirks }) => checkOpenAiCompatibleQuirks(quirks).map((mistake) => `providers.${name}.quirks.${mistake}`));
