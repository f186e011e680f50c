/** This many objects and lists of a field's variables cost one. */
const OBJECTS_PER_COST = 30;
/** This much text of a field's variables costs one. */
const CHARACTERS_PER_COST = 20_000;

/**
 * The cost of reading a variable's value. Each field that uses it reads all of it again, so without this a short
 * document with a long conversation under many names would block the process for seconds. A value that fills a request
 * alone costs less than an operation may. Pure.
 */
export const costOfVariable = (value: unknown): number => {
  if (typeof value === "string") return value.length / CHARACTERS_PER_COST;
  if (typeof value !== "object" || value === null) return 0;
  let cost = 1 / OBJECTS_PER_COST;
  for (const item of Array.isArray(value) ? value : Object.values(value)) cost += costOfVariable(item);
  return cost;
};
