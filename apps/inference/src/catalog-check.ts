import type { Catalog, CatalogSource } from "@cenote/catalog";
import type { Log } from "@cenote/core";
import { type AiSdkClient, FAMILIES, type SdkTarget } from "@cenote/providers";
import { createCandidateFinder } from "@cenote/routing";

const providerQuirkMistakes = ({ providers }: Catalog): string[] =>
  [...providers.values()].flatMap(({ name, kind, quirks }) =>
    (FAMILIES.get(kind)?.checkQuirks(quirks) ?? []).map((mistake) => `providers.${name}.quirks.${mistake}`),
  );

/** Quirks of routes that have their own, merged with those of their provider. */
const routeQuirkMistakes = ({ models, providers }: Catalog): string[] =>
  [...models.values()].flatMap(({ id, routes }) =>
    routes.flatMap(({ provider, quirks }, index) => {
      const family = FAMILIES.get(providers.get(provider)?.kind ?? "");
      return quirks === undefined
        ? []
        : (family?.checkQuirks(quirks) ?? []).map((mistake) => `models.${id}.routes[${index}].quirks.${mistake}`);
    }),
  );

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

/** Mistakes that only the provider families and packages can find, one text each. Loads the packages it names. */
export const checkCatalog = async (catalog: Catalog, sdk: Pick<AiSdkClient, "prepare">): Promise<string[]> => {
  const missing = await sdk.prepare(sdkTargets(catalog));
  return [
    ...providerQuirkMistakes(catalog),
    ...routeQuirkMistakes(catalog),
    ...missing.map(({ provider, message }) => `providers.${provider}.package: ${message}`),
  ];
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
