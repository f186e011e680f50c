import type { ModelType } from "../generated/operations";

const NAME = "model";

/** Pages where a model of the type can be called. */
const PAGES: Readonly<Partial<Record<ModelType, string>>> = {
  CHAT: "/playground",
  IMAGE: "/images",
  VIDEO: "/videos",
};

/** Address of the page to try the model, with the model chosen; undefined if there is none. */
export const tryAddress = ({ id, type }: { readonly id: string; readonly type: ModelType }): string | undefined => {
  const path = PAGES[type];
  return path === undefined ? undefined : `${path}?${new URLSearchParams({ [NAME]: id }).toString()}`;
};

export const asksForModel = (search: string): boolean => new URLSearchParams(search).has(NAME);

/** The model in the address, if it is one of these. */
export const readModel = <Model extends { readonly id: string }>(
  search: string,
  models: readonly Model[],
): Model | undefined => models.find(({ id }) => id === new URLSearchParams(search).get(NAME));
