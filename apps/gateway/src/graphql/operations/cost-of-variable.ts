/** Number of objects and lists in a field's variables that cost 1. */
const OBJECTS_PER_COST = 30;
/** Characters of text in a field's variables that cost 1. */
const CHARACTERS_PER_COST = 20_000;

/**
 * The cost of reading a variable's value. Each field that uses the variable reads it again. Without this cost, a short
 * document that uses a long conversation under many aliases would block the process for seconds. A value as large as a
 * request may be, used once, costs less than the limit of an operation. Pure.
 */
export const costOfVariable = (value: unknown): number => {
  if (typeof value === "string") return value.length / CHARACTERS_PER_COST;
  if (typeof value !== "object" || value === null) return 0;
  let cost = 1 / OBJECTS_PER_COST;
  for (const item of Array.isArray(value) ? value : Object.values(value)) cost += costOfVariable(item);
  return cost;
};
