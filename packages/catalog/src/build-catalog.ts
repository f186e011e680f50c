import { systemClock } from "@cenote/core";
import { type CatalogMistake, CatalogError } from "./catalog-error";
import { buildModel } from "./build-model";
import { findProvider } from "./find-provider";
import { type MergedProvider, buildProvider, mergeProviders } from "./build-provider";
import { buildSettings } from "./build-settings";
import type { CheckQuirks } from "./check-quirks";
import { type ShapeMistake, checkShape } from "./check-shape";
import type { Part, Source } from "./part";
import { priceVersionOf } from "./price-version";
import { type Path, type Reading, formatPath, readYaml, tellPath } from "./read-yaml";
import { type RawCatalog, type RawModel, catalogSchema } from "./schema";
import type { Catalog } from "./types";
import { withScalars } from "./variable-scalars";
import type { Environment } from "./variables";

export interface CatalogText {
  /** For messages. */
  readonly name: string;
  readonly text: string;
}

export interface BuildOptions {
  /** The time for which its prices are read; by default now. */
  readonly nowMs?: number;
  /** Without it quirks are taken as they are. */
  readonly checkQuirks?: CheckQuirks;
}

/**
 * Builds a catalog from the text of `cenote.yaml`. Throws CatalogError with every mistake in it.
 * @param shipped What `extends: default` stands for.
 */
export const buildCatalog = (
  own: CatalogText,
  shipped: CatalogText,
  environment: Environment,
  { nowMs = systemClock.nowMs(), checkQuirks = () => [] }: BuildOptions = {},
): Catalog => {
  const file = openFile(own, environment);
  const base = file.raw.extends === "default" ? openFile(shipped, environment, true) : undefined;
  const settings = buildSettings({ raw: file.raw, path: [], source: file }, environment);

  const merged = new Map<string, MergedProvider>();
  for (const provider of [...(base?.providers() ?? []), ...file.providers()])
    merged.set(provider.name, mergeProviders(merged.get(provider.name), provider));
  const providers = new Map(
    [...merged].map(([name, provider]) => [name, buildProvider(provider, merged, checkQuirks)]),
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
        checkQuirks,
      }),
    ]),
  );

  for (const name of file.providersOfBrokenModels()) findProvider(name, providers);

  for (const { mistakes, name } of base === undefined ? [file] : [file, base]) {
    if (mistakes.length > 0) throw new CatalogError(name, mistakes);
  }
  return deepFreeze({ priceVersion: priceVersionOf(settings.markup, models.values()), ...settings, providers, models });
};

interface OpenFile extends Source {
  readonly name: string;
  /** Without the parts whose shape is wrong, so that the rest is still checked for mistakes. */
  readonly raw: RawCatalog;
  readonly mistakes: readonly CatalogMistake[];
  providers(): MergedProvider[];
  models(): Part<RawModel>[];
  /** Provider names in the routes of models with other mistakes, which are checked all the same. */
  providersOfBrokenModels(): Part<string>[];
}

/**
 * The values of a file and how they deviate from the schema. What a variable made is text; where that is refused, the
 * number or the flag that it spells is tried.
 */
const readShape = ({
  value,
  fromVariables,
}: Reading): { readonly value: unknown; readonly shape: readonly ShapeMistake[] } => {
  if (value === undefined || value === null) return { value, shape: [] };
  const shape = checkShape(catalogSchema, value);
  const refused = new Set(shape.map(({ path }) => formatPath(path)));
  const spelled = fromVariables.filter((path) => refused.has(formatPath(path)));
  if (spelled.length === 0) return { value, shape };
  const tried = withScalars(value, spelled);
  return { value: tried, shape: checkShape(catalogSchema, tried) };
};

