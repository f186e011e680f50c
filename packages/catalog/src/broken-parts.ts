import { isMapping } from "./check-shape";
import type { Part } from "./part";
import { type Path, formatPath } from "./read-yaml";

const listIn = (value: unknown, key: string): readonly unknown[] =>
  isMapping(value) && Array.isArray(value[key]) ? (value[key] as readonly unknown[]) : [];

/** Names of providers in the routes of models with a mistake, except names that are the mistake. */
export const providerNames = (value: unknown, broken: readonly Path[]): Omit<Part<string>, "source">[] => {
  const places = new Set(broken.map(formatPath));
  const brokenModels = new Set(
    broken.flatMap(([key, index]) => (key === "models" && typeof index === "number" ? [index] : [])),
  );
  return [...brokenModels].flatMap((index) =>
    listIn(listIn(value, "models")[index], "routes").flatMap((route, at) => {
      const path = ["models", index, "routes", at, "provider"];
      const name = isMapping(route) ? route["provider"] : undefined;
      return typeof name === "string" && !places.has(formatPath(path)) ? [{ path, raw: name }] : [];
    }),
  );
};

/** Removes each provider, model or setting that contains a mistake. Models keep their positions. */
export const withoutBroken = (value: unknown, broken: readonly Path[]): unknown => {
  if (!isMapping(value)) return {};
  const isBroken = (...path: Path) => broken.some((one) => formatPath(one.slice(0, path.length)) === formatPath(path));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => {
      if (!isBroken(key)) return [[key, part]];
      if (key === "models" && Array.isArray(part))
        return [[key, part.map((model: unknown, index) => (isBroken(key, index) ? undefined : model))]];
      if (key === "providers" && isMapping(part)) {
        // The name is kept, so that routes to the provider are not reported as well. The kind is one that needs no
        // address, so that a missing one is not reported either. No call uses it, because the file is rejected.
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
