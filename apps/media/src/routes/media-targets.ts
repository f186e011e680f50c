import type { Catalog, CatalogSource, Provider, ProviderKind, Route, Timeouts } from "@cenote/catalog";
import type { CallOptions, MediaClient, Target, TimeLimits } from "@cenote/providers";
import { type Candidate, createCandidateFinder, targetOf } from "@cenote/routing";
import type { JobRoute } from "../jobs/job";
import { keyDigest } from "./key-digest";

/** A provider that has a job or file of ours, and how to call it. */
export interface MediaTarget {
  readonly client: MediaClient;
  readonly target: Target;
  readonly timeouts: Timeouts;
  /** Private origins that its files may be fetched from. */
  readonly fileOrigins: readonly string[];
}

export interface MediaTargets {
  /** The routes of a model that can be called now, with all keys, in the catalog's order. */
  candidatesOf(modelId: string): readonly Candidate[];
  clientOf(candidate: Candidate): MediaClient;
  fileOriginsOf(provider: string): readonly string[];
  /**
   * The provider that accepted a job, even if its route is gone, with the key that the job was submitted with. If that
   * key is no longer configured, the provider's first key, which has probably replaced it. Undefined if the provider is
   * gone or unusable.
   */
  find(route: JobRoute): MediaTarget | undefined;
}

export interface MediaTargetsOptions {
  readonly catalog: CatalogSource;
  readonly clients: ReadonlyMap<ProviderKind, MediaClient>;
}

export const createMediaTargets = ({ catalog, clients }: MediaTargetsOptions): MediaTargets => {
  const candidatesIn = createCandidateFinder();
  const fileOriginsOf = (provider: string): readonly string[] => {
    const row = catalog.current().providers.get(provider);
    return row === undefined ? [] : [new URL(row.baseUrl).origin, ...(row.downloadOrigins ?? [])];
  };
  return {
    candidatesOf(modelId) {
      const current = catalog.current();
      const model = current.models.get(modelId);
      return model === undefined ? [] : candidatesIn(current, model, false).filter(({ kind }) => clients.has(kind));
    },
    clientOf({ kind }) {
      const client = clients.get(kind);
      if (client === undefined) throw new Error(`no client for providers of kind ${kind}`);
      return client;
    },
    fileOriginsOf,
    find(taken) {
      const current = catalog.current();
      const provider = current.providers.get(taken.provider);
      const client = provider && clients.get(provider.kind);
      if (provider === undefined || client === undefined || !provider.usable) return undefined;
      const route = routeOf(current, taken) ?? { model: taken.model, timeouts: current.timeouts };
      return {
        client,
        target: targetOf(provider, route, secretOf(provider, taken.key)),
        timeouts: route.timeouts,
        fileOrigins: fileOriginsOf(provider.name),
      };
    },
  };
};

const secretOf = ({ apiKeys }: Provider, digest: string | undefined): string | undefined =>
  apiKeys.find((key) => keyDigest(key) === digest) ?? apiKeys[0];

const routeOf = (
  { models }: Catalog,
  { provider, model }: JobRoute,
): Pick<Route, "model" | "timeouts" | "quirks"> | undefined => {
  const isTaken = (route: Route): boolean => route.provider === provider && route.model === model;
  for (const { routes, endedRoutes } of models.values()) {
    const route = routes.find(isTaken) ?? endedRoutes?.find(isTaken);
    if (route !== undefined) return route;
  }
  return undefined;
};

/** Limits of a call whose answer comes whole at its end. Nothing arrives before it, so the idle limit can't apply. */
export const callOptions = ({ connectMs, idleMs }: TimeLimits, totalMs: number, signal: AbortSignal): CallOptions => ({
  limits: { connectMs: Math.min(connectMs, totalMs), firstContentMs: totalMs, idleMs, totalMs },
  signal,
});
