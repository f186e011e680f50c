import type { KeyNamesQuery } from "../../generated/operations";

type Key = NonNullable<KeyNamesQuery["apiKeys"]>[number];

/** Enough of a UUID to tell keys apart. */
const SHOWN_CHARACTERS = 8;
const UNCOUNTED = "before keys were counted";

/** A distinct name for each key id: its name, with the hint if another key has the same name. */
export const keyNames = (keys: readonly Key[]): ((id: string | null) => string) => {
  const sameNamed = Map.groupBy(keys, ({ name }) => name);
  const names = new Map(
    keys.map(({ id, name, hint }): [string, string] => [
      id,
      name === "" ? hint : sameNamed.get(name)?.length === 1 ? name : `${name} (${hint})`,
    ]),
  );
  return (id) => (id === null ? UNCOUNTED : (names.get(id) ?? id.slice(0, SHOWN_CHARACTERS)));
};
