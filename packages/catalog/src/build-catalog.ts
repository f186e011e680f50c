import { systemClock } from "@cenote/core";
import { buildModel } from "./build-model";
import { type MergedProvider, buildProvider, mergeProviders } from "./build-provider";
import { buildSettings } from "./build-settings";
import { CatalogError } from "./catalog-error";
import { findProvider } from "./find-provider";
import { type CatalogText, openFile } from "./open-file";
import type { Part } from "./part";
import { priceVersionOf } from "./price-version";
import { type RouteChecks, UNCHECKED } from "./route-checks";
import type { RawModel } from "./schema";
import type { Catalog } from "./types";
import type { Environment } from "./variables";

export interface BuildOptions {
  /** Time at which prices and ends apply; default: now. */
  readonly nowMs?: number;
  /** Without them, routes are not checked. */
  readonly routeChecks?: RouteChecks;
}

/**
 * Builds a catalog from the text of `cenote.yaml`. Throws CatalogError with every mistake in it.
 * @param shipped The file that `extends: default` refers to.
 */
export const buildCatalog = (
  own: CatalogText,
  shipped: CatalogText,
  environment: Environment,
  { nowMs = systemClock.nowMs(), routeChecks = UNCHECKED }: BuildOptions = {},
): Catalog => {
  const file = openFile(own, environment);
  const base = file.raw.extends === "default" ? openFile(shipped, environment, true) : undefined;
  const settings = buildSettings({ raw: file.raw, path: [], source: file }, environment);

  const merged = new Map<string, MergedProvider>();
  for (const provider of [...(base?.providers() ?? []), ...file.providers()])
    merged.set(provider.name, mergeProviders(merged.get(provider.name), provider));
  const providers = new Map(
    [...merged].map(([name, provider]) => [name, buildProvider(provider, merged, routeChecks)]),
  );

  const rows = new Map<string, Part<RawModel>>();
  for (const part of [...(base?.models() ?? []), ...file.models()]) rows.set(part.raw.id, part);
  const models = new Map(
    [...rows].map(([id, part]) => [
      id,
      buildModel(part, {
        providers,
        timeouts: settings.timeouts,
        unsupported: file.raw.unsupported ?? "refuse",
        nowMs,
        routeChecks,
      }),
    ]),
  );

  for (const name of file.providersOfBrokenModels()) findProvider(name, providers);

  for (const { mistakes, name } of base === undefined ? [file] : [file, base]) {
    if (mistakes.length > 0) throw new CatalogError(name, mistakes);
  }
  return deepFreeze({ priceVersion: priceVersionOf(settings.markup, models.values()), ...settings, providers, models });
};

const deepFreeze = <T>(value: T): T => {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of value instanceof Map ? value.values() : Object.values(value)) deepFreeze(part);
  }
  return value;
};
