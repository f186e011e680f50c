import type { ApiKey } from "./api-key";

/** Those whose name or end holds the text; revoked ones last. What is of one kind stays in its order. */
export const findKeys = (keys: readonly ApiKey[], text: string): readonly ApiKey[] => {
  const sought = text.trim().toLowerCase();
  const found = keys.filter(({ name, hint }) => `${name} ${hint}`.toLowerCase().includes(sought));
  return [...found.filter(({ revoked }) => revoked === null), ...found.filter(({ revoked }) => revoked !== null)];
};
