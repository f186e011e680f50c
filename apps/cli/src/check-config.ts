import { systemClock } from "@cenote/core";
import { existsSync } from "node:fs";
import type { ConfigVerdict } from "./commands/config";
import type { ToolConfig } from "./config";

type CheckOptions = Pick<ToolConfig, "configPath" | "configIsNamed" | "environment">;

/** Reads and validates `cenote.yaml` as the system does at its start. */
export const checkConfig = async ({
  configPath: path,
  configIsNamed,
  environment: env,
}: CheckOptions): Promise<ConfigVerdict> => {
  // Loading the catalog takes more than half of all loading time, and only this command needs the catalog and its
  // checks.
  const { CatalogError, endingRoutes, lackingProviders, loadCatalog, formatMistake } = await import("@cenote/catalog");
  const { routeChecks } = await import("@cenote/providers/check-routes");
  const { checkPackages } = await import("@cenote/providers/check-packages");
  const exists = existsSync(path);
  if (configIsNamed && !exists)
    return { path, exists, mistakes: ["there is no such file"], warnings: [], providers: 0, models: 0 };
  try {
    const catalog = loadCatalog({ path, env, routeChecks });
    const packages = [...catalog.providers.values()].flatMap(({ usable, sdk }) =>
      usable && sdk !== undefined ? [sdk.package] : [],
    );
    const warnings = [
      // The simulator needs no provider packages.
      ...(await checkPackages(packages)),
      ...lackingProviders(catalog).map(
        ({ provider, variables, models }) =>
          `provider ${provider} is not used: ${variables.join(", ")} ${variables.length === 1 ? "is" : "are"} not set${models.length === 0 ? "" : `; without a route: ${models.join(", ")}`}`,
      ),
      ...endingRoutes(catalog, systemClock.nowMs()).map(
        ({ model, provider, until }) =>
          `${model} is not tried at ${provider} from ${until} on: it shuts the model down`,
      ),
    ];
    return { path, exists, mistakes: [], warnings, providers: catalog.providers.size, models: catalog.models.size };
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return {
      path: error.file,
      exists,
      mistakes: error.mistakes.map(formatMistake),
      warnings: [],
      providers: 0,
      models: 0,
    };
  }
};
