/** A JSON object nobody has looked into. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** @returns One without fields for what is no JSON object. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** @returns Empty for what is no text. */
export const wordOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** @returns Undefined for what is no JSON object. */
export const parseFields = (text: string): Fields | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
