import type { Catalog } from "@cenote/catalog";

/** A chat model that can be called now, for the example the start-up prints. */
export const exampleModel = (catalog: Catalog, simulated: boolean): string | undefined =>
  [...catalog.models.values()].find(
    (model) => model.type === "chat" && model.routes.some((route) => simulated || catalog.providers.get(route.provider)?.usable === true),
  )?.id;
