import type { Catalog, CatalogSource } from "@cenote/catalog";
import type { Log } from "@cenote/core";
import type { AiSdkClient, SdkTarget } from "@cenote/providers";
import { createCandidateFinder } from "@cenote/routing";

const sdkTargets = (catalog: Catalog): SdkTarget[] => {
  const candidatesOf = createCandidateFinder();
  return [...catalog.models.values()].flatMap((model) => {
    const { type } = model;
    if (type !== "chat" && type !== "embedding") return [];
    // All keys of a route use the same package.
    return candidatesOf(catalog, model, false)
      .filter(({ kind }) => kind === "ai-sdk")
      .map(({ targets: [{ target }] }) => ({ type, target }));
  });
};

/** Loads the AI SDK packages that the catalog names. @returns One text for each mistake that only they can find. */
export const checkCatalog = async (catalog: Catalog, sdk: Pick<AiSdkClient, "prepare">): Promise<string[]> => {
  const missing = await sdk.prepare(sdkTargets(catalog));
  return missing.map(({ provider, message }) => `providers.${provider}.package: ${message}`);
};

/**
 * Checks the catalog now and after every change. Rejects if it has mistakes now; later ones are logged. @returns A
 * function that ends the checks.
 */
export const keepChecked = async (
  source: CatalogSource,
  { sdk, log }: { readonly sdk: Pick<AiSdkClient, "prepare">; readonly log: Log },
): Promise<() => void> => {
  // Subscribed before the first check, because a change during the check has to be checked as well.
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
