/** A JSON object of unknown shape. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @returns An empty object if the value is not a JSON object. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** The objects in a list; none if the value is not a list. */
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** @returns 0 if the value is not a count. Some providers send a count as a string. */
export const countOf = (value: unknown): number => {
  const count = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : 0;
};

/** @returns An empty string if the value is not a string. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** @returns Undefined if the text is not JSON. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
