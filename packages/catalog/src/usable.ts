import type { Catalog, Route } from "./types";

/** Whether calls can use a route: its provider is configured, with its key if it needs one. */
export const isUsable = ({ providers }: Pick<Catalog, "providers">, { provider }: Route): boolean =>
  providers.get(provider)?.usable === true;
