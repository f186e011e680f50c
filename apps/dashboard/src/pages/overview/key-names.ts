import { keyName, shortId } from "../../format/key-name";
import type { KeyNamesQuery } from "../../generated/operations";

type Key = NonNullable<KeyNamesQuery["apiKeys"]>[number];

const UNCOUNTED = "before keys were counted";

/** A distinct name for each key id: its name, with the hint if another key has the same name. */
export const keyNames = (keys: readonly Key[]): ((id: string | null) => string) => {
  const sameNamed = Map.groupBy(keys, ({ name }) => name);
  const names = new Map(
    keys.map((key) => {
      const { id, name, hint } = key;
      const isDistinct = name === "" || sameNamed.get(name)?.length === 1;
      return [id, isDistinct ? keyName(key) : `${name} (${hint})`];
    }),
  );
  return (id) => (id === null ? UNCOUNTED : (names.get(id) ?? shortId(id)));
};
