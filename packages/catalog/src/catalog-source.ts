import { type Clock, DAY_MS, type Log, type Timer } from "@cenote/core";
import { type FSWatcher, statSync, watch as watchPath } from "node:fs";
import { basename, dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { CatalogError } from "./catalog-error";
import { lackingProviders } from "./lacking-providers";
import { catalogOfText, readIfThere } from "./load-catalog";
import { keysForNextStart } from "./read-at-start";
import type { RouteChecks } from "./route-checks";
import { endingRoutes } from "./shutdown";
import type { Catalog, CatalogSource } from "./types";
import type { Environment } from "./variables";

const POLL_EVERY_MS = 1_000;
/** A changed file is read once it has not changed for this long: editors write in several steps. */
const QUIET_MS = 100;

export interface CatalogSourceOptions {
  /** Path of `cenote.yaml`. */
  readonly path: string;
  readonly env: Environment;
  readonly log: Log;
  readonly clock: Clock;
  /** Without them routes are taken as they are. */
  readonly routeChecks?: RouteChecks;
  /** Calls back when the file may have changed; undefined where that can't be watched. */
  readonly watch?: (path: string, onEvent: () => void) => { close(): void } | undefined;
}

export interface CatalogFile extends CatalogSource {
  /** Whether the file as it stands is not in force: it has mistakes, can't be read or is gone. */
  isRefused(): boolean;
}

/**
 * Reads `cenote.yaml` and follows its changes. A bad edit is logged with all its mistakes and changes nothing; the same
 * goes for a file that disappears. Providers that lack a variable are logged, and so are keys whose change waits for
 * the next start. Announced prices apply, and routes end, at the beginning of their day; the log warns before a route
 * ends. Throws CatalogError if the file is wrong at the start.
 */
export const createCatalogSource = ({
  path,
  env,
  log,
  clock,
  routeChecks,
  watch = watchFolder,
}: CatalogSourceOptions): CatalogFile => {
  // Taken before the file is read, so that an edit in between is found at the next look.
  let read = signatureOf(path);
  let text = readIfThere(path);
  const today = () => Math.floor(clock.nowMs() / DAY_MS);
  let day = today();
  const build = (from: string | undefined) =>
    catalogOfText({ path, text: from }, env, { nowMs: clock.nowMs(), routeChecks });
  let catalog = build(text);
  /** Text of the catalog in force. */
  let used = text;
  const started = catalog;
  const warnOfLacking = () => {
    for (const lacking of lackingProviders(catalog))
      log.warn({ path, ...lacking }, "a provider is not used: an environment variable in its configuration is not set");
  };
  const warnOfEnding = () => {
    const routes = endingRoutes(catalog, clock.nowMs());
    if (routes.length > 0)
      log.warn({ path, routes }, "providers shut models down: a route is not tried from its day (`until`, UTC) on");
  };
  if (text === undefined) log.info({ path }, "there is no configuration file: the shipped catalog is used");
  warnOfLacking();
  warnOfEnding();
  let timer: Timer;
  let unreadable = false;
  let gone = false;
  let wrong = false;
  const listeners = new Set<(catalog: Catalog) => void>();

  const load = (next: string | undefined, complaint: string): Catalog | undefined => {
    try {
      return build(next);
    } catch (error) {
      const mistakes = error instanceof CatalogError ? error.mistakes : [];
      log.error({ path, mistakes }, `${complaint}: ${(error as Error).message}`);
      return undefined;
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

  /** @returns Whether the present state of the file has been taken in. */
  const readAnew = (): boolean => {
    let next: string | undefined;
    try {
      next = readIfThere(path);
    } catch (error) {
      if (!unreadable)
        log.error(
          { path, code: (error as NodeJS.ErrnoException).code },
          "the configuration file can't be read; what was read before holds",
        );
      unreadable = true;
      return false;
    }
    unreadable = false;
    if (next !== undefined) reload(next);
    return true;
  };

  const turnDay = () => {
    day = today();
    const loaded = load(used, "changes that the configuration has for today are not used");
    wrong = loaded === undefined || text !== used;
    if (loaded !== undefined && !isDeepStrictEqual(loaded, catalog))
      adopt(loaded, "changes that the configuration has for today are in force");
    warnOfEnding();
  };

  const look = () => {
    if (today() !== day) turnDay();
    const now = signatureOf(path);
    if (now === read) wait(look, POLL_EVERY_MS);
    else
      wait(() => {
        settle(now);
      }, QUIET_MS);
  };

  const settle = (signature: string) => {
    if (signatureOf(path) !== signature) {
      look();
      return;
    }
    gone = signature === "";
    if (gone) log.warn({ path }, "the configuration file is gone; the last configuration stays in effect");
    else if (!readAnew()) {
      // Whatever prevented reading may pass without changing the file.
      wait(() => {
        settle(signature);
      }, POLL_EVERY_MS);
      return;
    }
    read = signature;
    look();
  };

  const wait = (then: () => void, delayMs: number) => {
    timer.cancel();
    timer = clock.setTimer(then, delayMs);
  };

  timer = clock.setTimer(look, POLL_EVERY_MS);
  const watcher = watch(path, () => {
    wait(look, 0);
  });

  return {
    current: () => catalog,
    isRefused: () => wrong || unreadable || gone,
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close() {
      timer.cancel();
      watcher?.close();
      listeners.clear();
    },
  };
};

/** Changes with every write, rename, replacement or change of rights; empty where there is no file. */
const signatureOf = (path: string): string => {
  try {
    const { mtimeMs, ctimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
  } catch {
    return "";
  }
};

/**
 * Watches the folder and not the file, because editors replace the file. Changes that can't be watched are found by a
 * look each second.
 */
const watchFolder = (path: string, onEvent: () => void): FSWatcher | undefined => {
  try {
    const watcher = watchPath(dirname(path), { persistent: false }, (_event, name) => {
      if (name === basename(path)) onEvent();
    });
    watcher.on("error", () => {
      watcher.close();
    });
    return watcher;
  } catch {
    return undefined;
  }
};
