/** A JSON object whose shape nobody has promised. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @returns An empty object for what is no JSON object. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** The objects in a list; none in what is no list. */
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** @returns 0 for what is no count. Some write a count as text. */
export const countOf = (value: unknown): number => {
  const count = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : 0;
};

/** @returns Empty for what is no text. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** @returns Undefined for what is no JSON. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
