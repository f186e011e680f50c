import type { ApiKey } from "./api-key";
import { stateOf } from "./key-state";

/** Keys whose name or hint contains the text; revoked and expired ones last, otherwise in the given order. */
export const findKeys = (
  keys: readonly ApiKey[],
  { text, nowMs }: { readonly text: string; readonly nowMs: number },
): readonly ApiKey[] => {
  const sought = text.trim().toLowerCase();
  const found = keys.filter(({ name, hint }) => `${name} ${hint}`.toLowerCase().includes(sought));
  const hasEnded = (key: ApiKey) => ["expired", "revoked"].includes(stateOf(key, nowMs));
  return [...found.filter((key) => !hasEnded(key)), ...found.filter(hasEnded)];
};
