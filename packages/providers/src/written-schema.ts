const written = new WeakMap<object, string>();

/**
 * A schema as JSON, written once: each route of a call, estimates and counts need it, and to write down one of many
 * names takes a tenth of a second. One that `readSchema` read is as it came, which may be with white space.
 */
export const writtenSchema = (schema: object): string => {
  const text = written.get(schema) ?? JSON.stringify(schema);
  written.set(schema, text);
  return text;
};

/** A schema from its JSON, which then need not be written again. Throws SyntaxError. */
export const readSchema = (text: string): unknown => {
  const schema: unknown = JSON.parse(text);
  if (typeof schema === "object" && schema !== null) written.set(schema, text);
  return schema;
};
