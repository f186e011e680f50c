const written = new WeakMap<object, string>();

/**
 * A schema as JSON text, which is cached. Each route of a call, the estimates and the counts need the text, and writing a
 * schema with many names takes a tenth of a second. The text of a schema from `readSchema` is the original one, which may
 * have white space.
 */
export const writtenSchema = (schema: object): string => {
  const text = written.get(schema) ?? JSON.stringify(schema);
  written.set(schema, text);
  return text;
};

/** Parses a schema and caches its text for `writtenSchema`. Throws SyntaxError. */
export const readSchema = (text: string): unknown => {
  const schema: unknown = JSON.parse(text);
  if (typeof schema === "object" && schema !== null) written.set(schema, text);
  return schema;
};
