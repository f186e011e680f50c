import { existsSync } from "node:fs";
import { CatalogError, loadCatalog } from "@cenote/catalog";
import type { ConfigVerdict } from "./commands/config";
import type { ToolConfig } from "./config";

/** Reads and checks `cenote.yaml` as a starting system would. */
export const checkConfig = ({ configPath: path, configIsNamed, environment: env }: Pick<ToolConfig, "configPath" | "configIsNamed" | "environment">): ConfigVerdict => {
  if (configIsNamed && !existsSync(path)) return { path, mistakes: ["there is no such file"], providers: 0, models: 0 };
  try {
    const { providers, models } = loadCatalog({ path, env });
    return { path, mistakes: [], providers: providers.size, models: models.size };
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    const mistakes = error.mistakes.map(({ path: field, line, message }) => `line ${line}: ${field === "" ? message : `${field} ${message}`}`);
    return { path, mistakes, providers: 0, models: 0 };
  }
};
