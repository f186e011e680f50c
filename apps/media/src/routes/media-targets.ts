import type { Catalog, CatalogSource, Provider, ProviderKind, Route, Timeouts } from "@cenote/catalog";
import type { CallOptions, MediaClient, Target } from "@cenote/providers";

/** One way to have something made. */
export interface MediaTarget {
  readonly provider: string;
  /** The provider's own model id. */
  readonly model: string;
  /** `<provider>/<model>`, for records and logs. */
  readonly name: string;
  readonly client: MediaClient;
  readonly target: Target;
  readonly timeouts: Timeouts;
  /** Origins files may be fetched from though they are private. */
  readonly fileOrigins: readonly string[];
}

type TakenRoute = Pick<Route, "provider" | "model">;

export interface MediaTargets {
  /** Those of a model that can be called now, in the catalog's order. */
  ofModel(modelId: string): readonly MediaTarget[];
  /** One that took a job, whatever became of its route since. Undefined where its provider is gone or unusable. */
  find(route: TakenRoute): MediaTarget | undefined;
}

export interface MediaTargetsOptions {
  readonly catalog: CatalogSource;
  readonly clients: ReadonlyMap<ProviderKind, MediaClient>;
}

export const createMediaTargets = ({ catalog, clients }: MediaTargetsOptions): MediaTargets => {
  const toTarget = (provider: Provider | undefined, { model, timeouts, quirks }: Pick<Route, "model" | "timeouts" | "quirks">): MediaTarget | undefined => {
    const client = provider === undefined ? undefined : clients.get(provider.kind);
    if (provider === undefined || client === undefined || !provider.usable) return undefined;
    // A job is found again with the key it was submitted with.
    const [apiKey] = provider.apiKeys;
    const { name, baseUrl, headers } = provider;
    return {
      provider: name, model, name: `${name}/${model}`, client, timeouts,
      target: { provider: name, baseUrl, model, headers, quirks: quirks ?? provider.quirks, ...(apiKey === undefined ? {} : { apiKey }) },
      fileOrigins: [new URL(baseUrl).origin, ...(provider.downloadOrigins ?? [])],
    };
  };
  return {
    ofModel(modelId) {
      const { models, providers } = catalog.current();
      return (models.get(modelId)?.routes ?? []).flatMap((route) => toTarget(providers.get(route.provider), route) ?? []);
    },
    find(taken) {
      const current = catalog.current();
      return toTarget(current.providers.get(taken.provider), routeOf(current, taken) ?? { model: taken.model, timeouts: current.timeouts });
    },
  };
};

const routeOf = ({ models }: Catalog, { provider, model }: TakenRoute): Route | undefined => {
  for (const { routes } of models.values()) {
    const route = routes.find((candidate) => candidate.provider === provider && candidate.model === model);
    if (route !== undefined) return route;
  }
  return undefined;
};

/** Limits of a call whose answer comes whole, at its end: nothing is to be seen of it before. */
export const callOptions = ({ connectMs, idleMs }: Timeouts, totalMs: number, signal: AbortSignal): CallOptions => ({
  limits: { connectMs: Math.min(connectMs, totalMs), firstContentMs: totalMs, idleMs, totalMs }, signal,
});
