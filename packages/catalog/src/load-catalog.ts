import { readFileSync } from "node:fs";
import { type BuildOptions, buildCatalog } from "./build-catalog";
import type { Catalog } from "./types";
import type { Environment } from "./variables";

/** Found by the name of its package, because bundled programs are in other folders. */
const SHIPPED = require.resolve("@cenote/catalog/default.yaml");

/** The text used if there is no file. */
const NO_FILE = "extends: default\n";

export interface LoadCatalogOptions extends BuildOptions {
  /** Path of `cenote.yaml`. If there is no file, the shipped catalog applies. */
  readonly path: string;
  readonly env: Environment;
}

/** Reads and checks `cenote.yaml`. Throws CatalogError with every mistake in it. */
export const loadCatalog = ({ path, env, ...options }: LoadCatalogOptions): Catalog =>
  catalogOfText({ path, text: readIfThere(path) }, env, options);

/** @param text Text of the file; undefined if there is none. */
export const catalogOfText = (
  { path, text = NO_FILE }: { readonly path: string; readonly text: string | undefined },
  env: Environment,
  options?: BuildOptions,
): Catalog => buildCatalog({ name: path, text }, { name: SHIPPED, text: readFileSync(SHIPPED, "utf8") }, env, options);

/** @returns Undefined if there is no such file. Errors: an Error that names the file, if it can't be read. */
export const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw Object.assign(new Error(`${path} can't be read: ${message}`, { cause: error }), { code });
  }
};