const openFile = ({ name, text }: CatalogText, environment: Environment, isShipped = false): OpenFile => {
  const reading = readYaml(text, environment);
  const mistakes: CatalogMistake[] = [...reading.mistakes];
  // What stands behind an anchor is one mistake, however many aliases lead there.
  const told = new Set<string>();
  const report = (path: Path, message: string) => {
    const mistake = `${reading.placeOf(path)} ${message}`;
    if (told.has(mistake)) return;
    told.add(mistake);
    mistakes.push({ path: tellPath(path), line: reading.lineOf(path), message });
  };
  if (mistakes.length === 0 && reading.value === null) report([], "is empty");
  const { value, shape } = readShape(reading);
  const lacks = (path: Path) => reading.unset.find((one) => formatPath(one.path) === formatPath(path));
  for (const { path, message } of shape) {
    const variable = lacks(path)?.variable;
    if (variable === undefined) report(path, message);
  }
  for (const { path, variable } of reading.unset) {
    if (!mayLack(path)) report(path, `needs the environment variable ${variable}, which is not set`);
  }
  const source: Source = { reading, report };
  const raw = withoutBroken(
    value,
    shape.map(({ path }) => path),
  ) as RawCatalog;
  return {
    ...source,
    name,
    raw,
    mistakes,
    providers: () =>
      Object.entries(raw.providers ?? {}).map(([provider, value]) => ({
        name: provider,
        raw: value,
        path: ["providers", provider],
        source,
        lacking: lackingKeys(reading, provider),
        unsetVariables: isShipped ? [] : unsetIn(reading, provider).map(({ variable }) => variable),
      })),
    models: () => modelParts(raw.models ?? [], source),
    providersOfBrokenModels: () =>
      providerNames(
        value,
        shape.map(({ path }) => path),
      ).map(({ path, name: given }) => ({ raw: given, path, source })),
  };
};

/**
 * Variables that may be unset: those of providers, which are then not used, and Banxico's token, which may come another
 * way.
 */
const mayLack = ([first, second]: Path): boolean => first === "providers" || (first === "fx" && second === "token");

const lackingKeys = (reading: Reading, provider: string): ReadonlySet<string> =>
  new Set(unsetIn(reading, provider).map(({ path }) => String(path[2])));

const unsetIn = (reading: Reading, provider: string): Reading["unset"] =>
  reading.unset.filter(({ path }) => path[0] === "providers" && path[1] === provider);

const modelParts = (models: readonly (RawModel | undefined)[], source: Source): Part<RawModel>[] => {
  const firstIndex = new Map<string, number>();
  return models.flatMap((raw, index) => {
    if (raw === undefined) return [];
    const first = firstIndex.get(raw.id);
    if (first !== undefined) source.report(["models", index, "id"], `is also the id of models[${first}]`);
    else firstIndex.set(raw.id, index);
    return [{ raw, path: ["models", index], source }];
  });
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const listIn = (value: unknown, key: string): readonly unknown[] =>
  isRecord(value) && Array.isArray(value[key]) ? (value[key] as readonly unknown[]) : [];

/** The providers named in routes of models with a mistake, except names that are the mistake. */
const providerNames = (value: unknown, broken: readonly Path[]): { readonly path: Path; readonly name: string }[] => {
  const places = new Set(broken.map(formatPath));
  const brokenModels = new Set(
    broken.flatMap(([key, index]) => (key === "models" && typeof index === "number" ? [index] : [])),
  );
  return [...brokenModels].flatMap((index) =>
    listIn(listIn(value, "models")[index], "routes").flatMap((route, at) => {
      const path = ["models", index, "routes", at, "provider"];
      const name = isRecord(route) ? route["provider"] : undefined;
      return typeof name === "string" && !places.has(formatPath(path)) ? [{ path, name }] : [];
    }),
  );
};

/** Leaves out each provider, model or setting that holds a mistake. Models keep their places. */
const withoutBroken = (value: unknown, broken: readonly Path[]): unknown => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const isBroken = (...path: Path) => broken.some((one) => formatPath(one.slice(0, path.length)) === formatPath(path));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
      if (!isBroken(key)) return [[key, part]];
      if (key === "models" && Array.isArray(part))
        return [[key, part.map((model: unknown, index) => (isBroken(key, index) ? undefined : model))]];
      if (key === "providers" && typeof part === "object" && part !== null) {
        // The name stays, so that routes to it are no further mistake.
        return [
          [
            key,
            Object.fromEntries(
              Object.entries(part).map(([name, provider]) => [
                name,
                isBroken(key, name) ? { kind: "ai-sdk", package: name } : provider,
              ]),
            ),
          ],
        ];
      }
      return [];
    }),
  );
};

const deepFreeze = <T>(value: T): T => {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of value instanceof Map ? value.values() : Object.values(value)) deepFreeze(part);
  }
  return value;
};
