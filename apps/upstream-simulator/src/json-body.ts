/** A JSON object that has not been validated. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @returns An empty object for anything that is not a JSON object. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** @returns Empty for anything that is not a string. */
export const wordOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** @returns Undefined for anything that is not a JSON object. */
export const parseFields = (text: string): Fields | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
