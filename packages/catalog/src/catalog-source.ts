import { type Clock, DAY_MS, type Log } from "@cenote/core";
import { isDeepStrictEqual } from "node:util";
import { CatalogError } from "./catalog-error";
import { openFollowedFile, type WatchFile } from "./followed-file";
import { lackingProviders } from "./lacking-providers";
import { catalogOfText } from "./load-catalog";
import { keysForNextStart } from "./read-at-start";
import type { RouteChecks } from "./route-checks";
import { endingRoutes } from "./shutdown";
import type { Catalog, CatalogSource } from "./types";
import type { Environment } from "./variables";

export interface CatalogSourceOptions {
  /** Path of `cenote.yaml`. */
  readonly path: string;
  readonly env: Environment;
  readonly log: Log;
  readonly clock: Clock;
  /** Without them, routes are not checked. */
  readonly routeChecks?: RouteChecks;
  readonly watch?: WatchFile;
}

export interface CatalogFile extends CatalogSource {
  /** Whether the current file is not in use because it has mistakes, can't be read or is gone. */
  isRefused(): boolean;
}

/**
 * Reads `cenote.yaml` and follows its changes. An edit with mistakes, or the loss of the file, is logged and changes
 * nothing. Also logged: providers that lack a variable, and keys whose change takes effect at the next start. Announced
 * prices apply, and routes end, at the start of their day; the log warns before a route ends. Throws CatalogError if
 * the file has mistakes at the start.
 */
export const createCatalogSource = ({
  path,
  env,
  log,
  clock,
  routeChecks,
  watch,
}: CatalogSourceOptions): CatalogFile => {
  const file = openFollowedFile({ path, clock, watch });
  let { text } = file;
  const today = () => Math.floor(clock.nowMs() / DAY_MS);
  let day = today();
  const build = (from: string | undefined) =>
    catalogOfText({ path, text: from }, env, { nowMs: clock.nowMs(), routeChecks });
  let catalog = build(text);
  /** Text of the current catalog. */
  let used = text;
  let wrong = false;
  const started = catalog;
  const listeners = new Set<(catalog: Catalog) => void>();

  const warnOfLacking = () => {
    for (const lacking of lackingProviders(catalog))
      log.warn({ path, ...lacking }, "a provider is not used: an environment variable in its configuration is not set");
  };
  const warnOfEnding = () => {
    const routes = endingRoutes(catalog, clock.nowMs());
    if (routes.length > 0)
      log.warn({ path, routes }, "providers shut models down: a route is not tried from its day (`until`, UTC) on");
  };

  const load = (next: string | undefined, complaint: string): Catalog | undefined => {
    try {
      return build(next);
    } catch (error) {
      const mistakes = error instanceof CatalogError ? error.mistakes : [];
      log.error({ path, mistakes }, `${complaint}: ${(error as Error).message}`);
      return undefined;
    }
  };

  const adopt = (loaded: Catalog, message: string) => {
    catalog = loaded;
    log.info({ path, priceVersion: catalog.priceVersion, models: catalog.models.size }, message);
    for (const listener of listeners) {
      try {
        listener(catalog);
      } catch (error) {
        log.error({ error: (error as Error).message }, "a listener failed when the configuration was reloaded");
      }
    }
  };

  const reload = (next: string) => {
    if (next === text) return;
    text = next;
    const loaded = load(next, "the edit is not used");
    wrong = loaded === undefined;
    if (loaded === undefined) return;
    used = next;
    adopt(loaded, "the configuration was reloaded");
    const keys = keysForNextStart(started, catalog);
    if (keys.length > 0)
      log.warn({ path, keys }, "some changed settings are read only at start-up and take effect at the next start");
    warnOfLacking();
    warnOfEnding();
  };

  const turnDay = () => {
    day = today();
    const loaded = load(used, "changes that the configuration has for today are not used");
    wrong = loaded === undefined || text !== used;
    if (loaded !== undefined && !isDeepStrictEqual(loaded, catalog))
      adopt(loaded, "changes that the configuration has for today are in force");
    warnOfEnding();
  };

  if (text === undefined) log.info({ path }, "there is no configuration file: the shipped catalog is used");
  warnOfLacking();
  warnOfEnding();
  file.follow({
    onLook() {
      if (today() !== day) turnDay();
    },
    onText: reload,
    onGone() {
      log.warn({ path }, "the configuration file is gone; the last configuration stays in effect");
    },
    onUnreadable(error) {
      log.error(
        { path, code: (error as NodeJS.ErrnoException).code },
        "the configuration file can't be read; the last configuration stays in effect",
      );
    },
  });

  return {
    current: () => catalog,
    isRefused: () => wrong || file.isAway(),
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close() {
      file.close();
      listeners.clear();
    },
  };
};
