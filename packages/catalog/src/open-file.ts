import { providerNames, withoutBroken } from "./broken-parts";
import type { MergedProvider } from "./build-provider";
import type { CatalogMistake } from "./catalog-error";
import { type ShapeMistake, checkShape } from "./check-shape";
import type { Part, Source } from "./part";
import { type Path, type Reading, formatPath, readYaml, formatPathSafely } from "./read-yaml";
import { type RawCatalog, type RawModel, catalogSchema } from "./schema";
import { withScalars } from "./variable-scalars";
import type { Environment } from "./variables";

export interface CatalogText {
  /** Used in messages. */
  readonly name: string;
  readonly text: string;
}

export interface OpenFile extends Source {
  readonly name: string;
  /** Without the parts that violate the schema, so that the other parts are still checked. */
  readonly raw: RawCatalog;
  readonly mistakes: readonly CatalogMistake[];
  providers(): MergedProvider[];
  models(): Part<RawModel>[];
  /** Provider names in the routes of models with other mistakes; they are checked as well. */
  providersOfBrokenModels(): Part<string>[];
}

/**
 * The values of a file, and their deviations from the schema. A variable's value is text; where the schema rejects
 * text, the number or the flag that it spells is tried.
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

export const openFile = ({ name, text }: CatalogText, environment: Environment, isShipped = false): OpenFile => {
  const reading = readYaml(text, environment);
  const mistakes: CatalogMistake[] = [...reading.mistakes];
  // A node behind an anchor is reported once, however many aliases refer to it.
  const told = new Set<string>();
  const report = (path: Path, message: string) => {
    const mistake = `${reading.placeOf(path)} ${message}`;
    if (told.has(mistake)) return;
    told.add(mistake);
    mistakes.push({ path: formatPathSafely(path), line: reading.lineOf(path), message });
  };
  if (mistakes.length === 0 && reading.value === null) report([], "is empty");
  const { value, shape } = readShape(reading);
  const unset = new Set(reading.unset.map(({ path }) => formatPath(path)));
  for (const { path, message } of shape) {
    if (!unset.has(formatPath(path))) report(path, message);
  }
  for (const path of reading.malformed)
    report(path, "has a ${ that begins no variable: write ${NAME}, or ${NAME:-text} with a default");
  for (const { path, variable } of reading.unset) {
    if (!mayLack(path)) report(path, `needs the environment variable ${variable}, which is not set`);
  }
  const source: Source = { reading, isShipped, report };
  const broken = shape.map(({ path }) => path);
  const raw = withoutBroken(value, broken) as RawCatalog;
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
    providersOfBrokenModels: () => providerNames(value, broken).map((given) => ({ ...given, source })),
  };
};

/**
 * Variables that may be unset: those of providers, which are then unusable, and Banxico's token, which may also be set
 * in the environment.
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
