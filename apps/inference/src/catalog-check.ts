import type { Catalog, CatalogSource } from "@cenote/catalog";
import type { Log } from "@cenote/core";
import type { AiSdkClient, SdkTarget } from "@cenote/providers";
import { createCandidateFinder } from "@cenote/routing";

const sdkTargets = (catalog: Catalog): SdkTarget[] => {
  const candidatesOf = createCandidateFinder();
  return [...catalog.models.values()].flatMap((model) => {
    const { type } = model;
    if (type !== "chat" && type !== "embedding") return [];
    // Every key reaches the same package.
    return candidatesOf(catalog, model, false)
      .filter(({ kind }) => kind === "ai-sdk")
      .map(({ targets: [{ target }] }) => ({ type, target }));
  });
};

/** Mistakes that only the packages of the AI SDK can find, one text each. Loads those that the catalog names. */
export const checkCatalog = async (catalog: Catalog, sdk: Pick<AiSdkClient, "prepare">): Promise<string[]> => {
  const missing = await sdk.prepare(sdkTargets(catalog));
  return missing.map(({ provider, message }) => `providers.${provider}.package: ${message}`);
};

/** Rejects if the catalog has mistakes now, and logs those of later ones. @returns Ends the checks. */
export const keepChecked = async (
  source: CatalogSource,
  { sdk, log }: { readonly sdk: Pick<AiSdkClient, "prepare">; readonly log: Log },
): Promise<() => void> => {
  // Before the first check: what changes meanwhile has to be checked, and its packages loaded, too.
  const stopChecking = source.onChange((changed) => {
    checkCatalog(changed, sdk)
      .then((found) => {
        for (const mistake of found) log.error({ mistake }, "the configuration has an invalid value that is ignored");
      })
      .catch((error: unknown) => {
        log.error({ error }, "the configuration could not be checked");
      });
  });
  const mistakes = await checkCatalog(source.current(), sdk);
  if (mistakes.length > 0) {
    stopChecking();
    throw new Error(`the configuration has mistakes:\n${mistakes.map((mistake) => `  ${mistake}`).join("\n")}`);
  }
  return stopChecking;
};
